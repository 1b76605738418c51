// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of a number made of each struct of an array, against Thrust, CUB and a kernel that does
// nothing but read.
#pragma once

#include "prepared_memory.hpp"
#include "reading.cuh"

#include <heddle/algorithm/reduce.cuh>

#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform_reduce.h>
#include <cub/device/device_reduce.cuh>

namespace heddle_bench {
namespace {

struct sum_of_numbers {
    __host__ __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const
    {
        return a + b;
    }
};

//! Whether Thrust and CUB are measured, too: they take long to compile.
constexpr bool has_peers(std::size_t bytes)
{
    for (std::size_t const compared :
         {1, 2, 3, 4, 8, 12, 13, 16, 20, 28, 32, 50, 64, 96, 128, 132, 248}) {
        if (bytes == compared) return true;
    }
    return false;
}

template <class Element>
void add_reductions()
{
    auto const add = [](char const* access, auto const& launch) {
        add_measurement(std::string("transform_reduce/") + access + '/' + shape_of<Element>().label,
                        {count_of<Element>() * sizeof(Element), [] {}, launch,
                         [=] { return is_sum_wrong<Element>(launch); }});
    };
    auto const first = [] { return structs<Element>(); };
    auto const temporary = [] {
        return prepared_memory(arrays().out + temporary_offset, array_bytes() - temporary_offset);
    };
    add_reading_limit<Element>("transform_reduce");
    if constexpr (has_peers(sizeof(Element))) {
        add("plain_thrust", [=] {
            prepared_memory allocator = temporary();
            std::uint32_t const sum = thrust::transform_reduce(
                thrust::cuda::par_nosync(allocator), first(), first() + count_of<Element>(),
                sum_of_words{}, 0u, sum_of_numbers{});
            HEDDLE_BENCH_CHECK(
                cudaMemcpyAsync(sum_place(), &sum, sizeof sum, cudaMemcpyHostToDevice));
        });
        add("cub", [=] {
            std::size_t bytes = array_bytes() - temporary_offset;
            HEDDLE_BENCH_CHECK(cub::DeviceReduce::TransformReduce(
                arrays().out + temporary_offset, bytes, first(), sum_place(), count_of<Element>(),
                sum_of_numbers{}, sum_of_words{}, 0u));
        });
    }
    add("heddle", [=] {
        std::size_t bytes = array_bytes() - temporary_offset;
        HEDDLE_BENCH_CHECK(heddle::transform_reduce(
            arrays().out + temporary_offset, bytes, nullptr, first(), first() + count_of<Element>(),
            sum_place(), 0u, sum_of_words{}, heddle::plus{}));
    });
}

}  // namespace
}  // namespace heddle_bench
