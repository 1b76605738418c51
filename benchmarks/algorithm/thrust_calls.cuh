// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform, and for_each with a callable that only reads structs. They run with Thrust on raw pointers, with
// heddle::par, and with a coalesced_ptr and Thrust's own policy (iterator). For some sizes, transform is also measured
// with a callable that cuda::proclaim_copyable_arguments marks (marked), and with cub::DeviceTransform, which takes every
// callable for a marked one (cub).
#pragma once

#include "calls.cuh"

#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/transform.h>
#include <cub/device/device_transform.cuh>
#include <cuda/functional>

namespace heddle_bench::thrust_calls {

//! XORs a member with zero. The compiler does not know that the value is zero.
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

//! Calls add(variant, policy, in, out) for each way to call Thrust. in() and out() return the iterators.
template <class Element, class Add>
void add_ways(Add const& add)
{
    auto const in = [] { return in_as<Element>(); };
    auto const out = [] { return out_as<Element>(); };
    add("plain", thrust::cuda::par_nosync, in, out);
    add("coalesced", heddle::par_nosync, in, out);
    add(
        "iterator", thrust::cuda::par_nosync, [=] { return heddle::make_coalesced(in()); },
        [=] { return heddle::make_coalesced(out()); });
}

//! Adds the words of a struct to a sum. The filter lets it add every struct during verification, and none during
//! timing.
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
void add()
{
    std::size_t const count = count_of<Element>();
    add_measurement<Element>("transform", "limit", measure_memcpy<Element>(count));
    add_ways<Element>([=](char const* variant, auto policy, auto in, auto out) {
        auto const launch = [=] { thrust::transform(policy, in(), in() + count, out(), changed{}); };
        add_measurement<Element>("transform", variant, measure_moves<Element>(count, launch));
    });
    // For other sizes, these calls would take too long to compile.
    if constexpr (is_one_of<4, 8, 12, 13, 16, 20, 24, 28, 32, 36, 40, 48, 50, 64, 96, 128, 192, 256>(sizeof(Element))) {
        auto const add = [=](char const* variant, auto const& call) {
            auto const launch = [=] { call(in_as<Element>(), out_as<Element>()); };
            add_measurement<Element>("transform", variant, measure_moves<Element>(count, launch));
        };
        add("marked", [=](auto* in, auto* out) {
            auto const marked = cuda::proclaim_copyable_arguments(changed{});
            thrust::transform(thrust::cuda::par_nosync, in, in + count, out, marked);
        });
        add("cub", [=](auto* in, auto* out) {
            HEDDLE_BENCH_CHECK(cub::DeviceTransform::Transform(in, out, count_for_cub(count), changed{}));
        });
    }
    add_reading_limit<Element>("for_each");
    add_ways<Element>([=](char const* variant, auto policy, auto in, auto) {
        auto const run = [=](sum_filter filter) {
            thrust::for_each(policy, in(), in() + count, look{filter, sum_place()});
        };
        auto const count_wrong = [=] { return count_wrong_sum<Element>([=] { run(all_sums); }); };
        add_measurement<Element>("for_each", variant, {bytes_of<Element>(), [=] { run(no_sums); }, count_wrong});
    });
}

}  // namespace heddle_bench::thrust_calls
