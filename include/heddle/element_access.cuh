// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: what all loads and stores of a tile come down to: find the elements, move their rows and
// transpose, or let each lane go alone.
#pragma once

#include "config.cuh"
#include "element_places.cuh"
#include "plan.hpp"
#include "rows.cuh"
#include "tile.cuh"
#include "transpose.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle::detail {

template <class Element>
HEDDLE_INLINE bool is_aligned(Element const* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % alignof(Element) == 0;
}

//! Stores as plain code does, also a T that cannot be assigned.
template <class Element>
HEDDLE_INLINE void store_plainly(Element* pointer, Element const& value)
{
    if constexpr (std::is_copy_assignable_v<Element>) {
        *pointer = value;
    } else {
        std::memcpy(static_cast<void*>(pointer), &value, sizeof(Element));
    }
}

//! Tells a tile that observes accesses which ones plain code makes for one element a lane.
HEDDLE_EXEC_CHECK_DISABLE
template <bool Stores, class Tile, class Element>
HEDDLE_INLINE void announce_plain(Tile const& tile, Element* pointer, bool wanted)
{
    if constexpr (observes_accesses<Tile>::value) {
        constexpr unsigned bytes = plan_of<Element>().part_bytes();
        auto const* const first = reinterpret_cast<std::byte const*>(pointer);
        for (unsigned at = 0; at < sizeof(Element); at += bytes) {
            announce_access<Stores>(tile, first + at, bytes, wanted);
        }
    }
}

struct zeros {
    template <class Element>
    HEDDLE_INLINE Element get() const
    {
        element_storage<Element> element;
        std::memset(element.bytes(), 0, sizeof(Element));
        return element.value;
    }
};

template <class Value>
struct given {
    Value const& value;
    template <class Element>
    HEDDLE_INLINE Element get() const
    {
        return value;
    }
};

// One lane's own words, as wide as they may be. Where an element is not wanted, its words are undefined.

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_alone(Tile const& tile, std::byte const* own, bool wanted,
                              memory_word<WordBytes> (&words)[WordCount])
{
    if constexpr (!observes_accesses<Tile>::value) {
        if (!wanted) return;
        wanted = true;  // and no longer a question at every word
    }
    bool const whole_words = words_are_whole<Element>(own);
    own = of_unknown_origin(own);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        words[w] = load_word<WordBytes, plan_of<Element>().part_bytes()>(
            tile, place_of_word<Element>(own, w, wanted, whole_words));
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_alone(Tile const& tile, std::byte* own, bool wanted,
                               memory_word<WordBytes> const (&words)[WordCount])
{
    if constexpr (!observes_accesses<Tile>::value) {
        if (!wanted) return;
        wanted = true;  // and no longer a question at every word
    }
    bool const whole_words = words_are_whole<Element>(own);
    own = of_unknown_origin(own);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        store_word<WordBytes, plan_of<Element>().part_bytes()>(
            tile, place_of_word<Element>(own, w, wanted, whole_words), words[w]);
    }
}

// All words of a tile's elements, piece by piece.

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_pieces(Tile const& tile, element_places<std::byte const> const& places,
                               memory_word<WordBytes> (&words)[WordCount])
{
    using part = piece<Element, lane_count_v<Tile>, Begin>;
    memory_word<WordBytes> rows[part::count];
    load_rows<part, Element>(tile, places, rows);
    rows_to_elements(tile, rows);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < part::count; ++w) words[Begin + w] = rows[w];
    if constexpr (!part::is_last) load_pieces<Element, Begin + part::count>(tile, places, words);
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_pieces(Tile const& tile, element_places<std::byte> const& places,
                                memory_word<WordBytes> const (&words)[WordCount])
{
    using part = piece<Element, lane_count_v<Tile>, Begin>;
    memory_word<WordBytes> rows[part::count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < part::count; ++w) rows[w] = words[Begin + w];
    elements_to_rows(tile, rows);
    store_rows<part, Element>(tile, places, rows);
    if constexpr (!part::is_last) store_pieces<Element, Begin + part::count>(tile, places, words);
}

