// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Load, store, copy and update by tiles of a block, one for each block.
#pragma once

#include "moves.cuh"

#include <heddle/block_tile.cuh>

namespace heddle_bench {

// Small blocks with small tiles are the fastest.
inline constexpr unsigned tile_threads = 64;

template <class Element>
inline constexpr unsigned tile_elements = heddle::tile_capacity<Element, tile_threads>();
template <class Element>
inline constexpr block_share one_tile{tile_threads, tile_elements<Element>};

template <class Element>
using one_stage = heddle::tile_stages<Element, tile_elements<Element>>;

using tile_block = heddle::this_block<tile_threads>;

//! The index of the block's first struct.
template <class Element>
__device__ __forceinline__ std::size_t tile_start()
{
    return std::size_t{blockIdx.x} * tile_elements<Element>;
}

template <class Element>
__global__ void __launch_bounds__(tile_threads)
    load_block_tile(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    __shared__ one_stage<Element> stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto const* const first = reinterpret_cast<Element const*>(in) + start;
    auto const tile = heddle::load_tile(block, stage, first, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) {
        filter.write(xor_of_words(tile.load(k)), sums + start + k);
    });
}

template <class Element>
__global__ void __launch_bounds__(tile_threads) store_block_tile(std::byte* out, std::size_t count)
{
    __shared__ one_stage<Element> stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto* const first = reinterpret_cast<Element*>(out) + start;
    auto const tile = heddle::make_tile(block, stage, first, count - start);
    heddle::for_each_element(
        block, tile, [&](unsigned k) { tile.store(k, stored_element<Element>(start + k)); });
    heddle::store_tile(block, stage, tile);
}

template <class Element>
__global__ void __launch_bounds__(tile_threads)
    copy_block_tile(std::byte const* in, std::byte* out, in_order places)
{
    __shared__ one_stage<Element> in_stage, out_stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto const* const first = reinterpret_cast<Element const*>(in) + start;
    auto* const to = reinterpret_cast<Element*>(out) + start;
    auto const from = heddle::load_tile(block, in_stage, first, places.count - start);
    auto const tile = heddle::make_tile(block, out_stage, to, places.count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, from.load(k)); });
    heddle::store_tile(block, out_stage, tile);
}

}  // namespace heddle_bench
