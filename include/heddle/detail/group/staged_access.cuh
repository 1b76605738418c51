// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The way of a group's consecutive elements between memory and registers through a stage in
// shared memory, by chunks. Others, and those of warps that have no stage, go by shuffles.
#pragma once

#include "../../config.cuh"
#include "../../plan/stage_layout.hpp"
#include "../standard_library.hpp"
#include "chunks.cuh"
#include "dense_rows.cuh"
#include "element_facts.cuh"
#include "group.cuh"
#include "rows.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! The way through a stage in shared memory for the elements of a warp.
template <class Element, unsigned Capacity>
struct warp_stage {
    static constexpr stage_layout value = make_stage_layout(plan_of<Element, 32>(), Capacity);
    static constexpr plan p = value.elements;
    static constexpr unsigned stage_word_bytes = value.stage_word_bytes();
    static constexpr unsigned stage_word_count = value.stage_words_per_element();
    using cell = memory_word<stage_word_bytes>;
    //! What heads and tails of chunks are moved in.
    static constexpr unsigned unit_bytes = p.part_bytes();
    //! Of a group, so that there is one round.
    static constexpr bool holds_all = Capacity == p.lane_count;
    //! Of a round.
    static constexpr unsigned max_bytes = Capacity * static_cast<unsigned>(p.element_bytes);

    std::byte* memory;  //!< shared by the warp's lanes, value.bytes(), aligned to chunk_bytes
    bool exists;        //!< whether this warp has such memory, the same in all lanes

    //! The layout's position of byte x. A copy, because device code must not name a static object.
    HEDDLE_INLINE static unsigned position(unsigned x)
    {
        constexpr stage_layout layout = value;
        return layout.position(x);
    }

    //! The first stage word of an element, the first of which lies after `skew` bytes.
    HEDDLE_INLINE std::byte* stage_words_of(unsigned element, unsigned skew) const
    {
        unsigned const x = skew + element * static_cast<unsigned>(p.element_bytes);
        return memory + position(x / stage_word_bytes * stage_word_bytes);
    }

    //! With which byte of its first cell an element begins.
    HEDDLE_INLINE static unsigned start_of(std::byte const* own)
    {
        return p.straddles() ? offset_in_word(own, stage_word_bytes) : 0;
    }
};

//! Hands move(chunks) the bytes of elements first … first + capacity - 1, as far as they are wanted.
//! Returns the first one's skew.
HEDDLE_EXEC_CHECK_DISABLE
template <class Stage, class Byte, class Move>
HEDDLE_INLINE unsigned move_chunks(Byte* base, unsigned first, unsigned wanted, Move const& move)
{
    constexpr plan p = Stage::p;
    constexpr unsigned bytes = static_cast<unsigned>(p.element_bytes);
    Byte* const begin = HEDDLE_BYTES_AFTER(base, first * bytes);
    if (Stage::max_bytes % chunk_bytes == 0 && wanted == p.lane_count &&
        offset_in_word(base, chunk_bytes) == 0) {
        move(chunked_bytes<Byte>::of_whole_chunks(begin, Stage::max_bytes / chunk_bytes));
        return 0;
    }
    unsigned const left = wanted < first ? 0 : wanted - first;
    unsigned const count = left < Stage::value.capacity ? left : Stage::value.capacity;
    auto const chunks = chunked_bytes<Byte>::of(begin, count * bytes);
    move(chunks);
    return chunks.skew;
}

//! Fills the words of each wanted lane's element, with which the first begins.
//! base: where the group's elements begin, which are consecutive
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Group, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE void load_through(warp_stage<Element, Capacity> const& stage, Group const& group,
                                std::byte const* own, Lanes const& wanted, std::byte const* base,
                                memory_word<WordBytes> (&words)[WordCount])
{
    using Stage = warp_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    static_assert(lane_count_v<Group> == p.lane_count);
    static_assert(Stage::stage_word_count * Stage::stage_word_bytes <= WordCount * WordBytes);
    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        group.sync();
        unsigned const skew = move_chunks<Stage>(
            base, first, wanted.count(p.lane_count),
            [&](chunked_bytes<std::byte const> const& chunks) HEDDLE_INLINE_LAMBDA {
                load_chunks<Stage, Stage::max_bytes, Stage::unit_bytes>(group, chunks,
                                                                        stage.memory);
            });
        group.sync();
        unsigned const element = lane_rank(group) - first;
        if (Stage::holds_all || element < Stage::value.capacity) {
            auto const* const cells = stage.stage_words_of(element, skew);
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::stage_word_count; ++c) {
                auto const cell =
                    read_as<typename Stage::cell>(cells + c * Stage::stage_word_bytes);
                HEDDLE_UNROLL
                for (unsigned i = 0; i < Stage::stage_word_bytes / 4; ++i) {
                    part_of(words, c * Stage::stage_word_bytes / 4 + i) = cell.part[i];
                }
            }
        }
    }
    if constexpr (p.straddles()) move_start<false>(words, Stage::start_of(own));
}

//! Writes each wanted lane's element, whose words start with it.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Group, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE void store_through(warp_stage<Element, Capacity> const& stage, Group const& group,
                                 std::byte* own, Lanes const& wanted, std::byte* base,
                                 memory_word<WordBytes> (&words)[WordCount])
{
    using Stage = warp_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    static_assert(lane_count_v<Group> == p.lane_count);
    static_assert(Stage::stage_word_count * Stage::stage_word_bytes <= WordCount * WordBytes);
    unsigned const lane = lane_rank(group);
    unsigned const count = wanted.count(p.lane_count);
    unsigned const start = Stage::start_of(own);
    typename Stage::cell cells[Stage::stage_word_count];
    HEDDLE_UNROLL
    for (unsigned c = 0; c < Stage::stage_word_count; ++c) {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Stage::stage_word_bytes / 4; ++i) {
            cells[c].part[i] = part_of(words, c * Stage::stage_word_bytes / 4 + i);
        }
    }
    if constexpr (p.straddles()) {
        move_start_after_neighbour<Element>(group, cells, start);
    }

    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        unsigned const skew =
            offset_in_word(HEDDLE_BYTES_AFTER(base, first * sizeof(Element)), chunk_bytes);
        group.sync();
        unsigned const element = lane - first;
        if ((Stage::holds_all || element < Stage::value.capacity) && wanted.lane(lane)) {
            auto* const own_stage_words = stage.stage_words_of(element, skew);
            // The cell that two elements share is the second one's, unless the first is the last.
            bool const all =
                !p.straddles() || element + 1 == Stage::value.capacity || lane + 1 >= count;
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::stage_word_count; ++c) {
                bool const ends = (c + 1) * Stage::stage_word_bytes > start + sizeof(Element);
                bool const begins = c * Stage::stage_word_bytes < start + sizeof(Element);
                if (all ? begins : !ends)
                    write_as(own_stage_words + c * Stage::stage_word_bytes, cells[c]);
            }
        }
        group.sync();
        move_chunks<Stage>(base, first, count,
                           [&](chunked_bytes<std::byte> const& chunks) HEDDLE_INLINE_LAMBDA {
                               store_chunks<Stage, Stage::max_bytes, Stage::unit_bytes>(
                                   group, chunks, stage.memory);
                           });
    }
}

}  // namespace heddle::detail
