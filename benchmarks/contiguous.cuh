// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Contiguous load, store and copy, one struct a thread: through raw pointers, through coalesced_ptr
// in registers and through shared memory, and by the explicit collectives of a tile; several a
// thread; and a tile of a block.
#pragma once

#include "block_tiles.cuh"
#include "harness.cuh"

#include <heddle/heddle.cuh>

namespace heddle_bench {

//! The same code for both kinds of pointer: that is the library's promise.
template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    load(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    std::size_t const i = element_index();
    if (i >= count) return;
    Element const v = p[i];
    filter.write(xor_of_words(v), sums + i);
}

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) store(std::byte* out, std::size_t count)
{
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    q[i] = stored_element<Element>(i);
}

template <class Element, template <class> class Pointer, unsigned Threads = block_threads>
__global__ void __launch_bounds__(Threads)
    copy(std::byte const* in, std::byte* out, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index<Threads>();
    if (i >= count) return;
    Element const v = p[i];
    q[i] = v;
}

// The collectives need whole tiles, and `count` is a multiple of the block.

template <class Element>
__global__ void __launch_bounds__(block_threads)
    load_tile(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t)
{
    auto const tile = this_warp();
    std::size_t const i = element_index();
    auto const* const first = reinterpret_cast<Element const*>(in) + (i - tile.thread_rank());
    Element const v = heddle::load_contiguous(tile, first);
    filter.write(xor_of_words(v), sums + i);
}

template <class Element>
__global__ void __launch_bounds__(block_threads) store_tile(std::byte* out, std::size_t)
{
    auto const tile = this_warp();
    std::size_t const i = element_index();
    auto* const first = reinterpret_cast<Element*>(out) + (i - tile.thread_rank());
    heddle::store_contiguous(tile, first, stored_element<Element>(i));
}

template <class Element, unsigned Threads = block_threads>
__global__ void __launch_bounds__(Threads)
    copy_tile(std::byte const* in, std::byte* out, std::size_t)
{
    auto const tile = this_warp();
    std::size_t const first = element_index<Threads>() - tile.thread_rank();
    Element const v = heddle::load_contiguous(tile, reinterpret_cast<Element const*>(in) + first);
    heddle::store_contiguous(tile, reinterpret_cast<Element*>(out) + first, v);
}

//! So many structs a thread that they fill wide words.
template <class Element>
inline constexpr unsigned items_of = sizeof(Element) <= 1   ? 32
                                     : sizeof(Element) <= 2 ? 16
                                     : sizeof(Element) <= 6 ? 8
                                                            : 4;
template <class Element>
inline constexpr block_share blocked_share{block_threads, block_threads* items_of<Element>};

//! The place in an array of the first struct of the block's share.
template <class Element>
__device__ __forceinline__ std::size_t blocked_start()
{
    return (element_index() - this_warp().thread_rank()) * items_of<Element>;
}

template <class Element>
__global__ void __launch_bounds__(block_threads)
    load_blocked(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    constexpr unsigned items = items_of<Element>;
    auto const tile = this_warp();
    std::size_t const first = blocked_start<Element>();
    if (first >= count) return;
    auto const* const from = reinterpret_cast<Element const*>(in) + first;
    std::size_t const own = first + tile.thread_rank() * items;
    // Tested together, as each by itself takes longer than to load it.
    auto const use = [&](heddle::blocked<Element, items> const& values, std::size_t end) {
        std::uint32_t sums_of_all = 0;
#pragma unroll
        for (unsigned i = 0; i < items; ++i) sums_of_all ^= xor_of_words(values.item[i]);
        if (!filter.takes(sums_of_all)) return;
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            if (own + i < end) sums[own + i] = xor_of_words(values.item[i]);
        }
    };
    std::size_t const left = count - first;
    if (left >= lane_count * items) {
        use(heddle::load_contiguous<items>(tile, from), own + items);
    } else {
        use(heddle::load_contiguous<items>(tile, from, left), count);
    }
}

template <class Element>
__global__ void __launch_bounds__(block_threads) store_blocked(std::byte* out, std::size_t count)
{
    constexpr unsigned items = items_of<Element>;
    auto const tile = this_warp();
    std::size_t const first = blocked_start<Element>();
    if (first >= count) return;
    auto* const to = reinterpret_cast<Element*>(out) + first;
    heddle::blocked<Element, items> values;
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
        values.item[i] = stored_element<Element>(first + tile.thread_rank() * items + i);
    }
    std::size_t const left = count - first;
    if (left >= lane_count * items) {
        heddle::store_contiguous<items>(tile, to, values);
    } else {
        heddle::store_contiguous<items>(tile, to, values, left);
    }
}

template <class Element>
__global__ void __launch_bounds__(block_threads)
    copy_blocked(std::byte const* in, std::byte* out, std::size_t count)
{
    constexpr unsigned items = items_of<Element>;
    auto const tile = this_warp();
    std::size_t const first = blocked_start<Element>();
    if (first >= count) return;
    auto const* const from = reinterpret_cast<Element const*>(in) + first;
    auto* const to = reinterpret_cast<Element*>(out) + first;
    std::size_t const left = count - first;
    if (left >= lane_count * items) {
        heddle::store_contiguous<items>(tile, to, heddle::load_contiguous<items>(tile, from));
    } else {
        auto const values = heddle::load_contiguous<items>(tile, from, left);
        heddle::store_contiguous<items>(tile, to, values, left);
    }
}

template <class Element>
void add_loads()
{
    element_shape const shape = shape_of<Element>();
    add_load_limit(shape);
    add_load("plain", shape, load<Element, plain_ptr>);
    add_load("coalesced", shape, load<Element, coalesced_ptr>);
    add_load("tile", shape, load_tile<Element>);
    add_load("scratch", shape, load<Element, scratch_ptr>);
    if constexpr (sizeof(Element) <= 16) {
        add_load("blocked", shape, load_blocked<Element>, blocked_share<Element>);
    }
    add_load("block_tile", shape, load_block_tile<Element>, one_tile<Element>);
}

template <class Element>
void add_stores()
{
    element_shape const shape = shape_of<Element>();
    add_store_limit(shape);
    add_store("plain", shape, store<Element, plain_ptr>);
    add_store("coalesced", shape, store<Element, coalesced_ptr>);
    add_store("tile", shape, store_tile<Element>);
    add_store("scratch", shape, store<Element, scratch_ptr>);
    if constexpr (sizeof(Element) <= 16) {
        add_store("blocked", shape, store_blocked<Element>, blocked_share<Element>);
    }
    add_store("block_tile", shape, store_block_tile<Element>, one_tile<Element>);
}

template <class Element>
void add_copies()
{
    element_shape const shape = shape_of<Element>();
    add_copy_limit(shape);
    add_copy("plain", shape, copy<Element, plain_ptr>);
    add_copy("coalesced", shape, copy<Element, coalesced_ptr>);
    add_copy("tile", shape, copy_tile<Element>);
    add_copy("scratch", shape, copy<Element, scratch_ptr>);
    if constexpr (sizeof(Element) <= 16) {
        add_copy("blocked", shape, copy_blocked<Element>, blocked_share<Element>);
    }
    add_copy("block_tile", shape, copy_block_tile<Element>, one_tile<Element>);
}

}  // namespace heddle_bench
