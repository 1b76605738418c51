// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// device_gather, device_scatter: gather and scatter with heddle, and with Thrust on raw pointers.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/indexed.cuh>

#include <thrust/gather.h>
#include <thrust/scatter.h>

namespace heddle_bench::device_indexed {

template <class Element>
void add()
{
    std::size_t const count = indexed_count(sizeof(Element));
    auto const add = [&](auto way, char const* pattern, char const* variant, auto const& call) {
        auto const launch = [=] {
            auto const* const map = arrays().index;
            call(in_as<Element>(), out_as<Element>(), map, map + count);
        };
        add_measurement<Element>(pattern, variant, measure_moves<Element, decltype(way)>(count, launch));
    };
    add(gathers{}, "device_gather", "plain",
        [](auto* in, auto* out, auto* map, auto* end) { thrust::gather(thrust::cuda::par_nosync, map, end, in, out); });
    add(gathers{}, "device_gather", "coalesced", [](auto* in, auto* out, auto* map, auto* end) {
        HEDDLE_BENCH_CHECK(heddle::gather(nullptr, map, end, in, out));
    });
    add(scatters{}, "device_scatter", "plain", [=](auto* in, auto* out, auto* map, auto*) {
        thrust::scatter(thrust::cuda::par_nosync, in, in + count, map, out);
    });
    add(scatters{}, "device_scatter", "coalesced", [=](auto* in, auto* out, auto* map, auto*) {
        HEDDLE_BENCH_CHECK(heddle::scatter(nullptr, in, in + count, map, out));
    });
}

}  // namespace heddle_bench::device_indexed
