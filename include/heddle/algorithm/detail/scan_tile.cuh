// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in a single-pass scan: it scans one tile in shared memory. Each thread scans several
// consecutive elements, beginning with the sum of all earlier tiles and all earlier threads.
//
// The scan may be in place: each block writes its results to the elements that it has read.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/running_sum.cuh>
#include <heddle/algorithm/detail/summands.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/detail/value_states.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/shared_element.cuh>
#include <heddle/blocked.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/block_reduce.cuh>
#include <heddle/warp/reduce.cuh>
#include <heddle/warp/scan.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The number of sums in shared memory, in addition to a tile: one for each warp, one for the group's earlier tiles,
//! and one for all earlier groups.
HEDDLE_HOST_DEVICE constexpr std::size_t sums_beside_tile(unsigned threads) { return threads / 32 + 2; }
inline constexpr std::size_t max_scanned_bytes = 8 * 1024;
static_assert((sums_beside_tile(scan_threads) + 1) * max_scanned_bytes <= scan_tile_bytes);
HEDDLE_HOST_DEVICE constexpr unsigned scan_capacity(std::size_t element_bytes, std::size_t items,
                                                    scan_shape const& shape)
{
    std::size_t const fit =
        (shape.tile_bytes - sums_beside_tile(shape.threads) * element_bytes) / (items * element_bytes);
    return static_cast<unsigned>(items * (fit < shape.threads ? fit : shape.threads));
}

//! A pack is the group of elements that a thread loads and stores at once. It has the smallest number of elements whose
//! total size is a multiple of 4 bytes, or 1 element if that size exceeds max_scan_pack_bytes.
inline constexpr unsigned max_scan_pack_bytes = 128;
HEDDLE_HOST_DEVICE constexpr unsigned scan_pack(std::size_t element_bytes)
{
    unsigned const count = 4 / greatest_common_divisor(4, static_cast<unsigned>(element_bytes % 4));
    return count * element_bytes <= max_scan_pack_bytes ? count : 1;
}

//! Returns the number of consecutive elements of a thread. These elements are an odd number of packs, so that the
//! threads of a warp access different banks. Starts with the largest number for which all threads have elements. While
//! the tile is less than nine tenths full, increases the number, so that fewer threads have more elements each.
HEDDLE_HOST_DEVICE constexpr unsigned scan_items(std::size_t element_bytes, scan_shape const& shape)
{
    std::size_t const pack = scan_pack(element_bytes);
    std::size_t const fit = shape.tile_bytes / (shape.threads * element_bytes);
    std::size_t items = fit < pack ? pack : fit - (fit - pack) % (2 * pack);
    auto const capacity = [=](std::size_t i) HEDDLE_INLINE_LAMBDA { return scan_capacity(element_bytes, i, shape); };
    while (capacity(items) * element_bytes < shape.tile_bytes / 10 * 9 &&
           capacity(items) < capacity(items + 2 * pack)) {
        items += 2 * pack;
    }
    return static_cast<unsigned>(items);
}
HEDDLE_HOST_DEVICE constexpr unsigned scan_items(std::size_t element_bytes)
{
    return scan_items(element_bytes, make_scan_shape(element_bytes));
}
HEDDLE_HOST_DEVICE constexpr unsigned scan_capacity(std::size_t element_bytes, scan_shape const& shape)
{
    return scan_capacity(element_bytes, scan_items(element_bytes, shape), shape);
}
HEDDLE_HOST_DEVICE constexpr unsigned scan_capacity(std::size_t element_bytes)
{
    return scan_capacity(element_bytes, make_scan_shape(element_bytes));
}

template <class Value, unsigned Capacity, unsigned Warps, class Summands = own_summands<Value>>
struct scan_memory : Summands::template notes<Capacity> {
    using sum_type = typename Summands::sum_type;
    tile_stages<Value, Capacity> in;  // results replace values
    block_reduce_scratch<sum_type, Warps> of_warps;
    // The sums of the earlier tiles in the group, and of all earlier groups.
    block_reduce_scratch<sum_type, 1> in_group, of_groups;
    std::size_t number;  // the tile's number

