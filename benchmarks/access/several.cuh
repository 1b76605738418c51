// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores and copies of several structs per thread (blocked), or of one tile per block (block_tile). Flat kernels
// move 16-byte words regardless of structs, as fast as the memory allows. They are the limits for loads, stores,
// updates, and copies in L2.
#pragma once

#include "moves.cuh"

#include <heddle/block/block_tile.cuh>

namespace heddle_bench {

// ---- flat kernels ----

//! Calls visit(k, i) for each word of the calling thread. Word k of the thread is word i of the array.
template <unsigned Words, unsigned Threads, class Visit>
__device__ __forceinline__ void for_each_word(std::size_t share, std::size_t count, Visit const& visit)
{
    std::size_t const first = share * (Words * Threads) + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < Words; ++k) {
        std::size_t const i = first + k * Threads;
        if (i < count) visit(k, i);
    }
}

using flat_word = element<16, 16>;
inline constexpr block_share flat_share{block_threads, 4 * block_threads};

static __global__ void __launch_bounds__(block_threads)
    flat_load(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    auto const* const words = reinterpret_cast<uint4 const*>(in);
    uint4 read[4] = {};
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) { read[k] = words[i]; });
    for_each_word<4, block_threads>(blockIdx.x, count,
                                    [&](unsigned k, std::size_t i) { filter.write(xor_of_words(read[k]), sums + i); });
}

static __global__ void __launch_bounds__(block_threads) flat_store(std::byte* out, std::size_t count)
{
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned, std::size_t i) {
        reinterpret_cast<uint4*>(out)[i] = {stored_word(i, 0), stored_word(i, 1), stored_word(i, 2), stored_word(i, 3)};
    });
}

static __global__ void __launch_bounds__(block_threads) flat_update(std::byte* array, std::size_t count)
{
    auto* const words = reinterpret_cast<uint4*>(array);
    uint4 read[4] = {};
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) { read[k] = words[i]; });
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) {
        uint4 const w = read[k];
        words[i] = {updated_word(w.x), updated_word(w.y), updated_word(w.z), updated_word(w.w)};
    });
}

//! Returns how many 16-byte words there are in an array that is filled with structs.
inline std::size_t flat_words(std::size_t element_bytes, std::size_t bytes = array_bytes())
{
    return element_count(element_bytes, bytes) * element_bytes / sizeof(uint4);
}

// ---- several structs per thread ----

//! The number of structs per thread. Together, the structs of a thread fill wide words.
template <class Element>
inline constexpr unsigned items_of = sizeof(Element) <= 1   ? 32
                                     : sizeof(Element) <= 2 ? 16
                                     : sizeof(Element) <= 6 ? 8
                                                            : 4;
template <class Element>
inline constexpr block_share blocked_share{block_threads, block_threads* items_of<Element>};

//! The structs that the calling thread's warp moves.
template <class Element>
struct warp_share {
    static constexpr unsigned items = items_of<Element>;
    std::size_t first, left;

    __device__ __forceinline__ explicit warp_share(std::size_t count)
    {
        first = (element_index() - this_warp().thread_rank()) * items;
        left = first < count ? count - first : 0;
    }
    //! Returns the index of the calling lane's first struct.
    __device__ __forceinline__ std::size_t own() const { return first + this_warp().thread_rank() * items; }
    //! Calls access(). At the end of the array, where only `left` structs remain, calls access(left) instead.
    template <class Access>
    __device__ __forceinline__ void call(Access const& access) const
    {
        if (left == 0) return;
        if (left >= lane_count * items) {
            access();
        } else {
            access(left);
        }
    }
};

template <class Element>
__global__ void __launch_bounds__(block_threads)
    load_blocked(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    constexpr unsigned items = items_of<Element>;
    warp_share<Element> const share(count);
    auto const* const from = reinterpret_cast<Element const*>(in) + share.first;
    std::size_t const own = share.own();
    share.call([&](auto... rest) {
        auto const values = heddle::load_contiguous<items>(this_warp(), from, rest...);
        // Tests only the combination of all sums, because a test of each sum would take longer than loading the struct.
        std::uint32_t sums_of_all = 0;
#pragma unroll
        for (unsigned i = 0; i < items; ++i) sums_of_all ^= xor_of_words(values.item[i]);
        if (!filter.takes(sums_of_all)) return;
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            if (sizeof...(rest) == 0 || own + i < count) {
                sums[own + i] = xor_of_words(values.item[i]);
            }
        }
    });
}

template <class Element>
__global__ void __launch_bounds__(block_threads) store_blocked(std::byte* out, std::size_t count)
{
    constexpr unsigned items = items_of<Element>;
    warp_share<Element> const share(count);
    auto* const to = reinterpret_cast<Element*>(out) + share.first;
    heddle::blocked<Element, items> values;
#pragma unroll
    for (unsigned i = 0; i < items; ++i) values.item[i] = stored_element<Element>(share.own() + i);
    share.call([&](auto... rest) { heddle::store_contiguous<items>(this_warp(), to, values, rest...); });
}

template <class Element>
__global__ void __launch_bounds__(block_threads) copy_blocked(std::byte const* in, std::byte* out, in_order places)
{
    constexpr unsigned items = items_of<Element>;
    warp_share<Element> const share(places.count);
    auto const* const from = reinterpret_cast<Element const*>(in) + share.first;
    auto* const to = reinterpret_cast<Element*>(out) + share.first;
    share.call([&](auto... rest) {
        auto const values = heddle::load_contiguous<items>(this_warp(), from, rest...);
        heddle::store_contiguous<items>(this_warp(), to, values, rest...);
    });
}

// ---- tiles of a block ----

// Small blocks with small tiles were fastest.
inline constexpr unsigned tile_threads = 64;

template <class Element>
inline constexpr unsigned tile_elements = heddle::tile_capacity<Element, tile_threads>();
template <class Element>
inline constexpr block_share one_tile{tile_threads, tile_elements<Element>};

template <class Element>
using one_stage = heddle::tile_stages<Element, tile_elements<Element>>;

using tile_block = heddle::this_block<tile_threads>;

//! Returns the index of the first struct of the calling thread's block.
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
    heddle::for_each_element(block, tile,
                             [&](unsigned k) { filter.write(xor_of_words(tile.load(k)), sums + start + k); });
}

template <class Element>
__global__ void __launch_bounds__(tile_threads) store_block_tile(std::byte* out, std::size_t count)
{
    __shared__ one_stage<Element> stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto* const first = reinterpret_cast<Element*>(out) + start;
    auto const tile = heddle::make_tile(block, stage, first, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, stored_element<Element>(start + k)); });
    heddle::store_tile(block, stage, tile);
}

template <class Element>
__global__ void __launch_bounds__(tile_threads) copy_block_tile(std::byte const* in, std::byte* out, in_order places)
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
