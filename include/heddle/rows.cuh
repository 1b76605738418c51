// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: where the words of a tile's elements lie in memory, row by row, and their way from there
// into registers and back.
#pragma once

#include "config.cuh"
#include "plan.hpp"
#include "shuffle.cuh"
#include "tile.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Tells the compiler that a pointer is to global memory, so that it emits global accesses also
//! where the address came out of a shuffle.
template <class T>
HEDDLE_INLINE T* assume_global(T* pointer)
{
#if defined(__CUDA_ARCH__)
    HEDDLE_EXPECTS(__isGlobal(pointer), "the elements must lie in global memory");
    __builtin_assume(__isGlobal(pointer));
#endif
    return pointer;
}

HEDDLE_EXEC_CHECK_DISABLE
template <bool Stores, class Tile>
HEDDLE_INLINE void announce_access(Tile const& tile, void const* address, unsigned bytes,
                                   bool wanted)
{
    if constexpr (observes_accesses<Tile>::value) {
        tile.observe_access(Stores, wanted ? address : nullptr, bytes);
    }
}

// Which lanes' elements are wanted. Word e of the tile belongs to element e div m.

struct every_lane {
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE bool word(unsigned, unsigned) const { return true; }
    HEDDLE_INLINE unsigned first() const { return 0; }
};

struct lanes_of_mask {
    unsigned mask;  // not 0

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
    HEDDLE_INLINE bool lane(unsigned l) const { return (mask >> l & 1u) != 0; }
    HEDDLE_INLINE bool word(unsigned e, unsigned word_count) const { return lane(e / word_count); }
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
    HEDDLE_INLINE bool word(unsigned e, unsigned word_count) const
    {
        return e < behind_last * word_count;
    }
};

//! Where a tile's elements lie: lane l owns the element at base + offset * unit bytes.
template <class Byte>
struct element_places {
    Byte* base;
    std::int32_t offset;
    std::int32_t unit;  // the same in all lanes; 0: element l follows base; negative: out of reach

    HEDDLE_INLINE static element_places side_by_side(Byte* first) { return {first, 0, 0}; }
    HEDDLE_INLINE static element_places nowhere() { return {nullptr, 0, -1}; }
    HEDDLE_INLINE bool are_side_by_side() const { return unit == 0; }
    HEDDLE_INLINE bool in_reach() const { return unit >= 0; }
};

//! Finds the places of elements that lie anywhere. One lane's address is broadcast: it tells
//! whether the tile is contiguous, and the others become 32-bit offsets from it, counted in words
//! or, where that does not reach, in elements.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte, class Lanes>
HEDDLE_INLINE element_places<Byte> locate_elements(Tile const& tile, Byte* own, Lanes const& wanted)
{
    using places = element_places<Byte>;
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    constexpr std::int32_t element_bytes = static_cast<std::int32_t>(p.element_bytes);
    constexpr std::int32_t word_bytes = static_cast<std::int32_t>(p.word_bytes);

    std::int32_t const lane = static_cast<std::int32_t>(tile.thread_rank());
    std::int32_t const leader = static_cast<std::int32_t>(wanted.first());
    bool const idle = !wanted.lane(tile.thread_rank());
    Byte* const base = shuffle(tile, own, wanted.first());
    std::int64_t const apart = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(own) -
                                                         reinterpret_cast<std::uintptr_t>(base));
    if (tile.all(idle || apart == (lane - leader) * element_bytes)) {
        return places::side_by_side(base - leader * element_bytes);
    }
    std::int32_t offset = static_cast<std::int32_t>(apart / word_bytes);
    if (tile.all(idle || std::int64_t{offset} * word_bytes == apart)) {
        return {base, offset, word_bytes};
    }
    offset = static_cast<std::int32_t>(apart / element_bytes);
    if (tile.all(idle || std::int64_t{offset} * element_bytes == apart)) {
        return {base, offset, element_bytes};
    }
    return places::nowhere();
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte, class Lanes, class Visitor>
HEDDLE_INLINE void visit_wanted_rows(Tile const& tile, element_places<Byte> const& places,
                                     Lanes const& wanted, Visitor const& visit)
{
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    unsigned const lane = tile.thread_rank();
    if (places.are_side_by_side()) {
        Byte* const column = places.base + lane * p.word_bytes;
        HEDDLE_UNROLL
        for (unsigned row = 0; row < p.word_count; ++row) {
            visit(row, column + row * p.lane_count * p.word_bytes,
                  wanted.word(row * p.lane_count + lane, p.word_count));
        }
    } else {
        HEDDLE_UNROLL
        for (unsigned row = 0; row < p.word_count; ++row) {
            unsigned const e = row * p.lane_count + lane;
            std::int64_t const offset = shuffle(tile, places.offset, e / p.word_count);
            visit(row, places.base + offset * places.unit + e % p.word_count * p.word_bytes,
                  wanted.word(e, p.word_count));
        }
    }
}

//! One lane's own words, as plain code moves them.
template <unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_words(std::byte const* address,
                              register_word<WordBytes> (&words)[WordCount])
{
    auto const* const memory = reinterpret_cast<memory_word<WordBytes> const*>(address);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) words[w] = memory[w];
}

template <unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_words(std::byte* address,
                               register_word<WordBytes> const (&words)[WordCount])
{
    auto* const memory = reinterpret_cast<memory_word<WordBytes>*>(address);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        memory[w] = static_cast<memory_word<WordBytes>>(words[w]);
    }
}

//! Calls visit(row, address of this lane's word, whether it is wanted) for every row of a tile.
//! Requires: the places are in reach
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Byte, class Lanes, class Visitor>
HEDDLE_INLINE void visit_rows(Tile const& tile, element_places<Byte> const& places,
                              Lanes const& wanted, Visitor const& visit)
{
    // A test at every row costs more than the rows: full tiles get by without.
    if (wanted.count(lane_count_v<Tile>) == lane_count_v<Tile>) {
        visit_wanted_rows<Element>(tile, places, every_lane{}, visit);
    } else {
        visit_wanted_rows<Element>(tile, places, wanted, visit);
    }
}

template <class Tile, unsigned WordBytes, unsigned WordCount>
struct row_loader {
    Tile const& tile;
    register_word<WordBytes> (&words)[WordCount];

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void operator()(unsigned row, std::byte const* address, bool wanted) const
    {
        announce_access<false>(tile, address, WordBytes, wanted);
        words[row] = {};
        if (wanted) {
            words[row] = *assume_global(reinterpret_cast<memory_word<WordBytes> const*>(address));
        }
    }
};

template <class Tile, unsigned WordBytes, unsigned WordCount>
struct row_storer {
    Tile const& tile;
    register_word<WordBytes> const (&words)[WordCount];

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void operator()(unsigned row, std::byte* address, bool wanted) const
    {
        announce_access<true>(tile, address, WordBytes, wanted);
        if (wanted) {
            *assume_global(reinterpret_cast<memory_word<WordBytes>*>(address)) =
                static_cast<memory_word<WordBytes>>(words[row]);
        }
    }
};

}  // namespace heddle::detail
