// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: which lanes of a tile want an element, and where their elements lie.
#pragma once

#include "config.cuh"
#include "network.hpp"
#include "plan.hpp"
#include "shuffle.cuh"
#include "tile.cuh"
#include "word_access.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

struct every_lane {
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE unsigned first() const { return 0; }
};

struct lanes_of_mask {
    unsigned mask;
    bool own;  // whether the asking lane is one of them

    HEDDLE_INLINE unsigned count(unsigned) const
    {
#if defined(__CUDA_ARCH__)
        return static_cast<unsigned>(__popc(mask));
#else
        unsigned bits = 0;
        for (unsigned rest = mask; rest != 0; rest &= rest - 1) ++bits;
        return bits;
#endif
    }
    HEDDLE_INLINE bool lane(unsigned) const { return own; }
    HEDDLE_INLINE unsigned first() const
    {
#if defined(__CUDA_ARCH__)
        return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
#else
        return ceil_log2(mask & (0u - mask));
#endif
    }
};

struct first_lanes {
    unsigned behind_last;

    HEDDLE_INLINE static first_lanes of(std::size_t count, unsigned lane_count)
    {
        return {count < lane_count ? static_cast<unsigned>(count) : lane_count};
    }
    HEDDLE_INLINE unsigned count(unsigned) const { return behind_last; }
    HEDDLE_INLINE bool lane(unsigned l) const { return l < behind_last; }
    HEDDLE_INLINE unsigned first() const { return 0; }
};

//! Where a tile's elements lie: in a row, or this lane's at base + offset * unit bytes.
template <class Byte>
struct element_places {
    static constexpr std::int32_t unwanted = INT32_MIN;

    Byte* base;
    bool consecutive;  // lane l's element, if it wants one, lies l elements behind base
    bool whole_words =
        true;  // unless elements straddle words: each may be moved at once, once asked
    std::int32_t offset = 0;  // `unwanted` in lanes that want no element
    std::int32_t unit = 0;    // the same in all lanes

    HEDDLE_INLINE Byte* at(std::int32_t any_offset) const
    {
#if defined(__CUDA_ARCH__)
        Byte* address;  // one instruction, where nvcc 13.0 makes four of a product of 64 bits
        asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(address) : "r"(any_offset), "r"(unit), "l"(base));
        return address;
#else
        return base + std::int64_t{any_offset} * unit;
#endif
    }
};

//! Whether consecutive elements begin with whole words, or need not.
template <class Element, class Byte>
HEDDLE_INLINE bool words_are_whole(Byte* first)
{
    constexpr plan p = plan_of<Element>();
    return p.straddles() || p.alignment >= p.word_bytes || offset_in_word(first, p.word_bytes) == 0;
}

//! The same of a tile's elements, the first of which is the same in all lanes. It is a vote, so that the
//! compiler knows that they all go the same way from here on.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte>
HEDDLE_INLINE bool words_are_whole(Tile const& tile, Byte* first)
{
    constexpr plan p = plan_of<Element>();
    if constexpr (p.straddles() || p.alignment >= p.word_bytes) return true;
    return tile.all(words_are_whole<Element>(first));
}

//! Whether elements are consecutive and begin with whole words, or need not.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte>
HEDDLE_INLINE bool are_in_whole_words(Tile const& tile, element_places<Byte>& places)
{
    if (places.consecutive) places.whole_words = words_are_whole<Element>(tile, places.base);
    return places.consecutive && places.whole_words;
}

//! Whether they may be moved as rows of whole words, with nothing to ask on the way.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte, class Lanes>
HEDDLE_INLINE bool are_in_whole_rows(Tile const& tile, element_places<Byte>& places,
                                     Lanes const& wanted)
{
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    return are_in_whole_words<Element>(tile, places) && wanted.count(p.lane_count) == p.lane_count;
}

