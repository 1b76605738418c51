// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: the way of a tile's elements between memory and registers through a stage in shared memory:
// by chunks where the elements are consecutive, word by word where they are not.
#pragma once

#include "chunks.cuh"
#include "config.cuh"
#include "dense_rows.cuh"
#include "element_access.cuh"
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
    static constexpr unsigned cell_bytes = value.cell_bytes();
    static constexpr unsigned cell_count = value.cells_per_element();
    using cell = memory_word<cell_bytes>;
    // All words of an element, as a piece of rows.cuh.
    static constexpr unsigned begin = 0;
    static constexpr unsigned count = p.word_count;
    static constexpr unsigned part_bytes = part_bytes_of<Element>;
    //! What heads and tails of chunks are moved in.
    static constexpr unsigned unit_bytes = p.part_bytes();
    //! Of a tile, so that there is one round.
    static constexpr bool holds_all = Capacity == p.lane_count;
    //! Of a round.
    static constexpr unsigned most_bytes = Capacity * static_cast<unsigned>(p.element_bytes);

    std::byte* memory;  //!< shared by the warp's lanes, value.bytes(), aligned to chunk_bytes

    //! The layout's position of byte x. A copy, because device code must not name a static object.
    HEDDLE_INLINE static unsigned position(unsigned x)
    {
        constexpr stage layout = value;
        return layout.position(x);
    }

    //! The first cell of an element, the first of which lies behind `skew` bytes.
    HEDDLE_INLINE std::byte* cells_of(unsigned element, unsigned skew) const
    {
        unsigned const x = skew + element * static_cast<unsigned>(p.element_bytes);
        return memory + position(x / cell_bytes * cell_bytes);
    }

    //! Whether word e is one of a round's.
    HEDDLE_INLINE static bool holds(unsigned e) { return e < Capacity * count; }

    //! Where word e of elements that do not straddle words is.
    HEDDLE_INLINE std::byte* word_at(unsigned e) const { return memory + position(e * p.word_bytes); }

    //! With which byte of its first cell an element begins.
    HEDDLE_INLINE static unsigned start_of(std::byte const* own)
    {
        return p.straddles() ? offset_in_word(own, cell_bytes) : 0;
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
    Byte* const begin = base + first * bytes;
    if (Stage::most_bytes % chunk_bytes == 0 && wanted == p.lane_count &&
        offset_in_word(base, chunk_bytes) == 0) {
        move(chunked_bytes<Byte>::of_whole_chunks(begin, Stage::most_bytes / chunk_bytes));
        return 0;
    }
    unsigned const left = wanted < first ? 0 : wanted - first;
    unsigned const count = left < Stage::value.capacity ? left : Stage::value.capacity;
    auto const chunks = chunked_bytes<Byte>::of(begin, count * bytes);
    move(chunks);
    return chunks.skew;
}

template <class Stage, class Tile>
inline constexpr unsigned rows_of_round =
    (Stage::value.capacity * Stage::count + lane_count_v<Tile> - 1) / lane_count_v<Tile>;

//! Fills the words of each wanted lane's element, and says if it starts within the first; false where
//! the elements lie too far apart. Elements that straddle words and are not consecutive do without
//! the stage.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Tile, class Locate, class Lanes,
          unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE bool load_together(through_stage<Element, Capacity> const& stage, Tile const& tile,
                                 std::byte const* own, Locate const& locate, Lanes const& wanted,
                                 element_places<std::byte const>& places,
                                 memory_word<WordBytes> (&words)[WordCount], bool& starts_within)
{
    using Stage = through_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    unsigned const lane = lane_rank(tile);
    bool const in_chunks = are_in_whole_words<Element>(tile, places);
    if (!in_chunks) {
        if constexpr (p.straddles()) {
            return load_together<Element>(by_shuffles{}, tile, own, locate, wanted, places, words,
                                          starts_within);
        }
        if (!locate.spread(tile, own, wanted, places)) return false;
    }

    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        unsigned skew = 0;
        if (first > 0) tile.sync();
        if (in_chunks) {
            skew = move_chunks<Stage>(places.base, first, wanted.count(p.lane_count),
                                      [&](auto const& chunks) {
                                          load_chunks<Stage, Stage::most_bytes, Stage::unit_bytes>(
                                              tile, chunks, stage.memory);
                                      });
        } else if constexpr (!p.straddles()) {
            constexpr unsigned rows = rows_of_round<Stage, Tile>;
            memory_word<WordBytes> loaded[rows];
            move_words<WordBytes, Stage::part_bytes>(
                tile, places.whole_words, [&](auto moved_bytes, bool active) {
                    HEDDLE_UNROLL
                    for (unsigned row = 0; row < rows; ++row) {
                        unsigned const e = row * lane_count_v<Tile> + lane;
                        auto place = place_of<Stage, Element>(tile, places, e, first);
                        place.wanted = place.wanted && Stage::holds(e) && active;
                        auto const word =
                            load_word<WordBytes, decltype(moved_bytes)::value>(tile, place);
                        if (active) loaded[row] = word;
                    }
                });
            HEDDLE_UNROLL
            for (unsigned row = 0; row < rows; ++row) {
                unsigned const e = row * lane_count_v<Tile> + lane;
                if (Stage::holds(e)) write_as(stage.word_at(e), loaded[row]);
            }
        }
        tile.sync();
        unsigned const element = lane - first;
        if (Stage::holds_all || element < Stage::value.capacity) {
            auto const* const cells = stage.cells_of(element, skew);
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::cell_count; ++c) {
                auto const cell = read_as<typename Stage::cell>(cells + c * Stage::cell_bytes);
                HEDDLE_UNROLL
                for (unsigned i = 0; i < Stage::cell_bytes / 4; ++i) {
                    part_of(words, c * Stage::cell_bytes / 4 + i) = cell.part[i];
                }
            }
        }
    }
    if constexpr (p.straddles()) move_start<false>(words, Stage::start_of(own));
    starts_within = false;
    return true;
}