    using notes_type = typename Summands::template notes<Capacity>;
    HEDDLE_INLINE notes_type& notes() { return *this; }
};

//! The initial value of a scan, or none.
template <class Value>
struct initial_value {
    static constexpr bool exists = true;
    Value value;
};
template <class Value>
struct no_initial_value {
    static constexpr bool exists = false;
};

//! Calls visit(i, n) for each pack of elements 0 … count - 1. The pack has elements i … i + n - 1; the last pack may
//! have fewer than Pack elements.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Pack, class Visit>
HEDDLE_INLINE void for_each_pack(unsigned count, Visit const& visit)
{
    unsigned i = 0;
    for (; i + Pack <= count; i += Pack) visit(i, Pack);
    if (Pack > 1 && i < count) visit(i, count - i);
}

//! Stores the first `count` elements of a pack to results[k …]. In shared memory, stores the whole pack: there is room
//! for it, and the other elements are never read.
template <class T, unsigned Pack>
HEDDLE_INLINE void store_pack(block_tile<T> const& results, unsigned k, blocked<T, Pack> const& values, unsigned)
{
    detail::store_shared(detail::blocks_of<Pack>(results.data()), k / Pack, values);
}
template <class Range, class T, unsigned Pack>
HEDDLE_INLINE void store_pack(Range const& results, unsigned k, blocked<T, Pack> const& values, unsigned count)
{
    for (unsigned j = 0; j < Pack && j < count; ++j) results.store(k + j, values[j]);
}

//! The two kinds of scans: a result includes the element of its place, or not.
enum class scan_kind { inclusive, exclusive };

//! Claims the next tile of first[0 … count - 1], and scans it. The summands make a Sum of an element, and an element of
//! a Sum (summands.cuh).
HEDDLE_EXEC_CHECK_DISABLE
template <scan_kind Kind, unsigned Items, unsigned Capacity, class Block, class Memory, class In, class Out, class Sum,
          class Initial, class Operation, class Summands = own_summands<Sum>>
