// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// load, store, copy: move consecutive structs. A thread accesses one struct or several, or a block accesses a tile.
// copy/ACCESS+N: copies structs of some sizes. Each thread also executes N multiply-adds.
#pragma once

#include "several.cuh"

namespace heddle_bench::contiguous {

template <class Element>
void add_three(char const* variant, load_kernel load, store_kernel store, move_kernel<in_order> copy,
               block_share block = {}, std::string const& prefix = "")
{
    std::size_t const count = element_count(sizeof(Element));
    add_measurement<Element>(prefix + "load", variant, measure_load<Element>(load, count, block));
    add_measurement<Element>(prefix + "store", variant, measure_store<Element>(store, count, block));
    add_move<Element>(prefix + "copy", variant, copy, block);
}

template <class Element, class Way>
void add_by(char const* variant, std::string const& prefix = "")
{
    add_three<Element>(variant, load<Element, Way>, store<Element, Way>, move<Element, in_order, Way>, {}, prefix);
}

//! Executes four chains of multiply-adds on the first words of an element. Returns whether the result is 0. In
//! practice, the result is never 0, but the compiler does not know that.
template <unsigned Count, class Element>
__device__ __forceinline__ bool is_zero_after_work(Element const& value)
{
    float x[4];
    std::memcpy(x, &value, sizeof x);
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) x[i % 4] = fmaf(x[i % 4], 1.0001f, 0.5f);
    return x[0] + x[1] + x[2] + x[3] == 0;
}

//! An access with Count multiply-adds after each load.
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

template <class Element, unsigned... Count>
void add_copies_beside_work()
{
    auto const add = [](char const* access, unsigned count, move_kernel<in_order> kernel) {
        add_move<Element>("copy", access + std::string("+") + std::to_string(count), kernel);
    };
    (add("plain", Count, move<Element, in_order, with_work<Count, plainly>>), ...);
    (add("coalesced", Count, move<Element, in_order, with_work<Count, heddle_bench::coalesced>>), ...);
    (add("scratch", Count, move<Element, in_order, with_work<Count, with_scratch>>), ...);
}

//! Adds the limits, plain code, and the fastest forms of heddle. Their patterns begin with `prefix`.
template <class Element>
void add_forms(std::string const& prefix)
{
    std::size_t const words = flat_words(sizeof(Element));
    add_measurement<Element>(prefix + "load", "limit", measure_load<flat_word>(flat_load, words, flat_share));
    add_measurement<Element>(prefix + "store", "limit", measure_store<flat_word>(flat_store, words, flat_share));
    add_measurement<Element>(prefix + "copy", "limit", measure_memcpy<Element>(element_count(sizeof(Element))));
    add_by<Element, plainly>("plain", prefix);
    add_by<Element, heddle_bench::coalesced>("coalesced", prefix);
    add_by<Element, with_scratch>("scratch", prefix);
    if constexpr (sizeof(Element) <= 16) {
        add_three<Element>("blocked", load_blocked<Element>, store_blocked<Element>, copy_blocked<Element>,
                           blocked_share<Element>, prefix);
    }
    add_three<Element>("block_tile", load_block_tile<Element>, store_block_tile<Element>, copy_block_tile<Element>,
                       one_tile<Element>, prefix);
}

template <class Element>
void add()
{
    add_forms<Element>("");
    add_by<Element, by_warp>("tile");
    constexpr bool is_packed = alignof(Element) == packed_alignment(sizeof(Element));
    if constexpr (is_packed && is_one_of<28, 50, 64, 96>(sizeof(Element))) {
        add_copies_beside_work<Element, 160, 192, 256, 512>();
    }
}

}  // namespace heddle_bench::contiguous
