// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of a block in a merge sort: it loads the elements of its tile, finds their order, and stores them in order.
#pragma once

#include <heddle/algorithm/detail/merge_numbers.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/merge_rows.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/instructions/thread.cuh>

#include <cstddef>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class T>
inline constexpr merge_shape merge_shape_of = make_merge_shape(merge_rows<T>::row_bytes);

//! The shared memory of a block that sorts or merges a tile.
template <class T, std::size_t TileBytes = merge_tile_bytes, unsigned Numbers = 2>
struct merge_memory {
    static constexpr merge_shape shape = make_merge_shape(merge_rows<T>::row_bytes, TileBytes, Numbers);
    static constexpr unsigned capacity = shape.capacity();

    alignas(128) std::byte rows[std::size_t{capacity} * merge_rows<T>::row_bytes];
    alignas(8) row_number numbers[2][capacity];
};

template <class T>
inline constexpr unsigned merge_probe_bytes = 2 * merge_shape_of<T>.probes* merge_rows<T>::row_bytes;

//! Calls an order with two rows.
template <class T, class Order>
struct row_order {
    merge_rows<T> const& rows;
    Order& order;

    HEDDLE_DEVICE_INLINE bool operator()(unsigned a, unsigned b) const
    {
        return static_cast<bool>(detail::call(order, rows[a], rows[b]));
    }
};

//! Sets out[0 … count - 1] to the elements of in[0 … count - 1] in order. in == out is allowed.
//! Group:    all threads of the block
template <class T, class Order>
HEDDLE_DEVICE_INLINE void sort_tile(merge_memory<T>& memory, T const* in, T* out, unsigned count, Order& order)
{
    this_block<merge_shape_of<T>.threads> const block;
    merge_rows<T> const rows(memory.rows);
    rows.load(block, in, count, in, 0);
    block.sync();
    auto const* const sorted =
        detail::sort_numbers<merge_shape_of<T>.items>(block, memory.numbers, count, row_order<T, Order>{rows, order});
    block.sync();
    rows.store(block, out, count, sorted);
}

//! A search by a warp, as thread_search. In every round, the warp loads some pairs of elements to rows, because
//! comparisons that read single bytes would be slow in global memory.
//! Requires: the rows have merge_probe_bytes<T> bytes
//! Group:    a warp
template <class T, class Order>
struct warp_search {
    static constexpr unsigned window = merge_shape_of<T>.probes;

    merge_rows<T> const& rows;
    joined_arrays<T> const& elements;
    Order& order;

    template <class Compared>
    HEDDLE_DEVICE_INLINE std::size_t operator()(std::size_t low, std::size_t high, Compared const& compared) const
    {
        constexpr unsigned probes = window;
        unsigned const lane = detail::thread_in_block() % 32;
        HEDDLE_DO_NOT_UNROLL
        while (low < high) {
            std::size_t const step = (high - low + probes - 1) / probes;
            auto const probe = [&](unsigned k) HEDDLE_INLINE_LAMBDA { return low + (k % probes + 1) * step - 1; };
            rows.load_in_warp(
                elements, 2 * probes, [&](unsigned k) HEDDLE_INLINE_LAMBDA { return probe(k) < high; },
                [&](unsigned k) HEDDLE_INLINE_LAMBDA {
                    compared_elements<std::size_t> const both = compared(probe(k));
                    return k < probes ? both.a : both.b;
                });
            bool const is_behind =
                lane < probes && probe(lane) < high && !row_order<T, Order>{rows, order}(lane, probes + lane);
            unsigned const steps = static_cast<unsigned>(__popc(__ballot_sync(0xffffffffu, is_behind)));
            std::size_t const first_true = probe(steps);
            low += steps * step;
            high = steps < probes && first_true < high ? first_true : high;
            __syncwarp();
        }
        return low;
    }
};

//! Sets out[0 … count - 1] to `count` elements of the merge of two runs of `in`, from element `output` of the merge on.
//! The elements before take taken[0] elements of the first run, and these and the `count` elements take taken[1]. If the
//! order is none, because keys are NaN for example, this may be less than taken[0], or more than taken[0] + count.
//! Group:    all threads of the block
template <class Memory, class T, class Order>
HEDDLE_DEVICE_INLINE void merge_tile(Memory& memory, T const* in, T* out, run_pair<std::size_t> const& pair,
                                     std::size_t output, unsigned count, std::size_t const (&taken)[2], Order& order)
{
    constexpr unsigned items = Memory::shape.items;
    this_block<Memory::shape.threads> const block;
    merge_rows<T> const rows(memory.rows);
    std::size_t const more = taken[1] > taken[0] ? taken[1] - taken[0] : 0;
    unsigned const first_count = more < count ? static_cast<unsigned>(more) : count;
    rows.load(block, in + pair.begin + taken[0], first_count, in + pair.middle + (output - taken[0]),
              count - first_count);
    block.sync();
    unsigned const first = block.thread_rank() * items;
    unsigned const last = first + items < count ? first + items : count;
    if (first < last) {
        detail::merge_part(
            {0, first_count, count}, count, count, first, last, memory.numbers[0],
            [](unsigned k) HEDDLE_INLINE_LAMBDA { return static_cast<row_number>(k); },
            row_order<T, Order>{rows, order});
    }
    block.sync();
    rows.store(block, out, count, memory.numbers[0]);
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