//! How many units `bytes` are; `unwanted` where that is no 32-bit number.
template <std::int32_t Unit>
HEDDLE_INLINE std::int32_t offset_of(std::int64_t bytes)
{
    std::int32_t const offset = static_cast<std::int32_t>(bytes / Unit);
    return std::int64_t{offset} * Unit == bytes ? offset : element_places<std::byte>::unwanted;
}

//! Whether lanes can be asked if they have the same number without a shuffle.
template <class Tile>
HEDDLE_HOST_DEVICE constexpr bool can_match()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    return has_consecutive_lanes<Tile>::value;
#else
    return false;
#endif
}

//! Whether all lanes have the same number.
//! Requires: can_match<Tile>()
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile>
HEDDLE_INLINE bool all_match([[maybe_unused]] Tile const& tile,
                             [[maybe_unused]] std::uintptr_t number)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    int same;
    __match_all_sync(mask_of_tile<Tile>(), std::uint64_t{number}, &same);
    // Of a vote the compiler knows that all lanes have the same answer.
    return tile.all(same != 0);
#else
    return false;
#endif
}

//! Elements that lie anywhere.
template <class Element>
struct anywhere {
    //! Where the tile would begin if its elements were consecutive, and whether they are.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE element_places<Byte> begin(Tile const& tile, Byte* own, Lanes const& wanted) const
    {
        std::uintptr_t const first =
            reinterpret_cast<std::uintptr_t>(own) - lane_rank(tile) * sizeof(Element);
        std::uintptr_t base = first;
        bool consecutive = wanted.count(lane_count_v<Tile>) == lane_count_v<Tile>;
        if constexpr (can_match<Tile>()) {
            consecutive = consecutive && all_match(tile, first);
            if (!consecutive) base = shuffle(tile, first, wanted.first());
        } else {
            base = shuffle(tile, first, wanted.first());
            consecutive = consecutive && tile.all(first == base);
        }
        return {reinterpret_cast<Byte*>(base), consecutive};
    }

    //! Finds offsets from there, counted in units of the alignment or, where 32 bits of those do not
    //! reach, in elements. False where these do not either.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE bool spread(Tile const& tile, Byte* own, Lanes const& wanted,
                              element_places<Byte>& places) const
    {
        constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
        constexpr auto element_bytes = static_cast<std::int32_t>(p.element_bytes);
        constexpr auto part_bytes = static_cast<std::int32_t>(p.part_bytes());
        bool const idle = !wanted.lane(lane_rank(tile));
        auto const apart = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(own) -
                                                     reinterpret_cast<std::uintptr_t>(places.base));
        if constexpr (p.alignment < p.word_bytes && !p.straddles()) {
            places.whole_words = tile.all(idle || offset_in_word(own, p.word_bytes) == 0);
        }
        places.unit = part_bytes;
        places.offset = offset_of<part_bytes>(apart);
        if (!tile.all(idle || places.offset != places.unwanted)) {
            places.unit = element_bytes;
            places.offset = offset_of<element_bytes>(apart);
            if (!tile.all(idle || places.offset != places.unwanted)) return false;
        }
        if (idle) places.offset = places.unwanted;
        return true;
    }
};

//! Elements that lie side by side, lane 0's first.
template <class Element>
struct contiguous_from {
    Element* first;

    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE element_places<Byte> begin(Tile const&, Byte*, Lanes const&) const
    {
        return {of_unknown_origin(reinterpret_cast<Byte*>(first)), true};
    }

    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE bool spread(Tile const& tile, Byte*, Lanes const& wanted,
                              element_places<Byte>& places) const
    {
        constexpr plan p = plan_of<std::remove_const_t<Element>, lane_count_v<Tile>>();
        unsigned const lane = lane_rank(tile);
        places.unit = static_cast<std::int32_t>(p.element_bytes);
        places.offset = wanted.lane(lane) ? static_cast<std::int32_t>(lane) : places.unwanted;
        return true;
    }
};

}  // namespace heddle::detail
