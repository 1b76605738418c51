// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: which bytes of a tile are written back. Threads mark what they changed while its elements
// are in registers; the rest of the array may change in global memory meanwhile, and is not touched.
#pragma once

#include "../block_tile.cuh"
#include "../chunks.cuh"
#include "../config.cuh"
#include "../words.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

//! Marks in the registers of one thread.
template <unsigned Count>
struct mark_bits {
    static constexpr unsigned part_count = (Count + 31) / 32;
    std::uint32_t part[part_count] = {};

    //! Requires: `mark` is known when the loop around is unrolled
    HEDDLE_INLINE void set(unsigned mark, bool is_set)
    {
        part[mark / 32] |= std::uint32_t{is_set} << mark % 32;
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

//! How many marks an element has if each stands for MarkBytes bytes, counted from the element's start;
//! the last one may stand for fewer.
HEDDLE_HOST_DEVICE constexpr unsigned marks_of_element(std::size_t element_bytes,
                                                       std::size_t mark_bytes)
{
    return static_cast<unsigned>((element_bytes + mark_bytes - 1) / mark_bytes);
}

//! The marks of a tile's elements, in shared memory. A group of Items consecutive elements is marked
//! by one thread, so that no two threads write the same place, and none has to clear it. The marks of
//! a single element hold for every one of the tile.
template <std::size_t ElementBytes, std::size_t MarkBytes, unsigned Items, unsigned Capacity>
class tile_marks {
public:
    static constexpr unsigned marks_of_one = marks_of_element(ElementBytes, MarkBytes);

private:
    static constexpr unsigned group_count = (Capacity + Items - 1) / Items;
    static constexpr unsigned marks_of_group = Items * marks_of_one;
    static constexpr unsigned part_count = mark_bits<marks_of_group>::part_count;
    static constexpr unsigned group_bytes = static_cast<unsigned>(Items * ElementBytes);
    using part =
        std::conditional_t<marks_of_group <= 8, std::uint8_t,
                           std::conditional_t<marks_of_group <= 16, std::uint16_t, std::uint32_t>>;
    static_assert(Items == 1 || part_count == 1);

public:
    //! Group `number` of Count elements, which are Items or, at the tile's end, one.
    //! Requires: one thread marks the elements of a group that has fewer than Items, in their order
    template <unsigned Count>
    HEDDLE_INLINE void mark(unsigned number, mark_bits<Count * marks_of_one> const& marks)
    {
        if constexpr (Count == Items) {
            HEDDLE_UNROLL
            for (unsigned p = 0; p < part_count; ++p) {
                parts_[number][p] = static_cast<part>(marks.part[p]);
            }
        } else {
            static_assert(Count == 1);
            unsigned const item = number % Items;
            part& bits = parts_[number / Items][0];
            std::uint32_t const before = item == 0 ? 0 : bits;
            bits = static_cast<part>(before | marks.part[0] << item * marks_of_one);
        }
    }

    //! Whether byte `at` of the tile is marked.
    HEDDLE_INLINE bool is_marked(unsigned at) const
    {
        unsigned const group = at / group_bytes, byte = at % group_bytes;
        unsigned mark = byte / MarkBytes;
        if constexpr (ElementBytes % MarkBytes != 0) {
            mark = byte / ElementBytes * marks_of_one + byte % ElementBytes / MarkBytes;
        }
        return (parts_[Capacity == 1 ? 0 : group][mark / 32] >> mark % 32 & 1) != 0;
    }

private:
    part parts_[group_count][part_count];
};

//! For a sequence that is not staged.
struct no_marks {};

//! The marked bytes of a tile are written to memory, in units of UnitBytes, and nothing else is:
//! consecutive threads write consecutive units.
//! Requires: a unit is marked as a whole or not at all
//! Group: all threads of the block, after a sync() behind what wrote the tile and the marks
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned UnitBytes, class Block, class T, class Marks>
HEDDLE_INLINE void store_marked(Block const& block, block_tile<T> const& tile, Marks const& marks)
{
    std::byte const* const from = bytes_at(tile.data());
    std::byte* const to = bytes_at(tile.first());
    unsigned const bytes = tile.size() * static_cast<unsigned>(sizeof(T));
    unsigned const step = static_cast<unsigned>(block.num_threads()) * UnitBytes;
    unsigned const start = static_cast<unsigned>(block.thread_rank()) * UnitBytes;
#if defined(__CUDA_ARCH__)
#    pragma unroll 4
#endif
    for (unsigned row = 0; row < bytes; row += step) {
        unsigned const at = row + start;
        bool const wanted = at < bytes && marks.is_marked(at);
        store_unit<UnitBytes>(block, from + at, to + at, wanted);
    }
}

//! The same, where threads marked elements: `any` says whether the calling thread marked something,
//! `all` whether it marked all that it has. A tile that is marked everywhere goes out as a whole.
//! Group: all threads of the block, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Tile, class Marks>
HEDDLE_INLINE void write_back_marked(Block const& block, Tile const& staged, Marks const& marks,
                                     bool any, bool all)
{
    using element = typename Tile::value_type;
    staged.publish();
    if (!block.any(any)) return;
    if (!block.any(!all)) {
        staged.write_back();
    } else {
        store_marked<(alignof(element) < 4 ? alignof(element) : 4)>(block, staged.tile(), marks);
    }
}

//! Marks the words of 4 bytes, counted from the element's start, that differ between two values of
//! an element, beginning with mark `first`; decided by the compiler where it sees that.
template <unsigned Count, class Element>
HEDDLE_INLINE void mark_changes(mark_bits<Count>& marks, unsigned first, Element const& before,
                                Element const& after)
{
    constexpr unsigned word_count = marks_of_element(sizeof(Element), 4);
    memory_word<4> of_before[word_count], of_after[word_count];
    words_from_element(of_before, before);
    words_from_element(of_after, after);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) {
        marks.set(first + w, of_before[w].part[0] != of_after[w].part[0]);
    }
}

}  // namespace heddle::detail
