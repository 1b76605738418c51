// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Gather and scatter as device-wide algorithms: heddle's, and Thrust's on raw pointers.

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "../harness.cuh"
#include "algorithm.hpp"

#include <heddle/algorithm/indexed.cuh>

#include <thrust/gather.h>
#include <thrust/scatter.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle_bench {
namespace {

template <class Launch>
void add(char const* kind, char const* access, element_shape const& shape, bool gathers,
         Launch const& launch)
{
    std::size_t const count = indexed_element_count(shape.bytes);
    add_measurement(std::string(kind) + '/' + access + '/' + shape.label,
                    {count * (2 * shape.bytes + sizeof(std::uint32_t)),
                     [=] { make_permutation(count); }, launch,
                     [=] {
                         clear_output();
                         launch();
                         return gathers ? count_wrong_gathers(shape.bytes, count)
                                        : count_wrong_scatters(shape.bytes, count);
                     }});
}

template <class Element>
void add_struct()
{
    element_shape const shape = shape_of<Element>();
    std::size_t const count = indexed_element_count(sizeof(Element));
    auto const in = [] { return reinterpret_cast<Element const*>(arrays().in); };
    auto const out = [] { return reinterpret_cast<Element*>(arrays().out); };
    auto const map = [] { return static_cast<std::uint32_t const*>(arrays().index); };
    add("device_gather", "plain", shape, true,
        [=] { thrust::gather(thrust::cuda::par_nosync, map(), map() + count, in(), out()); });
    add("device_gather", "coalesced", shape, true,
        [=] { HEDDLE_BENCH_CHECK(heddle::gather(nullptr, map(), map() + count, in(), out())); });
    add("device_scatter", "plain", shape, false,
        [=] { thrust::scatter(thrust::cuda::par_nosync, in(), in() + count, map(), out()); });
    add("device_scatter", "coalesced", shape, false,
        [=] { HEDDLE_BENCH_CHECK(heddle::scatter(nullptr, in(), in() + count, map(), out())); });
}

}  // namespace

void add_indexed_benchmarks()
{
    add_struct<element<4, 4>>();
    add_struct<element<8, 4>>();
    add_struct<element<12, 4>>();
    add_struct<element<16, 16>>();
    add_struct<element<28, 4>>();
    add_struct<element<50, 2>>();
    add_struct<element<64, 4>>();
    add_struct<element<96, 16>>();
    add_struct<element<128, 4>>();
}

}  // namespace heddle_bench
