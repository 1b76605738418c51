// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Half of the structs of an array are copied, or copied to another array than the rest, against
// Thrust, CUB and a copy of as many bytes. The bytes moved: all structs in, the kept ones out.

#include "two_phase.cuh"

#include <heddle/algorithm/select.cuh>

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cub/device/device_select.cuh>

#include <type_traits>

namespace heddle_bench {
namespace {

struct is_even {
    template <class Record>
    __host__ __device__ bool operator()(Record const& record) const
    {
        return record.members[0] % 2 == 0;
    }
};

//! CUB's answer, and how many.
template <class Record>
std::size_t expected_copies()
{
    sequences const& all = sequences::get();
    run_two_phases([&](void* temporary, std::size_t& bytes) {
        return cub::DeviceSelect::If(temporary, bytes, as<Record const>(all.in),
                                     as<Record>(all.expected), all.numbers + 1,
                                     static_cast<std::int64_t>(count_of<Record>), is_even{});
    });
    return all.number(1);
}

template <class Record>
std::size_t wrong_copies()
{
    sequences const& all = sequences::get();
    std::size_t const found = all.number(0);
    std::size_t const expected = expected_copies<Record>();
    return (found == expected ? 0 : 1) + all.differences(expected * sizeof(Record));
}

//! Where partitions put the rest.
template <class Record>
Record* rest(void* of)
{
    return as<Record>(of) + count_of<Record>;
}

template <class Record>
std::size_t wrong_partitions()
{
    sequences const& all = sequences::get();
    std::size_t const found = all.number(0);
    auto const* const first = as<Record const>(all.in);
    prepared_memory allocator = prepared_temporary();
    HEDDLE_BENCH_CHECK(cudaMemset(all.expected, 0, 2 * sequence_bytes));
    auto const ends = thrust::stable_partition_copy(
        thrust::cuda::par_nosync(allocator), first, first + count_of<Record>,
        as<Record>(all.expected), rest<Record>(all.expected), is_even{});
    auto const expected = static_cast<std::size_t>(ends.first - as<Record>(all.expected));
    return (found == expected ? 0 : 1) + all.differences(2 * count_of<Record> * sizeof(Record));
}

void write_number(std::size_t number)
{
    unsigned long long const value = number;
    HEDDLE_BENCH_CHECK(
        cudaMemcpyAsync(sequences::get().numbers, &value, sizeof(value), cudaMemcpyHostToDevice));
}

template <class Record>
void add_copies()
{
    constexpr std::size_t count = count_of<Record>;
    constexpr std::size_t moved = count * sizeof(Record) / 2 * 3;
    std::string const size = std::to_string(sizeof(Record));
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_two_phase(std::string("copy_if/") + variant + '/' + size, moved, launch,
                      wrong_copies<Record>);
    };
    add("plain_thrust", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        prepared_memory allocator = prepared_temporary();
        auto const* const end = thrust::copy_if(thrust::cuda::par_nosync(allocator), first,
                                                first + count, as<Record>(all.out), is_even{});
        write_number(static_cast<std::size_t>(end - as<Record>(all.out)));
    });
    add("cub", [] {
        sequences const& all = sequences::get();
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return cub::DeviceSelect::If(temporary, bytes, as<Record const>(all.in),
                                         as<Record>(all.out), all.numbers,
                                         static_cast<std::int64_t>(count), is_even{});
        });
    });
    add("heddle", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return heddle::copy_if(temporary, bytes, nullptr, first, first + count,
                                   as<Record>(all.out), all.numbers, is_even{});
        });
    });
    add_two_phase(
        "copy_if/limit/" + size, moved,
        [] {
            sequences const& all = sequences::get();
            HEDDLE_BENCH_CHECK(
                cudaMemcpyAsync(all.out, all.in, moved / 2, cudaMemcpyDeviceToDevice));
        },
        [] { return std::size_t{0}; });
}

template <class Record>
void add_partitions()
{
    constexpr std::size_t count = count_of<Record>;
    constexpr std::size_t moved = 2 * count * sizeof(Record);
    std::string const size = std::to_string(sizeof(Record));
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_two_phase(std::string("partition_copy/") + variant + '/' + size, moved, launch,
                      wrong_partitions<Record>);
    };
    add("plain_thrust", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        prepared_memory allocator = prepared_temporary();
        auto const ends =
            thrust::stable_partition_copy(thrust::cuda::par_nosync(allocator), first, first + count,
                                          as<Record>(all.out), rest<Record>(all.out), is_even{});
        write_number(static_cast<std::size_t>(ends.first - as<Record>(all.out)));
    });
    add("heddle", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return heddle::partition_copy(temporary, bytes, nullptr, first, first + count,
                                          as<Record>(all.out), rest<Record>(all.out), all.numbers,
                                          is_even{});
        });
    });
    add_two_phase(
        "partition_copy/limit/" + size, moved,
        [] {
            sequences const& all = sequences::get();
            HEDDLE_BENCH_CHECK(
                cudaMemcpyAsync(all.out, all.in, moved / 2, cudaMemcpyDeviceToDevice));
        },
        [] { return std::size_t{0}; });
}

}  // namespace

void add_select_benchmarks()
{
    for_each_record([](auto const& record) {
        add_copies<std::decay_t<decltype(record)>>();
        add_partitions<std::decay_t<decltype(record)>>();
    });
}

}  // namespace heddle_bench
