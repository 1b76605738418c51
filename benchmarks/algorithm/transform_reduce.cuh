// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform_reduce: sums up a number that is computed from each struct. For some sizes, also measures Thrust and CUB.
// member_sum: measures whole calls that sum up one member. In these calls, the policy allocates temporary storage, and
// the host waits for the result. The variant `nosync` uses par_nosync, Thrust's policy that allocates in stream order.
#pragma once

#include "calls.cuh"

#include <heddle/thrust/reduce.cuh>

#include <thrust/execution_policy.h>
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

struct first_member {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& element) const
    {
        return element.members[0];
    }
};

template <class Element>
void add_whole_calls()
{
    auto const add = [](char const* variant, auto const& policy, auto function) {
        auto const sum = [=] {
            auto const* const first = in_as<Element>();
            return thrust::transform_reduce(policy, first, first + count_of<Element>(), function, 0u, sum_of_numbers{});
        };
        auto const is_wrong = [=] {
            std::uint32_t expected = 0;
            for (auto const& element : copy_to_host(in_as<Element>(), count_of<Element>())) {
                expected += element.members[0];
            }
            return std::size_t{sum() != expected};
        };
        add_measurement<Element>("member_sum", variant, {bytes_of<Element>(), [=] { sum(); }, is_wrong});
    };
    add("plain_thrust", thrust::cuda::par, first_member{});
    add("nosync", thrust::cuda::par_nosync, first_member{});
    add("heddle", heddle::par, first_member{});
    add("in_place", heddle::par, heddle::in_place(first_member{}));
}

template <class Element>
void add()
{
    std::size_t const count = count_of<Element>();
    if constexpr (is_one_of<8, 28, 64, 96, 128, 256>(sizeof(Element))) add_whole_calls<Element>();
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_measurement<Element>("transform_reduce", variant,
                                 {bytes_of<Element>(), launch, [=] { return count_wrong_sum<Element>(launch); }});
    };
    add_reading_limit<Element>("transform_reduce");
    // For other sizes, Thrust and CUB would take too long to compile.
    if constexpr (is_one_of<1, 2, 3, 4, 8, 12, 13, 16, 20, 28, 32, 50, 64, 96, 128, 132, 248>(sizeof(Element))) {
        add("plain_thrust", [=] {
            prepared_memory allocator;
            auto const* const first = in_as<Element>();
            std::uint32_t const sum = thrust::transform_reduce(thrust::cuda::par_nosync(allocator), first,
                                                               first + count, sum_of_words{}, 0u, sum_of_numbers{});
            HEDDLE_BENCH_CHECK(cudaMemcpyAsync(sum_place(), &sum, sizeof sum, cudaMemcpyHostToDevice));
        });
        add("cub", with_storage([=](void* temporary, std::size_t& bytes) {
                return cub::DeviceReduce::TransformReduce(temporary, bytes, in_as<Element>(), sum_place(),
                                                          count_for_cub(count), sum_of_numbers{}, sum_of_words{}, 0u);
            }));
    }
    add("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
            auto const* const first = in_as<Element>();
            return heddle::device::transform_reduce(temporary, bytes, nullptr, first, first + count, sum_place(), 0u,
                                                    sum_of_words{}, heddle::plus{});
        }));
}

}  // namespace heddle_bench::transform_reduce
