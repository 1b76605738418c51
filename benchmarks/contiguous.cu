// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Contiguous load, store and copy, one struct a thread: through raw pointers, through
// coalesced_ptr, and by the explicit collectives of a tile.

#include "harness.cuh"

#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

namespace heddle_bench {
namespace {

template <class T>
using plain_ptr = T*;

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

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    copy(std::byte const* in, std::byte* out, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    Element const v = p[i];
    q[i] = v;
}

__device__ __forceinline__ auto this_warp()
{
    namespace cg = cooperative_groups;
    return cg::tiled_partition<lane_count>(cg::this_thread_block());
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

template <class Element>
__global__ void __launch_bounds__(block_threads)
    copy_tile(std::byte const* in, std::byte* out, std::size_t)
{
    auto const tile = this_warp();
    std::size_t const first = element_index() - tile.thread_rank();
    Element const v = heddle::load_contiguous(tile, reinterpret_cast<Element const*>(in) + first);
    heddle::store_contiguous(tile, reinterpret_cast<Element*>(out) + first, v);
}

// The limit stands right before what is compared with it, so that both see the same clocks.

struct load_benchmarks {
    template <class Element>
    void operator()(Element) const
    {
        element_shape const shape = shape_of<Element>();
        add_load_limit(shape);
        add_load("plain", shape, load<Element, plain_ptr>);
        add_load("coalesced", shape, load<Element, heddle::coalesced_ptr>);
        add_load("tile", shape, load_tile<Element>);
    }
};

struct store_benchmarks {
    template <class Element>
    void operator()(Element) const
    {
        element_shape const shape = shape_of<Element>();
        add_store_limit(shape);
        add_store("plain", shape, store<Element, plain_ptr>);
        add_store("coalesced", shape, store<Element, heddle::coalesced_ptr>);
        add_store("tile", shape, store_tile<Element>);
    }
};

struct copy_benchmarks {
    template <class Element>
    void operator()(Element) const
    {
        element_shape const shape = shape_of<Element>();
        add_copy_limit(shape);
        add_copy("plain", shape, copy<Element, plain_ptr>);
        add_copy("coalesced", shape, copy<Element, heddle::coalesced_ptr>);
        add_copy("tile", shape, copy_tile<Element>);
    }
};

}  // namespace

void register_contiguous()
{
    for_each_element(load_benchmarks{});
    for_each_element(store_benchmarks{});
    for_each_element(copy_benchmarks{});
}

}  // namespace heddle_bench
