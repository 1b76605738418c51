// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes back only the changed bytes of a tile. Threads mark these bytes while they have the elements in registers.
// Meanwhile, the other bytes of the array may change in global memory.
#pragma once

#include <heddle/algorithm/detail/tile_marks.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Writes only the marked bytes of a tile to global memory. Consecutive threads write consecutive words of 4 bytes. If
//! only some units of a word are marked, the thread writes these units one by one.
//! Group: all threads of the block, after a block.sync() that follows all writes to the tile and the marks
template <class Block, class T, class Marks>
HEDDLE_INLINE void store_marked(Block const& block, block_tile<T> const& tile, Marks const& marks)
{
    constexpr unsigned all_units = (1u << Marks::units_of_word) - 1;
    unsigned const skew = detail::offset_in_word(tile.data(), 4);
    std::byte const* const from = detail::bytes_at(tile.data()) - skew;
    std::byte* const to = detail::bytes_at(tile.first()) - skew;
    unsigned const words = (skew + tile.size() * static_cast<unsigned>(sizeof(T)) + 3) / 4;
    unsigned const threads = static_cast<unsigned>(block.num_threads());
    unsigned const rank = static_cast<unsigned>(block.thread_rank());
    // Reads several rows before storing them, so that the loads overlap.
    constexpr unsigned rows = 4;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned row = 0; row < words; row += rows * threads) {
        unsigned marked[rows];
        memory_word<4> word[rows];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const w = row + i * threads + rank;
            unsigned const inside = w < words ? w : 0;
            unsigned const of_word = marks.of_word(inside);
            marked[i] = w < words ? of_word : 0;
            word[i] = read_as<memory_word<4>>(from + 4 * inside);
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < rows; ++i) {
            std::byte* const place = to + 4 * (row + i * threads + rank);
            bool const is_whole = marked[i] == all_units;
            detail::store_word<4>(block, {place, is_whole}, word[i]);
            if constexpr (Marks::units_of_word > 1) {
                HEDDLE_UNROLL
                for (unsigned u = 0; u < Marks::units_of_word; ++u) {
                    unsigned const at = u * Marks::unit_bytes;
                    bool const is_valid = !is_whole && (marked[i] >> u & 1) != 0;
                    using unit = part_of_bytes<Marks::unit_bytes>;
                    detail::group_store<unit>(block, place + at, is_valid,
                                              [&]() HEDDLE_INLINE_LAMBDA { return part_at<unit>(word[i], at); });
                }
            }
        }
    }
}

//! Adds the marks of one thread to the tile's marks, in batches of Items elements. Fully marked batches are first
//! recorded as bits of a register. write_back() adds their marks only if the tile has unmarked bytes.
template <unsigned Items, class Block, class Tile, class Marks>
class item_marker {
    static_assert(Marks::capacity <= 32 * Items * Block::num_threads(), "a thread's items have a bit each");

public:
    HEDDLE_INLINE item_marker(Block const& block, Tile const& staged, Marks& marks)
        : block_(block), staged_(staged), marks_(marks)
    {
    }

    //! Adds the marks of Count elements, beginning with element number * Count. Count is Items, or 1 at the end of the
    //! tile.
    template <unsigned Count>
    HEDDLE_INLINE void mark(unsigned number, mark_bits<Count * Marks::units_of_element> const& bits)
    {
        bool const is_full = bits.all();
        any_ = any_ || bits.any();
        all_ = all_ && is_full;
        if (Count == Items && is_full) {
            full_items_ |= 1u << number / static_cast<unsigned>(block_.num_threads());
        } else if (bits.any()) {
            marks_.add(staged_.tile(), number * Count, bits);
        }
    }

    //! Writes the marked bytes to global memory: none, the whole tile, or some of its words.
    //! Group: all threads of the block, converged
    HEDDLE_INLINE void write_back()
    {
        staged_.publish();
        if (!block_.any(any_)) return;
        if (!block_.any(!all_)) {
            staged_.write_back();
            return;
        }
        mark_bits<Items * Marks::units_of_element> full;
        full.set_all();
        unsigned number = static_cast<unsigned>(block_.thread_rank());
        for (; full_items_ != 0; full_items_ >>= 1) {
            if (full_items_ % 2 != 0) marks_.add(staged_.tile(), number * Items, full);
            number += static_cast<unsigned>(block_.num_threads());
        }
        block_.sync();
        detail::store_marked(block_, staged_.tile(), marks_);
    }

private:
    Block const& block_;
    Tile const& staged_;
    Marks& marks_;
    std::uint32_t full_items_ = 0;
    bool any_ = false;
    bool all_ = true;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
