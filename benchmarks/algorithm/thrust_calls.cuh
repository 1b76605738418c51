// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform, and for_each that only reads the structs. They run with Thrust on raw pointers, with heddle::par, and with
// a coalesced_ptr and Thrust's own policy (iterator).
#pragma once

#include "calls.cuh"

#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/transform.h>

namespace heddle_bench::thrust_calls {

//! XORs a member with zero, whose value the compiler does not know.
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
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, auto const& call) {
        auto const launch = [=] { call(in_as<Element>(), out_as<Element>()); };
        add_measurement<Element>("transform", variant, measure_moves<Element>(count, launch));
    };
    add_measurement<Element>("transform", "limit", measure_memcpy<Element>(count));
    add("plain",
        [=](auto* in, auto* out) { thrust::transform(thrust::cuda::par_nosync, in, in + count, out, changed{}); });
    add("coalesced",
        [=](auto* in, auto* out) { thrust::transform(heddle::par_nosync, in, in + count, out, changed{}); });
    add("iterator", [=](auto* in, auto* out) {
        auto const first = heddle::make_coalesced(in);
        thrust::transform(thrust::cuda::par_nosync, first, first + count, heddle::make_coalesced(out), changed{});
    });
}

//! Adds the words of a struct to a sum. During verification, it adds every struct; during timing, none.
struct look {
    sum_filter filter;
    std::uint32_t* sum;

    template <class Element>
    __device__ void operator()(Element const& element) const
    {
        std::uint32_t const own = xor_of_words(element);
        if (filter.takes(own)) atomicAdd(sum, own);
    }
};

template <class Element>
void add_for_each()
{
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, auto const& call) {
        auto const run = [=](sum_filter filter) { call(in_as<Element>(), look{filter, sum_place()}); };
        auto const count_wrong = [=] { return count_wrong_sum<Element>([=] { run(all_sums); }); };
        add_measurement<Element>("for_each", variant, {bytes_of<Element>(), [=] { run(no_sums); }, count_wrong});
    };
    add_reading_limit<Element>("for_each");
    add("plain", [=](auto* in, look const& f) { thrust::for_each(thrust::cuda::par_nosync, in, in + count, f); });
    add("coalesced", [=](auto* in, look const& f) { thrust::for_each(heddle::par_nosync, in, in + count, f); });
    add("iterator", [=](auto* in, look const& f) {
        auto const first = heddle::make_coalesced(in);
        thrust::for_each(thrust::cuda::par_nosync, first, first + count, f);
    });
}

template <class Element>
void add()
{
    add_transforms<Element>();
    add_for_each<Element>();
}

}  // namespace heddle_bench::thrust_calls
