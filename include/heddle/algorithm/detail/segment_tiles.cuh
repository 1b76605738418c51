// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles of a sort of segments, and the segments that lie in several tiles.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A tile has `size` elements. A short segment belongs to the tile in which it begins, even if it ends behind the tile.
//! A longer segment of up to `capacity` elements that ends behind the tile is sorted alone.
struct segment_tile {
    // An odd number of items lets threads that access consecutive items of a merge use different banks.
    static constexpr unsigned threads = 256, items = 7, size = threads * items;
    static constexpr unsigned max_short = 256, capacity = size + max_short, max_unmerged = capacity;
    static_assert(size % 32 == 0 && capacity == 64 * 32);
};

//! A segment. Empty for no segment.
struct segment_range {
    std::size_t begin, end;

    HEDDLE_DEVICE_INLINE bool is_empty() const { return begin >= end; }
    HEDDLE_DEVICE_INLINE std::size_t size() const { return is_empty() ? 0 : end - begin; }
    HEDDLE_DEVICE_INLINE segment_range first(std::size_t most) const
    {
        return {begin, size() < most ? end : begin + most};
    }
    //! Returns the segment, or an empty one if it has at most `most` elements.
    HEDDLE_DEVICE_INLINE segment_range if_longer_than(unsigned most) const
    {
        return size() > most ? *this : segment_range{0, 0};
    }
};

//! The state of all passes.
struct segment_passes {
    unsigned count;    // the number of passes that any segment takes, if the segments are marked
    unsigned arrived;  // blocks that arrived at barriers
};

//! The long segments: those of more than Tile::max_unmerged elements that lie in several tiles. Each tile sorts its part
//! of such a segment. Then each pass merges pairs of parts. segments[t] has elements before tile t and in it.
template <class Tile>
struct long_segments {
    std::size_t count;  // of elements
    segment_range* segments;

    //! Returns the number of tiles of `elements` elements.
    static constexpr std::size_t tile_count(std::size_t elements)
    {
        return elements <= Tile::capacity ? 1 : divide_up(elements, Tile::size);
    }
    HEDDLE_DEVICE_INLINE std::size_t tiles() const { return divide_up(count, Tile::size); }
    //! Returns the segment across the begin of a tile (side 0), or the one that begins there and ends behind it (side 1).
    HEDDLE_DEVICE_INLINE segment_range at(std::size_t tile, unsigned side) const
    {
        std::size_t const place = tile + side;
        segment_range const found = place == 0 || place >= tiles() ? segment_range{0, 0} : segments[place];
        return side == 1 && found.begin < tile * Tile::size ? segment_range{0, 0} : found;
    }
    //! Returns the elements of a range that lie in a tile.
    HEDDLE_DEVICE_INLINE segment_range part_in(std::size_t tile, segment_range const& range) const
    {
        std::size_t const start = tile * Tile::size, rest = count - start;
        std::size_t const end = start + (rest < Tile::size ? rest : Tile::size);
        return {range.begin > start ? range.begin : start, range.end < end ? range.end : end};
    }

    //! Returns the number of passes that merge a long segment.
    HEDDLE_DEVICE_INLINE static unsigned passes_of(segment_range const& segment)
    {
        if (segment.is_empty()) return 0;
        std::size_t const more_tiles = (segment.end - 1) / Tile::size - segment.begin / Tile::size;
        return static_cast<unsigned>(64 - __clzll(static_cast<long long>(more_tiles)));
    }
    //! Returns the parts of a long segment that pass `number` merges in the pair of runs of a tile.
    HEDDLE_DEVICE_INLINE static run_pair<std::size_t> pair_of(std::size_t tile, segment_range const& segment,
                                                              unsigned number)
    {
        std::size_t const run = std::size_t{Tile::size} << number, first = segment.begin / Tile::size;
        std::size_t const begin = (first + ((tile - first) >> number >> 1 << number << 1)) * Tile::size;
        auto const inside = [&](std::size_t place) HEDDLE_INLINE_LAMBDA {
            return place < segment.begin ? segment.begin : place < segment.end ? place : segment.end;
        };
        return {inside(begin), inside(begin + run), inside(begin + 2 * run)};
    }
    //! Notes the segment across the end of a tile if it is long. Sets most_passes to the maximum if it is not null.
    //! Group: a thread of the grid for each tile
    HEDDLE_DEVICE_INLINE void note_behind(std::size_t tile, segment_range const& behind, unsigned* most_passes) const
    {
        segment_range const noted = behind.if_longer_than(Tile::max_unmerged);
        segments[tile + 1] = noted;
        if (most_passes == nullptr || noted.is_empty() || noted.begin < tile * Tile::size) return;
        atomicMax(most_passes, passes_of(noted));
    }
};

//! Returns the segment that has elements before a place and at the place, or an empty one if there is no such segment.
//! Group: a warp
template <class Offsets>
HEDDLE_DEVICE_INLINE segment_range find_segment_across(std::size_t place, Offsets const& offsets,
                                                       std::size_t segment_count, std::size_t count)
{
    unsigned const lane = threadIdx.x % 32;
    auto const offset_at = [&](std::size_t k) {
        return static_cast<std::size_t>(*(offsets + static_cast<std::ptrdiff_t>(k)));
    };
    std::size_t low = 0, high = segment_count;  // the first offset that exceeds the place
    HEDDLE_DO_NOT_UNROLL
    while (low < high) {
        // Each lane probes the last offset of its part, in the last round the only one.
        std::size_t const part = high - low > 32 ? (high - low) / 32 : 1, probe = low + (lane + 1) * part - 1;
        std::uint32_t const votes = __ballot_sync(0xffffffffu, probe < high && offset_at(probe) > place);
        if (votes == 0) {
            low = low + 32 * part < high ? low + 32 * part : high;
        } else {
            std::size_t const number = static_cast<unsigned>(__ffs(static_cast<int>(votes))) - 1;
            high = low + (number + 1) * part - 1;
            low += number * part;
        }
    }
    segment_range found{low > 0 ? offset_at(low - 1) : 0, low < segment_count ? offset_at(low) : count};
    if (found.end > count) found.end = count;
    return found.begin < place && found.end > place ? found : segment_range{0, 0};
}

//! The two arrays between which passes move elements.
template <class Array>
struct segment_arrays {
    Array out, spare;

    //! Returns the array that has the elements of a segment when there are `left` passes to do.
    HEDDLE_DEVICE_INLINE Array with(unsigned left) const { return left % 2 == 0 ? out : spare; }
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
