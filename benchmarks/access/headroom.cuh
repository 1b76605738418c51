// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// copy/ACCESS+N: copies in which each thread also executes N multiply-adds. Their limit is copy/limit.
#pragma once

#include "moves.cuh"

namespace heddle_bench::headroom {

//! Executes four chains of multiply-adds on an element's first words. Returns whether the result is 0, which
//! practically never happens, but the compiler does not know this.
template <unsigned Count, class Element>
__device__ __forceinline__ bool is_zero_after_work(Element const& value)
{
    float x[4];
    std::memcpy(x, &value, sizeof x);
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) x[i % 4] = fmaf(x[i % 4], 1.0001f, 0.5f);
    return x[0] + x[1] + x[2] + x[3] == 0;
}

//! Access with multiply-adds after each load.
template <unsigned Count, class Way>
struct with_work : Way {
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        Element v = Way::load(array, i);
        if (is_zero_after_work<Count>(v)) v.members[0] ^= 1;
        return v;
    }
};

template <unsigned Count, class Element>
void add_copies()
{
    std::string const work = '+' + std::to_string(Count);
    add_move<Element>("copy", "plain" + work, move<Element, in_order, with_work<Count, plainly>>);
    add_move<Element>("copy", "coalesced" + work, move<Element, in_order, with_work<Count, coalesced>>);
    add_move<Element>("copy", "scratch" + work, move<Element, in_order, with_work<Count, with_scratch>>);
}

template <class Element>
void add()
{
    add_copies<160, Element>();
    add_copies<192, Element>();
    add_copies<256, Element>();
    add_copies<512, Element>();
}

}  // namespace heddle_bench::headroom
