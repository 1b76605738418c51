// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform: thrust::transform on raw pointers, by heddle::par, and by coalesced_ptr with Thrust's own policy (iterator).
#pragma once

#include "calls.cuh"

#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/transform.h>

namespace heddle_bench::transform {

//! Changes a member by zero, which the compiler does not know.
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
void add()
{
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, auto const& call) {
        auto const launch = [=] { call(in_as<Element>(), out_as<Element>()); };
        add_measurement(name_of("transform", variant, shape_of<Element>()),
                        measure_moves({motion::copy, sizeof(Element), count}, launch));
    };
    add_measurement(name_of("transform", "limit", shape_of<Element>()),
                    measure_memcpy(sizeof(Element), count));
    add("plain", [=](auto* in, auto* out) {
        thrust::transform(thrust::cuda::par_nosync, in, in + count, out, changed{});
    });
    add("coalesced", [=](auto* in, auto* out) {
        thrust::transform(heddle::par_nosync, in, in + count, out, changed{});
    });
    add("iterator", [=](auto* in, auto* out) {
        auto const first = heddle::make_coalesced(in);
        thrust::transform(thrust::cuda::par_nosync, first, first + count,
                          heddle::make_coalesced(out), changed{});
    });
}

}  // namespace heddle_bench::transform
