// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides segments into batches. A segment consists of consecutive values with equal keys; its values 0 … 31 are a
// batch, and so are its values 32 … 63, and so on. Each block finds the batches that begin in its tile. The places of
// batches depend on the keys alone, not on tiles.
//
// If a segment has several batches, their sums are a segment of another array, which begins at sums_begin(k) if the
// segment begins at value k. Such segments do not overlap. Proof: a segment of m > 32 values that begins at k has n =
// ceil(m / 32) sums, at places up to 2·floor(k / 32) + n - 1. The next segment begins at k + m or later, so its sums
// begin at 2·floor((k + m) / 32) ≥ 2·floor(k / 32) + 2·(n - 1) or later. As n is at least 2, 2·(n - 1) is at least n.
#pragma once

#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/scan.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The most values of a batch. Results of deterministic_scatter_add depend on it.
inline constexpr unsigned batch_values = 32;

//! Returns where the sums of a segment begin.
HEDDLE_HOST_DEVICE constexpr std::size_t sums_begin(std::size_t segment_begin)
{
    return 2 * (segment_begin / batch_values);
}
//! Returns the number of places for the sums of `count` values.
HEDDLE_HOST_DEVICE constexpr std::size_t places_of_sums(std::size_t count)
{
    return count == 0 ? 0 : detail::sums_begin(count - 1) + 1;
}

//! The segments and batches of a tile, and of the 32 values that follow it, in shared memory. A row has one value for
//! each lane of a warp.
template <unsigned Lanes>
struct batch_memory {
    static constexpr unsigned lanes = Lanes;
    static constexpr unsigned value_count = batch_tile + batch_values;
    static constexpr unsigned row_count = value_count / Lanes;

    std::uint32_t segment_begins[row_count];  // bit l: whether a segment begins at value l of the row
    std::uint32_t batch_begins[row_count];
    std::size_t segment_before[row_count];  // where the segment of the value before the row begins
    std::uint16_t batches_before[row_count];
    std::uint16_t batch[value_count];  // where each batch begins in the tile
    unsigned batch_count;              // batches that begin in the tile

    //! Returns where the segment of value `place` of the tile begins. The tile begins at value `start`.
    HEDDLE_INLINE std::size_t segment_of(std::size_t start, unsigned place) const
    {
        unsigned const r = place / Lanes;
        std::uint32_t const begins = segment_begins[r] & 0xffffffffu >> (31 - place % Lanes);
        return begins == 0 ? segment_before[r] : start + r * Lanes + highest_lane(begins);
    }
    HEDDLE_INLINE bool begins_segment(unsigned place) const
    {
        return (segment_begins[place / Lanes] >> place % Lanes & 1u) != 0;
    }
};

//! Calls visit(r, place) in each lane for each row r, where `place` is the lane's value.
template <class Memory, class Block, class Warp, class Visit>
HEDDLE_INLINE void for_each_row(Block const& block, Warp const& warp, Visit const& visit)
{
    unsigned const warps = static_cast<unsigned>(block.num_threads()) / Memory::lanes;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned r = warp.meta_group_rank(); r < Memory::row_count; r += warps) {
        visit(r, r * Memory::lanes + detail::lane_rank(warp));
    }
}

//! Calls put(r, before + of(0) + … + of(r - 1)) for each row r, where + stands for the operation.
template <class Memory, class Warp, class Value, class Operation, class Of, class Put>
HEDDLE_INLINE void scan_rows(Warp const& warp, Value before, Operation operation, Of const& of, Put const& put)
{
    HEDDLE_DO_NOT_UNROLL
    for (unsigned first = 0; first < Memory::row_count; first += Memory::lanes) {
        unsigned const r = first + detail::lane_rank(warp);
        Value const own = r < Memory::row_count ? of(r) : Value{};
        Value const sum = heddle::exclusive_scan(warp, own, operation, before);
        if (r < Memory::row_count) put(r, sum);
        before = heddle::shuffle(warp, static_cast<Value>(operation(sum, own)), Memory::lanes - 1);
    }
}

//! Finds the batches of the tile that begins at value `start`.
//! Values:   key(k) is the key of value k; segment_begin(warp, k) returns where the segment of value k begins, or k if
//!           value k does not exist
//! Group:    all threads of the block, converged
template <class Block, class Warp, class Memory, class Values>
HEDDLE_INLINE void find_batches(Block const& block, Warp const& warp, Memory& memory, Values const& values,
                                std::size_t start)
{
    constexpr unsigned lanes = Memory::lanes;
    static_assert(lane_count_v<Warp> == lanes && Memory::value_count % lanes == 0);
    bool const is_first_lane = detail::lane_rank(warp) == 0;
    bool const is_first_warp = warp.meta_group_rank() == 0;
    detail::for_each_row<Memory>(block, warp, [&](unsigned r, unsigned place) HEDDLE_INLINE_LAMBDA {
        std::size_t const k = start + place;
        bool const begins = k == 0 || k >= values.count || values.key(k) != values.key(k - 1);
        std::uint32_t const all = warp.ballot(begins);
        if (is_first_lane) memory.segment_begins[r] = all;
    });
    block.sync();
    if (is_first_warp) {
        std::size_t const begin = memory.begins_segment(0) ? start : values.segment_begin(warp, start);
        detail::scan_rows<Memory>(
            warp, begin, maximum{},
            [&](unsigned r) HEDDLE_INLINE_LAMBDA -> std::size_t {
                std::uint32_t const begins = memory.segment_begins[r];
                return begins == 0 ? 0 : start + r * lanes + highest_lane(begins);
            },
            [&](unsigned r, std::size_t before) HEDDLE_INLINE_LAMBDA { memory.segment_before[r] = before; });
    }
    block.sync();
    detail::for_each_row<Memory>(block, warp, [&](unsigned r, unsigned place) HEDDLE_INLINE_LAMBDA {
        std::uint32_t const all = warp.ballot((start + place - memory.segment_of(start, place)) % batch_values == 0);
        if (is_first_lane) memory.batch_begins[r] = all;
    });
    block.sync();
    if (is_first_warp) {
        detail::scan_rows<Memory>(
            warp, 0u, plus{}, [&](unsigned r) HEDDLE_INLINE_LAMBDA { return count_of_lanes(memory.batch_begins[r]); },
            [&](unsigned r, unsigned before)
                HEDDLE_INLINE_LAMBDA { memory.batches_before[r] = static_cast<std::uint16_t>(before); });
    }
    block.sync();
    // All values after the last one begin segments, so a batch ends where the next one begins.
    std::size_t const left = values.count - start;
    unsigned const last = left < batch_tile ? static_cast<unsigned>(left) - 1 : batch_tile - 1;
    detail::for_each_row<Memory>(block, warp, [&](unsigned r, unsigned place) HEDDLE_INLINE_LAMBDA {
        std::uint32_t const begins = memory.batch_begins[r] & 0xffffffffu >> (31 - place % lanes);
        unsigned const batches = memory.batches_before[r] + count_of_lanes(begins);
        if ((begins >> place % lanes & 1u) != 0) memory.batch[batches - 1] = static_cast<std::uint16_t>(place);
        if (place == last) memory.batch_count = batches;
    });
    block.sync();
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
