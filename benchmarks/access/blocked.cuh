// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Load, store and copy of several structs a thread.
#pragma once

#include "moves.cuh"

namespace heddle_bench {

//! Structs of a thread: as many as fill wide words.
template <class Element>
inline constexpr unsigned items_of = sizeof(Element) <= 1   ? 32
                                     : sizeof(Element) <= 2 ? 16
                                     : sizeof(Element) <= 6 ? 8
                                                            : 4;
template <class Element>
inline constexpr block_share blocked_share{block_threads, block_threads* items_of<Element>};

//! The structs of a warp: load, store and what is left of the array.
template <class Element>
struct warp_share {
    static constexpr unsigned items = items_of<Element>;
    using values = heddle::blocked<Element, items>;

    std::size_t first, left;

    __device__ __forceinline__ explicit warp_share(std::size_t count)
    {
        first = (element_index() - this_warp().thread_rank()) * items;
        left = first < count ? count - first : 0;
    }
    __device__ __forceinline__ bool is_whole() const { return left >= lane_count * items; }
    //! The index of the calling lane's first struct.
    __device__ __forceinline__ std::size_t own() const
    {
        return first + this_warp().thread_rank() * items;
    }
    __device__ __forceinline__ values load(std::byte const* in) const
    {
        auto const* const from = reinterpret_cast<Element const*>(in) + first;
        return is_whole() ? heddle::load_contiguous<items>(this_warp(), from)
                          : heddle::load_contiguous<items>(this_warp(), from, left);
    }
    __device__ __forceinline__ void store(std::byte* out, values const& v) const
    {
        auto* const to = reinterpret_cast<Element*>(out) + first;
        if (is_whole()) {
            heddle::store_contiguous<items>(this_warp(), to, v);
        } else {
            heddle::store_contiguous<items>(this_warp(), to, v, left);
        }
    }
};

template <class Element>
__global__ void __launch_bounds__(block_threads)
    load_blocked(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    warp_share<Element> const share(count);
    if (share.left == 0) return;
    auto const values = share.load(in);
    // Tested together: testing each by itself takes longer than loading it.
    std::uint32_t sums_of_all = 0;
#pragma unroll
    for (unsigned i = 0; i < share.items; ++i) sums_of_all ^= xor_of_words(values.item[i]);
    if (!filter.takes(sums_of_all)) return;
#pragma unroll
    for (unsigned i = 0; i < share.items; ++i) {
        if (share.own() + i < count) sums[share.own() + i] = xor_of_words(values.item[i]);
    }
}

template <class Element>
__global__ void __launch_bounds__(block_threads) store_blocked(std::byte* out, std::size_t count)
{
    warp_share<Element> const share(count);
    if (share.left == 0) return;
    typename warp_share<Element>::values values;
#pragma unroll
    for (unsigned i = 0; i < share.items; ++i) {
        values.item[i] = stored_element<Element>(share.own() + i);
    }
    share.store(out, values);
}

template <class Element>
__global__ void __launch_bounds__(block_threads)
    copy_blocked(std::byte const* in, std::byte* out, in_order places)
{
    warp_share<Element> const share(places.count);
    if (share.left == 0) return;
    share.store(out, share.load(in));
}

}  // namespace heddle_bench