// The ways of a tile's elements: load_together and store_together move the words of those that are
// wanted. False where the elements lie too far apart.

struct by_shuffles {};
struct alone {};  // as plain code does, though in wider words

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Locate, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE bool load_together(by_shuffles, Tile const& tile, std::byte const* own,
                                 Locate const& locate, Lanes const& wanted,
                                 memory_word<WordBytes> (&words)[WordCount])
{
    auto places = locate.begin(tile, own, wanted);
    places.consecutive = places.consecutive && rows_are_whole<Element, Tile>(places.base, wanted);
    if (!places.consecutive && !locate.spread(tile, own, wanted, places)) return false;
    load_pieces<Element>(tile, places, words);
    return true;
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Locate, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE bool store_together(by_shuffles, Tile const& tile, std::byte* own,
                                  Locate const& locate, Lanes const& wanted,
                                  memory_word<WordBytes> (&words)[WordCount])
{
    auto places = locate.begin(tile, own, wanted);
    places.consecutive = places.consecutive && rows_are_whole<Element, Tile>(places.base, wanted);
    if (!places.consecutive && !locate.spread(tile, own, wanted, places)) return false;
    if constexpr (sizeof(Element) % WordBytes != 0) {
        if (places.consecutive) {
            join_shared_words<Element>(tile, offset_in_word(own, WordBytes), words);
        }
    }
    store_pieces<Element>(tile, places, words);
    return true;
}

//! Each wanted lane has afterwards the element that lies in its place, any other `otherwise`.
//! Lanes that are not together go alone.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Way, class Tile, class Locate, class Lanes, class Otherwise>
HEDDLE_INLINE Element load_elements(Way const& way, Tile const& tile, bool together,
                                    Element const* own, Locate const& locate, Lanes const& wanted,
                                    Otherwise const& otherwise)
{
    require_movable<Element>();
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    bool const mine = wanted.lane(tile.thread_rank());
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");

    if constexpr (p.moves_words()) {
        auto const* const address = reinterpret_cast<std::byte const*>(own);
        memory_word<p.word_bytes> words[p.word_count];
        bool loaded = false;
        if constexpr (p.cooperates() && !std::is_same_v<Way, alone>) {
            loaded = together && p.cooperates_for(wanted.count(p.lane_count)) &&
                     load_together<Element>(way, tile, address, locate, wanted, words);
        }
        if (!loaded) load_alone<Element>(tile, address, mine, words);
        unsigned const start = p.straddles() ? offset_in_word(address, p.word_bytes) : 0;
        if (mine) return element_from_words<Element>(words, start);
    } else {
        announce_plain<false>(tile, own, mine);
        if (mine) return *own;
    }
    return otherwise.template get<Element>();
}

//! Each wanted lane's value lies afterwards in its place. Lanes that are not together go alone.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Way, class Tile, class Locate, class Lanes>
HEDDLE_INLINE void store_elements(Way const& way, Tile const& tile, bool together, Element* own,
                                  Locate const& locate, Lanes const& wanted, Element const& value)
{
    static_assert(!std::is_const_v<Element>, "heddle: cannot store through a pointer to const T");
    require_movable<Element>();
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    bool const mine = wanted.lane(tile.thread_rank());
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");

    if constexpr (p.moves_words()) {
        auto* const address = reinterpret_cast<std::byte*>(own);
        memory_word<p.word_bytes> words[p.word_count];
        words_from_element(words, value, p.straddles() ? offset_in_word(address, p.word_bytes) : 0);
        bool stored = false;
        if constexpr (p.cooperates() && !std::is_same_v<Way, alone>) {
            stored = together && p.cooperates_for(wanted.count(p.lane_count)) &&
                     store_together<Element>(way, tile, address, locate, wanted, words);
        }
        if (!stored) store_alone<Element>(tile, address, mine, words);
    } else {
        announce_plain<true>(tile, own, mine);
        if (mine) store_plainly(own, value);
    }
}

}  // namespace heddle::detail
