// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: the way of a tile's elements between memory and registers through a stage in shared memory:
// by chunks where the elements are consecutive, word by word where they are not.
#pragma once

#include "chunks.cuh"
#include "config.cuh"
#include "element_places.cuh"
#include "rows.cuh"
#include "stage.hpp"
#include "tile.cuh"
#include "word_access.cuh"
#include "words.cuh"

#include <cstddef>

namespace heddle::detail {

//! The way through a stage in shared memory for the elements of a warp.
template <class Element, unsigned Capacity>
struct through_stage {
    static constexpr stage value = make_stage(plan_of<Element>(), Capacity);
    static constexpr plan p = value.elements;
    using word = memory_word<p.word_bytes>;
    // All words of an element, as a piece of rows.cuh.
    static constexpr unsigned begin = 0;
    static constexpr unsigned count = p.word_count;

    std::byte* memory;  //!< shared by the warp's lanes, value.bytes(), aligned to chunk_bytes

    //! The layout's position of byte x. A copy, because device code must not name a static object.
    HEDDLE_INLINE static unsigned position(unsigned x)
    {
        constexpr stage layout = value;
        return layout.position(x);
    }

    HEDDLE_INLINE word* at(unsigned position) const
    {
        return assume_shared(reinterpret_cast<word*>(memory + position));
    }

    //! Where an element's first word is, after skew bytes or in its slot.
    HEDDLE_INLINE unsigned position_of(unsigned element, bool in_chunks, unsigned skew) const
    {
        constexpr unsigned bytes = static_cast<unsigned>(p.element_bytes);
        unsigned const x = in_chunks ? skew + element * bytes : element * value.slot_bytes;
        return position(x / p.word_bytes * p.word_bytes);
    }
};

//! Moves the chunks of elements first … first + capacity - 1, as far as they are wanted, by the given
//! mover. Returns the first one's skew.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Tile, class Byte, class Move>
HEDDLE_INLINE unsigned move_chunks(Tile const& tile, Byte* base, unsigned first, unsigned wanted,
                                   Move const& move)
{
    constexpr plan p = Stage::p;
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    constexpr unsigned most = Stage::value.capacity * bytes;
    Byte* const begin = base + first * bytes;
    if (most % chunk_bytes == 0 && wanted == p.lane_count &&
        offset_in_word(base, chunk_bytes) == 0) {
        auto const chunks = chunked_bytes<Byte>::of_whole_chunks(begin, most / chunk_bytes);
        visit_chunks<most, p.part_bytes()>(tile, chunks, move);
        return 0;
    }
    unsigned const left = wanted < first ? 0 : wanted - first;
    unsigned const count = left < Stage::value.capacity ? left : Stage::value.capacity;
    auto const chunks = chunked_bytes<Byte>::of(begin, count * bytes);
    visit_chunks<most, p.part_bytes()>(tile, chunks, move);
    return chunks.skew;
}

template <class Stage, class Tile>
inline constexpr unsigned rows_of_round =
    (Stage::value.capacity * Stage::count + lane_count_v<Tile> - 1) / lane_count_v<Tile>;

//! Fills the words of each wanted lane's element; false where the elements lie too far apart.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Tile, class Locate, class Lanes>
HEDDLE_INLINE bool load_together(through_stage<Element, Capacity> const& stage, Tile const& tile,
                                 std::byte const* own, Locate const& locate, Lanes const& wanted,
                                 typename through_stage<Element, Capacity>::word (
                                     &words)[through_stage<Element, Capacity>::count])
{
    using Stage = through_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    unsigned const lane = tile.thread_rank();
    auto places = locate.begin(tile, own, wanted);
    bool const in_chunks = places.consecutive && words_are_whole<Element>(places.base);
    if (!in_chunks && !locate.spread(tile, own, wanted, places)) return false;

    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        unsigned skew = 0;
        tile.sync();
        if (in_chunks) {
            skew = move_chunks<Element, Stage>(tile, places.base, first, wanted.count(p.lane_count),
                                               chunk_loader<Stage, Tile>{tile, stage.memory});
        } else {
            HEDDLE_UNROLL
            for (unsigned row = 0; row < rows_of_round<Stage, Tile>; ++row) {
                unsigned const e = row * p.lane_count + lane;
                auto place = place_of<Stage, Element>(tile, places, e, first);
                bool const inside = e < Stage::value.capacity * Stage::count;
                place.wanted = place.wanted && inside;
                auto const word = load_word<p.word_bytes, p.part_bytes()>(tile, place);
                if (inside) *stage.at(Stage::position(e * p.word_bytes)) = word;
            }
        }
        tile.sync();
        unsigned const element = lane - first;
        if (element < Stage::value.capacity) {
            unsigned const position = stage.position_of(element, in_chunks, skew);
            HEDDLE_UNROLL
            for (unsigned w = 0; w < Stage::count; ++w) {
                words[w] = *stage.at(position + w * p.word_bytes);
            }
        }
    }
    return true;
}

//! Writes the words of each wanted lane's element; false where the elements lie too far apart.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Tile, class Locate, class Lanes>
HEDDLE_INLINE bool store_together(through_stage<Element, Capacity> const& stage, Tile const& tile,
                                  std::byte* own, Locate const& locate, Lanes const& wanted,
                                  typename through_stage<Element, Capacity>::word (
                                      &words)[through_stage<Element, Capacity>::count])
{
    using Stage = through_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    unsigned const lane = tile.thread_rank();
    auto places = locate.begin(tile, own, wanted);
    bool const in_chunks = places.consecutive && words_are_whole<Element>(places.base);
    if (!in_chunks && !locate.spread(tile, own, wanted, places)) return false;
    unsigned const count = wanted.count(p.lane_count);
    unsigned const start = p.straddles() ? offset_in_word(own, p.word_bytes) : 0;
    if constexpr (p.straddles()) {
        if (in_chunks) join_shared_words<Element>(tile, start, words);
    }

    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        unsigned const skew = offset_in_word(places.base + first * sizeof(Element), chunk_bytes);
        tile.sync();
        unsigned const element = lane - first;
        if (element < Stage::value.capacity && wanted.lane(lane)) {
            unsigned const position = stage.position_of(element, in_chunks, skew);
            // The word that two elements share is the second one's, unless the first is the last.
            bool const all = !p.straddles() || !in_chunks || element + 1 == Stage::value.capacity ||
                             lane + 1 >= count;
            HEDDLE_UNROLL
            for (unsigned w = 0; w < Stage::count; ++w) {
                bool const ends = (w + 1) * p.word_bytes > start + sizeof(Element);
                bool const begins = w * p.word_bytes < start + sizeof(Element);
                if (all ? begins : !ends) *stage.at(position + w * p.word_bytes) = words[w];
            }
        }
        tile.sync();
        if (in_chunks) {
            move_chunks<Element, Stage>(tile, places.base, first, count,
                                        chunk_storer<Stage, Tile>{tile, stage.memory});
        } else {
            HEDDLE_UNROLL
            for (unsigned row = 0; row < rows_of_round<Stage, Tile>; ++row) {
                unsigned const e = row * p.lane_count + lane;
                auto place = place_of<Stage, Element>(tile, places, e, first);
                bool const inside = e < Stage::value.capacity * Stage::count;
                place.wanted = place.wanted && inside;
                unsigned const position = inside ? Stage::position(e * p.word_bytes) : 0;
                store_word<p.word_bytes, p.part_bytes()>(tile, place, *stage.at(position));
            }
        }
    }
    return true;
}

}  // namespace heddle::detail
