// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// load, store, copy: consecutive structs. A thread accesses one struct or several, or a block accesses a tile.
#pragma once

#include "flat.cuh"
#include "several.cuh"

namespace heddle_bench::contiguous {

template <class Element>
void add_three(char const* variant, load_kernel load, store_kernel store, move_kernel<in_order> copy,
               block_share block = {})
{
    std::size_t const count = element_count(sizeof(Element));
    add_measurement<Element>("load", variant, measure_load(load, sizeof(Element), count, block));
    add_measurement<Element>("store", variant, measure_store(store, sizeof(Element), count, block));
    add_move<Element>("copy", variant, copy, block);
}

template <class Element, class Way>
void add_by(char const* variant)
{
    add_three<Element>(variant, load<Element, Way>, store<Element, Way>, move<Element, in_order, Way>);
}

template <class Element>
void add()
{
    std::size_t const words = flat_words(sizeof(Element));
    add_measurement<Element>("load", "limit", measure_flat_load(words));
    add_measurement<Element>("store", "limit", measure_store(flat_store, sizeof(uint4), words, flat_share));
    add_measurement<Element>("copy", "limit", measure_memcpy(sizeof(Element), element_count(sizeof(Element))));
    add_by<Element, plainly>("plain");
    add_by<Element, heddle_bench::coalesced>("coalesced");
    add_by<Element, by_warp>("tile");
    add_by<Element, with_scratch>("scratch");
    if constexpr (sizeof(Element) <= 16) {
        add_three<Element>("blocked", load_blocked<Element>, store_blocked<Element>, copy_blocked<Element>,
                           blocked_share<Element>);
    }
    add_three<Element>("block_tile", load_block_tile<Element>, store_block_tile<Element>, copy_block_tile<Element>,
                       one_tile<Element>);
}

}  // namespace heddle_bench::contiguous
