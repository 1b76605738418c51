// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform_reduce: sums a number that is computed from each struct. At some sizes, Thrust and CUB are also measured.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/reduce.cuh>

#include <thrust/transform_reduce.h>
#include <cub/device/device_reduce.cuh>

namespace heddle_bench::transform_reduce {

struct sum_of_words {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& element) const
    {
        return xor_of_words(element);
    }
};
struct sum_of_numbers {
    __host__ __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

template <class Element>
void add()
{
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_measurement<Element>("transform_reduce", variant,
                                 {bytes_of<Element>(), launch, [=] { return count_wrong_sum<Element>(launch); }});
    };
    add_reading_limit<Element>("transform_reduce");
    // At other sizes, Thrust and CUB take too long to compile.
    if constexpr (is_one_of<1, 2, 3, 4, 8, 12, 13, 16, 20, 28, 32, 50, 64, 96, 128, 132, 248>(sizeof(Element))) {
        add("plain_thrust", [=] {
            prepared_memory allocator;
            auto const* const first = in_as<Element>();
            std::uint32_t const sum = thrust::transform_reduce(thrust::cuda::par_nosync(allocator), first,
                                                               first + count, sum_of_words{}, 0u, sum_of_numbers{});
            HEDDLE_BENCH_CHECK(cudaMemcpyAsync(sum_place(), &sum, sizeof sum, cudaMemcpyHostToDevice));
        });
        add("cub", with_storage([=](void* temporary, std::size_t& bytes) {
                return cub::DeviceReduce::TransformReduce(temporary, bytes, in_as<Element>(), sum_place(), count,
                                                          sum_of_numbers{}, sum_of_words{}, 0u);
            }));
    }
    add("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
            auto const* const first = in_as<Element>();
            return heddle::transform_reduce(temporary, bytes, nullptr, first, first + count, sum_place(), 0u,
                                            sum_of_words{}, heddle::plus{});
        }));
}

}  // namespace heddle_bench::transform_reduce
