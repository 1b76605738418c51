// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sums of all structs of an array up to each, member by member, against Thrust, CUB, CUB through
// coalesced_ptr and a copy of as many bytes.

#include "two_phase.cuh"

#include <heddle/algorithm/scan.cuh>
#include <heddle/coalesced_ptr.cuh>

#include <thrust/scan.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cub/device/device_scan.cuh>

namespace heddle_bench {
namespace {

struct sum_of_members {
    template <class Record>
    __host__ __device__ Record operator()(Record const& a, Record const& b) const
    {
        using member = typename Record::member;
        Record sum;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < sizeof(Record) / sizeof(member); ++i) {
            sum.members[i] = static_cast<member>(a.members[i] + b.members[i]);
        }
        return sum;
    }
};

template <class Pointer>
cudaError_t scan_by_cub(void* temporary, std::size_t& bytes, Pointer in, Pointer out,
                        std::size_t count)
{
    return cub::DeviceScan::InclusiveScan(temporary, bytes, in, out, sum_of_members{},
                                          static_cast<std::int64_t>(count));
}

template <class Record>
std::size_t wrong_sums()
{
    sequences const& all = sequences::get();
    run_two_phases([&](void* temporary, std::size_t& bytes) {
        return scan_by_cub(temporary, bytes, as<Record>(all.in), as<Record>(all.expected),
                           count_of<Record>);
    });
    return all.differences(count_of<Record> * sizeof(Record));
}

template <class Record>
void add_of()
{
    constexpr std::size_t count = count_of<Record>;
    std::string const size = std::to_string(sizeof(Record));
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_two_phase(std::string("inclusive_scan/") + variant + '/' + size,
                      2 * count * sizeof(Record), launch, wrong_sums<Record>);
    };
    add("plain_thrust", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        prepared_memory allocator = prepared_temporary();
        thrust::inclusive_scan(thrust::cuda::par_nosync(allocator), first, first + count,
                               as<Record>(all.out), sum_of_members{});
    });
    add("cub", [] {
        sequences const& all = sequences::get();
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return scan_by_cub(temporary, bytes, as<Record>(all.in), as<Record>(all.out), count);
        });
    });
    // Whatever inclusive_scan would choose.
    add("heddle", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return heddle::detail::scan_by_tiles<true>(
                temporary, bytes, nullptr, first, count, as<Record>(all.out),
                heddle::detail::no_initial_value<Record>{}, sum_of_members{});
        });
    });
    add_two_phase(
        "inclusive_scan/limit/" + size, 2 * count * sizeof(Record),
        [] {
            sequences const& all = sequences::get();
            HEDDLE_BENCH_CHECK(
                cudaMemcpyAsync(all.out, all.in, count * sizeof(Record), cudaMemcpyDeviceToDevice));
        },
        [] { return std::size_t{0}; });
}

}  // namespace

void add_scan_benchmarks()
{
    for_each_record([](auto const& record) { add_of<std::decay_t<decltype(record)>>(); });
}

}  // namespace heddle_bench
