// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// load, store, copy: consecutive structs, one a thread or several a thread, and a tile of a block.
#pragma once

#include "flat.cuh"
#include "several.cuh"

namespace heddle_bench::contiguous {

template <class Element>
void add_three(char const* variant, load_kernel load, store_kernel store, move_kernel<in_order> copy,
               block_share block = {})
{
    element_shape const shape = shape_of<Element>();
    std::size_t const count = element_count(shape.bytes);
    add_measurement(name_of("load", variant, shape), measure_load(load, shape.bytes, count, block));
    add_measurement(name_of("store", variant, shape), measure_store(store, shape.bytes, count, block));
    add_move("copy", variant, shape, copy, block);
}

template <class Element, class Way>
void add_by(char const* variant)
{
    add_three<Element>(variant, load<Element, Way>, store<Element, Way>, move<Element, in_order, Way>);
}

template <class Element>
void add()
{
    element_shape const shape = shape_of<Element>();
    std::size_t const words = flat_words(shape.bytes);
    add_measurement(name_of("load", "limit", shape), measure_flat_load(shape.bytes));
    add_measurement(name_of("store", "limit", shape), measure_store(flat_store, sizeof(uint4), words, flat_share));
    add_measurement(name_of("copy", "limit", shape), measure_memcpy(shape.bytes, element_count(shape.bytes)));
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
