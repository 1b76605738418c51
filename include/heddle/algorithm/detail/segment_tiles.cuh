// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles of a sort of segments, and the segments that lie in several tiles.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
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
    static constexpr unsigned max_short = 256, capacity = size + max_short;
    static_assert(size % 32 == 0 && capacity == 64 * 32);

    static constexpr std::size_t count(std::size_t elements)
    {
        return elements <= capacity ? 1 : divide_up(elements, size);
    }
};

//! A segment of more than segment_tile::max_short elements that lies in several tiles. Empty for no segment.
struct long_segment {
    std::size_t begin, end;

    HEDDLE_DEVICE_INLINE bool is_empty() const { return begin >= end; }
    HEDDLE_DEVICE_INLINE bool is_sorted_alone() const { return end - begin <= segment_tile::capacity; }
    HEDDLE_DEVICE_INLINE std::size_t first_tile() const { return begin / segment_tile::size; }
    //! Returns the number of passes that merge the segment, each of which halves the number of its parts.
    HEDDLE_DEVICE_INLINE unsigned passes() const
    {
        if (is_empty()) return 0;
        std::size_t const more_tiles = (end - 1) / segment_tile::size - first_tile();
        return static_cast<unsigned>(64 - __clzll(static_cast<long long>(more_tiles)));
    }
};

//! The state of all passes.
struct segment_passes {
    unsigned count;    // the number of passes that any segment takes
    unsigned arrived;  // blocks that arrived at barriers
};

//! The segments of more than segment_tile::capacity elements. segments[t] has elements before tile t and in it.
struct long_segments {
    std::size_t count;  // of elements
    long_segment* segments;

    HEDDLE_DEVICE_INLINE long_segment before(std::size_t tile) const
    {
        return tile == 0 ? long_segment{0, 0} : segments[tile];
    }
    //! Returns the segment that ends behind the tile.
    HEDDLE_DEVICE_INLINE long_segment behind(std::size_t tile) const
    {
        return (tile + 1) * segment_tile::size >= count ? long_segment{0, 0} : segments[tile + 1];
    }
};

//! Returns the segment that has elements before a place and at the place. Returns an empty one if there is no such
//! segment, or if it is short.
//! Group: a warp
template <class Offsets>
HEDDLE_DEVICE_INLINE long_segment find_segment_across(std::size_t place, Offsets const& offsets,
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
    long_segment found{low > 0 ? offset_at(low - 1) : 0, low < segment_count ? offset_at(low) : count};
    if (found.end > count) found.end = count;
    bool const is_across = found.begin < place && found.end > place;
    return is_across && found.end - found.begin > segment_tile::max_short ? found : long_segment{0, 0};
}

//! Keys and indices of elements.
template <class Digits>
struct key_arrays {
    Digits* keys;
    std::uint32_t* indices;

    HEDDLE_DEVICE_INLINE void store(std::size_t to, Digits key, std::size_t index) const
    {
        keys[to] = key;
        indices[to] = static_cast<std::uint32_t>(index);
    }
};

//! The two arrays between which passes move keys and indices.
template <class Digits>
struct segment_arrays {
    key_arrays<Digits> out, spare;

    //! Returns the arrays that have the elements of a segment when there are `left` passes to do.
    HEDDLE_DEVICE_INLINE key_arrays<Digits> with(unsigned left) const { return left % 2 == 0 ? out : spare; }
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
