// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// update: updates all members of all structs in place. The variant `soa` has one array for each member.
#pragma once

#include "several.cuh"

namespace heddle_bench::update {

template <class Element>
__global__ void __launch_bounds__(tile_threads) update_block_tile(std::byte* array, std::size_t count)
{
    __shared__ one_stage<Element> stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto* const first = reinterpret_cast<Element*>(array) + start;
    auto const tile = heddle::load_tile(block, stage, first, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, updated(tile.load(k))); });
    heddle::store_tile(block, stage, tile);
}

template <class Element>
void add()
{
    add_measurement<Element>("update", "limit",
                             measure_store<flat_word, true>(flat_update, flat_words(sizeof(Element)), flat_share));
    add_update<Element>("plain", update_structs<Element, plainly>);
    add_update<Element>("coalesced", update_structs<Element, coalesced>);
    add_update<Element>("scratch", update_structs<Element, with_scratch>);
    add_update<Element>("block_tile", update_block_tile<Element>, one_tile<Element>);
    add_update<Element>("soa", update_structs<Element, as_soa>);
}

}  // namespace heddle_bench::update
