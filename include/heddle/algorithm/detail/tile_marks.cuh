// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Marks of the changed bytes of a tile: one bit for each unit, in a thread's registers and in shared memory.
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Marks of consecutive units in the registers of one thread.
template <unsigned Count>
struct mark_bits {
    static constexpr unsigned part_count = (Count + 31) / 32;
    std::uint32_t part[part_count] = {};

    //! Marks `length` units, beginning with unit `first`, if `is_set` is true.
    //! Requires: length <= 32; first and length are constants after unrolling
    HEDDLE_INLINE void set(unsigned first, unsigned length, bool is_set)
    {
        std::uint32_t const ones = ~0u >> (32 - length);
        unsigned const p = first / 32, shift = first % 32;
        part[p] |= is_set ? ones << shift : 0;
        if (shift + length > 32) part[p + 1] |= is_set ? ones >> (32 - shift) : 0;
    }
    HEDDLE_INLINE void set_all()
    {
        HEDDLE_UNROLL
        for (unsigned p = 0; p < part_count; ++p) part[p] = full(p);
    }
    HEDDLE_INLINE bool any() const
    {
        std::uint32_t bits = 0;
        HEDDLE_UNROLL
        for (unsigned p = 0; p < part_count; ++p) bits |= part[p];
        return bits != 0;
    }
    HEDDLE_INLINE bool all() const
    {
        bool is_full = true;
        HEDDLE_UNROLL
        for (unsigned p = 0; p < part_count; ++p) is_full = is_full && part[p] == full(p);
        return is_full;
    }

private:
    HEDDLE_INLINE static constexpr std::uint32_t full(unsigned p)
    {
        return p + 1 < part_count || Count % 32 == 0 ? ~0u : (1u << Count % 32) - 1;
    }
};

//! The marks of a tile of up to Capacity elements in shared memory: one bit for each unit of UnitBytes bytes. The first
//! bit stands for the first unit of the 4-byte word in which the tile begins.
template <class Element, unsigned UnitBytes, unsigned Capacity>
class tile_marks {
public:
    static constexpr unsigned capacity = Capacity;
    static constexpr unsigned unit_bytes = UnitBytes;
    static constexpr unsigned units_of_word = 4 / UnitBytes;
    static constexpr unsigned units_of_element = static_cast<unsigned>(sizeof(Element) / UnitBytes);

    //! Clears all marks.
    //! Group: all threads of the block; a block.sync() must follow
    template <class Block>
    HEDDLE_INLINE void clear(Block const& block)
    {
        for (unsigned p = static_cast<unsigned>(block.thread_rank()); p < part_count;
             p += static_cast<unsigned>(block.num_threads())) {
            parts_[p] = 0;
        }
    }

    //! Adds the marks of consecutive elements, beginning with element `k`.
    template <unsigned Count>
    HEDDLE_INLINE void add(block_tile<Element> const& tile, unsigned k, mark_bits<Count> const& marks)
    {
        unsigned const first = detail::offset_in_word(tile.data(), 4) / UnitBytes + k * units_of_element;
        std::uint32_t* const parts = parts_ + first / 32;
        std::uint32_t before = 0;
        HEDDLE_UNROLL
        for (unsigned p = 0; p < mark_bits<Count>::part_count; ++p) {
            add_bits(parts[p], detail::shift_left(before, marks.part[p], first % 32));
            before = marks.part[p];
        }
        std::uint32_t const rest = shift_left(before, 0, first % 32);
        if (rest != 0) add_bits(parts[mark_bits<Count>::part_count], rest);
    }

    //! Returns the marks of the units in word `w`.
    HEDDLE_INLINE unsigned of_word(unsigned w) const
    {
        unsigned const first = w * units_of_word;
        return parts_[first / 32] >> first % 32 & ((1u << units_of_word) - 1);
    }

private:
    static constexpr unsigned part_count = (Capacity * units_of_element + units_of_word + 31) / 32;

    // Atomic, because one word may have marks of elements of several threads.
    HEDDLE_INLINE static void add_bits(std::uint32_t& to, std::uint32_t bits)
    {
        if (bits != 0) detail::fetch_or(to, bits);
    }

    std::uint32_t parts_[part_count];
};

//! Stands for the marks of a sequence that is not staged.
struct no_marks {};

//! The size of marked units: 4 bytes, or less if an element may begin within a 4-byte word.
template <class Element>
inline constexpr unsigned marked_unit_bytes = alignof(Element) < 4 ? alignof(Element) : 4;

//! The marks of the words that a callable has changed.
template <unsigned Capacity, class Element>
using marks_of = tile_marks<Element, marked_unit_bytes<Element>, Capacity>;

//! Marks the 4-byte words in which two values of element `k` differ. Words are counted from the element's start. The
//! compiler removes comparisons of words that it knows to be equal.
template <unsigned UnitBytes, unsigned Count, class Element>
HEDDLE_INLINE void mark_changes(mark_bits<Count>& marks, unsigned k, Element const& before, Element const& after)
{
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    constexpr unsigned word_count = (bytes + 3) / 4;
    memory_word<4> of_before[word_count], of_after[word_count];
    detail::words_from_element(of_before, before);
    detail::words_from_element(of_after, after);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) {
        unsigned const end = 4 * w + 4 < bytes ? 4 * w + 4 : bytes;
        marks.set((k * bytes + 4 * w) / UnitBytes, (end - 4 * w) / UnitBytes,
                  of_before[w].part[0] != of_after[w].part[0]);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
