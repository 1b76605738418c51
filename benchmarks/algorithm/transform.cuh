// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// thrust::transform of an array of structs, by Thrust alone and through both doors, beside a memcpy of
// the same bytes.
#pragma once

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "../harness.cuh"

#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cstddef>
#include <string>

namespace heddle_bench {
namespace {

//! Changes a member by what turns out to be nothing.
struct changed {
    unsigned by = 0;

    template <class Element>
    __host__ __device__ Element operator()(Element element) const
    {
        auto& member = element.members[0];
        member = static_cast<typename Element::member>(member ^ by);
        return element;
    }
};

template <class Element>
void add_transforms()
{
    element_shape const shape = shape_of<Element>();
    std::size_t const count = array_bytes() / sizeof(Element);
    auto const add = [&](char const* access, auto const& launch) {
        add_measurement(std::string("transform/") + access + '/' + shape.label,
                        {2 * count * sizeof(Element), [] {}, launch,
                         [=] {
                             clear_output();
                             launch();
                             return count_wrong_copies(sizeof(Element), count);
                         }});
    };
    auto const in = [] { return reinterpret_cast<Element const*>(arrays().in); };
    auto const out = [] { return reinterpret_cast<Element*>(arrays().out); };
    add("limit", [=] {
        HEDDLE_BENCH_CHECK(
            cudaMemcpyAsync(out(), in(), count * sizeof(Element), cudaMemcpyDeviceToDevice));
    });
    add("plain",
        [=] { thrust::transform(thrust::cuda::par_nosync, in(), in() + count, out(), changed{}); });
    add("coalesced",
        [=] { thrust::transform(heddle::par_nosync, in(), in() + count, out(), changed{}); });
    add("iterator", [=] {
        auto const first = heddle::make_coalesced(in());
        thrust::transform(thrust::cuda::par_nosync, first, first + count,
                          heddle::make_coalesced(out()), changed{});
    });
}

}  // namespace
}  // namespace heddle_bench