//! Writes each wanted lane's element, whose words start with it; false where the elements lie too far
//! apart.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Capacity, class Tile, class Locate, class Lanes,
          unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE bool store_together(through_stage<Element, Capacity> const& stage, Tile const& tile,
                                  std::byte* own, Locate const& locate, Lanes const& wanted,
                                  element_places<std::byte>& places,
                                  memory_word<WordBytes> (&words)[WordCount])
{
    using Stage = through_stage<Element, Capacity>;
    constexpr plan p = Stage::p;
    unsigned const lane = lane_rank(tile);
    bool const in_chunks = are_in_whole_words<Element>(tile, places);
    if (!in_chunks) {
        if constexpr (p.straddles()) {
            return store_together<Element>(by_shuffles{}, tile, own, locate, wanted, places, words);
        }
        if (!locate.spread(tile, own, wanted, places)) return false;
    }
    unsigned const count = wanted.count(p.lane_count);
    unsigned const start = Stage::start_of(own);
    typename Stage::cell cells[Stage::cell_count];
    HEDDLE_UNROLL
    for (unsigned c = 0; c < Stage::cell_count; ++c) {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Stage::cell_bytes / 4; ++i) {
            cells[c].part[i] = part_of(words, c * Stage::cell_bytes / 4 + i);
        }
    }
    if constexpr (p.straddles()) {
        move_start_behind_neighbour<Element>(tile, cells, start);
    }

    for (unsigned first = 0; first < p.lane_count; first += Stage::value.capacity) {
        unsigned const skew = offset_in_word(places.base + first * sizeof(Element), chunk_bytes);
        if (first > 0) tile.sync();
        unsigned const element = lane - first;
        if ((Stage::holds_all || element < Stage::value.capacity) && wanted.lane(lane)) {
            auto* const own_cells = stage.cells_of(element, in_chunks ? skew : 0);
            // The cell that two elements share is the second one's, unless the first is the last.
            bool const all =
                !p.straddles() || element + 1 == Stage::value.capacity || lane + 1 >= count;
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::cell_count; ++c) {
                bool const ends = (c + 1) * Stage::cell_bytes > start + sizeof(Element);
                bool const begins = c * Stage::cell_bytes < start + sizeof(Element);
                if (all ? begins : !ends) write_as(own_cells + c * Stage::cell_bytes, cells[c]);
            }
        }
        tile.sync();
        if (in_chunks) {
            move_chunks<Stage>(places.base, first, count, [&](auto const& chunks) {
                store_chunks<Stage, Stage::most_bytes, Stage::unit_bytes>(tile, chunks,
                                                                          stage.memory);
            });
        } else if constexpr (!p.straddles()) {
            move_words<WordBytes, Stage::part_bytes>(
                tile, places.whole_words, [&](auto moved_bytes, bool active) {
                    HEDDLE_UNROLL
                    for (unsigned row = 0; row < rows_of_round<Stage, Tile>; ++row) {
                        unsigned const e = row * lane_count_v<Tile> + lane;
                        auto place = place_of<Stage, Element>(tile, places, e, first);
                        place.wanted = place.wanted && Stage::holds(e) && active;
                        store_word<WordBytes, decltype(moved_bytes)::value>(
                            tile, place,
                            read_as<memory_word<WordBytes>>(
                                stage.word_at(Stage::holds(e) ? e : 0)));
                    }
                });
        }
    }
    return true;
}

}  // namespace heddle::detail