HEDDLE_INLINE void scan_share(Block const& block, Memory& memory, look_back<value_states<Sum>> const& shared,
                              In const& first, std::size_t count, Out const& result, Initial const& initial,
                              Operation& operation, Summands&& summands = {})
{
    using value_type = typename decltype(memory.in)::element_type;
    constexpr bool compacts = std::remove_reference_t<Summands>::compacts;
    auto const warp = detail::warp_of(block);
    constexpr unsigned lanes = lane_count_v<decltype(detail::warp_of(block))>;
    unsigned const rank = static_cast<unsigned>(block.thread_rank());
    unsigned const lane = detail::lane_rank(warp);
    unsigned const warp_number = warp.meta_group_rank();
    auto const combine = [&](Sum const& a, Sum const& b)
                             HEDDLE_INLINE_LAMBDA { return detail::converted_to<Sum>(detail::call(operation, a, b)); };

    if (rank == 0) memory.number = detail::claim_tile(shared.claimed);
    block.sync();
    std::size_t const number = memory.number;
    std::size_t const start = number * Capacity;
    auto const tile = detail::load_selectable(
        block, memory.in, first, count, number,
        [&](unsigned loading) HEDDLE_INLINE_LAMBDA { summands.note(block, warp, memory.notes(), start, loading); });
    unsigned const size = tile.size();
    summands.replace(block, tile);

    // Threads without elements have an arbitrary sum, which no later thread adds.
    unsigned const used = (size + Items - 1) / Items;
    unsigned const begin = rank < used ? rank * Items : 0;
    unsigned const own = size - begin < Items ? size - begin : Items;
    constexpr unsigned pack = scan_pack(sizeof(value_type));
    static_assert(Items % pack == 0, "a thread has whole packs");
    auto const* const packs = detail::blocks_of<pack>(tile.data());
    Sum sum(summands.of(memory.notes(), begin, tile.load(begin)));
    detail::for_each_pack<pack>(own, [&](unsigned i, unsigned n) HEDDLE_INLINE_LAMBDA {
        auto const values = detail::load_shared<shared_neighbors::unchanged>(packs, (begin + i) / pack);
        HEDDLE_UNROLL
        for (unsigned j = 0; j < pack; ++j) {
            if (j < n && i + j > 0) {
                sum = combine(sum, summands.of(memory.notes(), begin + i + j, detail::as_element(values)[j]));
            }
        }
    });
    Sum const in_warp = heddle::inclusive_scan(warp, sum, combine);
    Sum const left = heddle::shuffle_up(warp, in_warp, 1);
    if (rank < used && (rank == used - 1 || lane == lanes - 1)) {
        memory.of_warps.write(warp_number, in_warp);
    }
    block.sync();

    // One warp waits for the group's earlier tiles, another warp for the earlier groups.
    std::size_t const group = number / lanes;
    auto const place = static_cast<unsigned>(number % lanes);
    if (warp_number == 0) {
        Sum total = memory.of_warps.read(0);
        for (unsigned w = 1; w * lanes < used; ++w) {
            total = combine(total, memory.of_warps.read(w));
        }
        if constexpr (Initial::exists) {
            if (number == 0) total = combine(initial.value, total);
        }
        Sum in_group = detail::sum_in_group(warp, shared, number, total, combine);
        if constexpr (Initial::exists) {
            if (number == 0) in_group = initial.value;
        }
        if (lane == 0) memory.in_group.write(0, in_group);
    }
    if (group > 0 && warp_number == static_cast<unsigned>(block.num_threads()) / lanes - 1) {
        Sum const of_groups = detail::exclusive_prefix(warp, shared.groups, group, combine);
        if (lane == 0) memory.of_groups.write(0, of_groups);
    }
    block.sync();
    if (group > 0 && place == lanes - 1 && warp_number == 0) {
        Sum all = combine(memory.of_groups.read(0), memory.in_group.read(0));
        for (unsigned w = 0; w * lanes < used; ++w) all = combine(all, memory.of_warps.read(w));
        shared.groups.publish(warp, group, tile_state::inclusive, all);
    }

    auto const out = detail::range_of_selected<value_type>(block, memory.in.memory[0], memory.in.barriers[0],
                                                           result + static_cast<std::ptrdiff_t>(start), size);
    auto const results = detail::results_in_place<compacts>(tile, out);
    if (rank < used) {
        // The initial `left` is a placeholder, which the first add() replaces.
        running_sum<Sum, decltype(combine) const> before{combine, left, false};
        if (group > 0) before.add(memory.of_groups.read(0));
        if (place > 0 || (Initial::exists && number == 0)) before.add(memory.in_group.read(0));
        for (unsigned w = 0; w < warp_number; ++w) before.add(memory.of_warps.read(w));
        if (lane > 0) before.add(left);
        detail::for_each_pack<pack>(own, [&](unsigned i, unsigned n) HEDDLE_INLINE_LAMBDA {
            // Other threads may store results at the same time, in words that contain parts of this thread's elements.
            auto loaded = detail::load_shared<shared_neighbors::written>(packs, (begin + i) / pack);
            blocked<value_type, pack>& sums = detail::as_element(loaded);
            HEDDLE_UNROLL
            for (unsigned j = 0; j < pack; ++j) {
                if (j < n) {
                    // A const reference, so that overload resolution selects no constructor template of the element.
                    Sum const value(
                        summands.of(memory.notes(), begin + i + j, static_cast<value_type const&>(sums[j])));
                    if constexpr (Kind == scan_kind::inclusive) before.add(value);
                    detail::store_plainly(sums.item + j,
                                          summands.result(memory.notes(), start, begin + i + j, before.value));
                    if constexpr (Kind == scan_kind::exclusive) before.add(value);
                }
            }
            detail::store_pack(results, begin + i, sums, n);
        });
    }
    if constexpr (compacts) {
        block.sync();
        summands.write(block, warp, memory.notes(), memory.in.barriers[0], start,
                       block_tile<value_type const>(results));
    } else {
        detail::move_to_range(block, results, out);
        out.publish();
        block.sync();
        out.begin_write_back();
        // The block must not exit before its bulk copies have read shared memory.
        out.await_write_back();
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
