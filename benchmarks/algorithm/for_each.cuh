// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// thrust::for_each that only looks at the structs of an array, by Thrust alone and through both doors,
// beside a kernel that reads the same bytes.
#pragma once

#include "reading.cuh"

#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>

namespace heddle_bench {
namespace {

//! Adds what is wanted of a struct to a sum: all of them while results are verified, none when timed.
struct look {
    sum_filter filter;
    std::uint32_t* sum;

    template <class Element>
    __device__ void operator()(Element const& element) const
    {
        std::uint32_t const own = xor_of_words(element);
        if ((own & filter.mask) == filter.wanted) atomicAdd(sum, own);
    }
};

template <class Element>
void add_for_each()
{
    auto const add = [](char const* access, auto const& call) {
        add_measurement(std::string("for_each/") + access + '/' + shape_of<Element>().label,
                        {count_of<Element>() * sizeof(Element), [] {},
                         [=] {
                             call(look{{0, 1}, sum_place()});
                         },
                         [=] {
                             return is_sum_wrong<Element>([=] { call(look{{0, 0}, sum_place()}); });
                         }});
    };
    add_reading_limit<Element>("for_each");
    add("plain", [](look const& f) {
        thrust::for_each(thrust::cuda::par_nosync, structs<Element>(),
                         structs<Element>() + count_of<Element>(), f);
    });
    add("coalesced", [](look const& f) {
        thrust::for_each(heddle::par_nosync, structs<Element>(),
                         structs<Element>() + count_of<Element>(), f);
    });
    add("iterator", [](look const& f) {
        auto const first = heddle::make_coalesced(structs<Element>());
        thrust::for_each(thrust::cuda::par_nosync, first, first + count_of<Element>(), f);
    });
}

}  // namespace
}  // namespace heddle_bench
