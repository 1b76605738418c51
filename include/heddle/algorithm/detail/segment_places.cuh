// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The places of a tile where segments begin and end.
#pragma once

#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Where segments begin in a tile, and where they end.
struct segment_places {
    static constexpr unsigned words = segment_tile::capacity / 32;

    std::uint32_t bits[words];    // a bit for each element, which is set if a segment begins there
    std::uint16_t before[words];  // the place of the last bit before each word, or 0
    std::uint16_t behind[words];  // the place of the first bit behind each word, or the number of elements

    //! Sets the bits of the tile that begins at element `start`. If `marks` is null, reads all offsets.
    //! Group: all threads of the block
    template <class Offsets>
    HEDDLE_DEVICE_INLINE void mark(std::uint32_t const* marks, std::size_t start, std::size_t count,
                                   Offsets const& offsets, std::size_t segment_count)
    {
        for (unsigned word = threadIdx.x; word < words; word += blockDim.x) {
            std::size_t const at = start + 32 * word;
            bits[word] = marks != nullptr && at < count ? marks[at / 32] : 0;
        }
        if (marks != nullptr) return;
        __syncthreads();
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t s = threadIdx.x; s < segment_count; s += blockDim.x) {
            auto const begin = static_cast<std::size_t>(*(offsets + static_cast<std::ptrdiff_t>(s)));
            if (begin < start || begin >= count || begin - start >= 32 * words) continue;
            atomicOr(&bits[(begin - start) / 32], std::uint32_t{1} << (begin - start) % 32);
        }
    }
    //! Sets `before` and `behind`.
    //! Group: a warp
    HEDDLE_DEVICE_INLINE void scan(unsigned lane, unsigned count)
    {
        unsigned const first = 64 * lane, second = first + 32;
        std::uint32_t const a = bits[2 * lane], b = bits[2 * lane + 1];
        unsigned const last_of_a = a != 0 ? first + 31 - static_cast<unsigned>(__clz(static_cast<int>(a))) : 0;
        unsigned const first_of_b = b != 0 ? second + static_cast<unsigned>(__ffs(static_cast<int>(b))) - 1 : count;
        unsigned last = b != 0 ? second + 31 - static_cast<unsigned>(__clz(static_cast<int>(b))) : last_of_a;
        unsigned next = a != 0 ? first + static_cast<unsigned>(__ffs(static_cast<int>(a))) - 1 : first_of_b;
        HEDDLE_UNROLL
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            unsigned const other_last = __shfl_up_sync(0xffffffffu, last, distance);
            unsigned const other_next = __shfl_down_sync(0xffffffffu, next, distance);
            if (lane >= distance && other_last > last) last = other_last;
            if (lane + distance < 32 && other_next < next) next = other_next;
        }
        last = __shfl_up_sync(0xffffffffu, last, 1);
        next = __shfl_down_sync(0xffffffffu, next, 1);
        if (lane == 0) last = 0;
        if (lane == 31) next = count;
        before[2 * lane] = static_cast<std::uint16_t>(last);
        before[2 * lane + 1] = static_cast<std::uint16_t>(last_of_a > last ? last_of_a : last);
        behind[2 * lane] = static_cast<std::uint16_t>(first_of_b < next ? first_of_b : next);
        behind[2 * lane + 1] = static_cast<std::uint16_t>(next);
    }
    //! Returns the beginning of the segment of an element.
    HEDDLE_DEVICE_INLINE unsigned begin_of(unsigned place) const
    {
        std::uint32_t const found = bits[place / 32] & (std::uint32_t{2} << place % 32) - 1;
        return found != 0 ? place / 32 * 32 + 31 - static_cast<unsigned>(__clz(static_cast<int>(found)))
                          : before[place / 32];
    }
    //! Returns the place of the first segment that begins at `place` or behind it.
    HEDDLE_DEVICE_INLINE unsigned next_from(unsigned place) const
    {
        std::uint32_t const found = bits[place / 32] & ~((std::uint32_t{1} << place % 32) - 1);
        return found != 0 ? place / 32 * 32 + static_cast<unsigned>(__ffs(static_cast<int>(found))) - 1
                          : behind[place / 32];
    }
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
