// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of a scalar made of each struct of an array, against Thrust, CUB and a kernel that does
// nothing but read.

#include "two_phase.cuh"

#include <heddle/algorithm/reduce.cuh>

#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform_reduce.h>
#include <cub/device/device_reduce.cuh>

namespace heddle_bench {
namespace {

struct first_and_last {
    template <class Record>
    __host__ __device__ std::uint32_t operator()(Record const& record) const
    {
        constexpr unsigned count = sizeof(record.members) / sizeof(record.members[0]);
        return static_cast<std::uint32_t>(record.members[0]) ^ record.members[count - 1];
    }
};

struct sum_of_numbers {
    __host__ __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const
    {
        return a + b;
    }
};

template <class Record>
__global__ void sum_plainly(unsigned long long* sum, Record const* first, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    std::uint32_t own = 0;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        own += first_and_last{}(first[i]);
    }
    atomicAdd(sum, static_cast<unsigned long long>(own));
}

//! 16-byte words, of which nothing is written unless they are what they never are.
__global__ void __launch_bounds__(256)
    read_flat(uint4 const* words, std::size_t count, int never, unsigned long long* out)
{
    std::size_t const first = blockIdx.x * std::size_t{1024} + threadIdx.x;
    uint4 read[4] = {};
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        if (first + k * 256 < count) read[k] = words[first + k * 256];
    }
    unsigned sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) sum += read[k].x ^ read[k].y ^ read[k].z ^ read[k].w;
    if (static_cast<int>(sum & 1u) + 2 == never) *out = sum;
}

template <class Record>
std::size_t is_sum_wrong()
{
    sequences const& all = sequences::get();
    auto const found = static_cast<std::uint32_t>(all.number(0));
    sum_plainly<<<4096, 256>>>(all.numbers + 1, as<Record const>(all.in), count_of<Record>);
    check_launch();
    return found == static_cast<std::uint32_t>(all.number(1)) ? 0 : 1;
}

template <class Record>
void add_of()
{
    constexpr std::size_t count = count_of<Record>;
    std::string const size = std::to_string(sizeof(Record));
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_two_phase(std::string("transform_reduce/") + variant + '/' + size,
                      count * sizeof(Record), launch, is_sum_wrong<Record>);
    };
    add("plain_thrust", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        std::size_t used = 0;
        prepared_allocator allocator{&used};
        std::uint32_t const sum =
            thrust::transform_reduce(thrust::cuda::par_nosync(allocator), first, first + count,
                                     first_and_last{}, 0u, sum_of_numbers{});
        HEDDLE_BENCH_CHECK(cudaMemcpyAsync(all.numbers, &sum, sizeof(sum), cudaMemcpyHostToDevice));
    });
    add("cub", [] {
        sequences const& all = sequences::get();
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return cub::DeviceReduce::TransformReduce(temporary, bytes, as<Record const>(all.in),
                                                      reinterpret_cast<std::uint32_t*>(all.numbers),
                                                      count, sum_of_numbers{}, first_and_last{},
                                                      0u);
        });
    });
    add("heddle", [] {
        sequences const& all = sequences::get();
        auto const* const first = as<Record const>(all.in);
        run_two_phases([&](void* temporary, std::size_t& bytes) {
            return heddle::transform_reduce(temporary, bytes, nullptr, first, first + count,
                                            reinterpret_cast<std::uint32_t*>(all.numbers), 0u,
                                            first_and_last{}, heddle::plus{});
        });
    });
    add_two_phase(
        "transform_reduce/limit/" + size, count * sizeof(Record),
        [] {
            sequences const& all = sequences::get();
            constexpr std::size_t words = count * sizeof(Record) / 16;
            read_flat<<<static_cast<unsigned>((words + 1023) / 1024), 256>>>(
                as<uint4 const>(all.in), words, 1, all.numbers);
            check_launch();
        },
        [] { return std::size_t{0}; });
}

}  // namespace

void add_reduce_benchmarks()
{
    for_each_record([](auto const& record) { add_of<std::decay_t<decltype(record)>>(); });
}

}  // namespace heddle_bench
