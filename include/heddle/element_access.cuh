// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: what all loads and stores of a tile come down to: find the elements, move their rows and
// transpose, or let each lane go alone.
#pragma once

#include "config.cuh"
#include "dense_rows.cuh"
#include "element_places.cuh"
#include "ends.cuh"
#include "own_words.cuh"
#include "plan.hpp"
#include "preconditions.cuh"
#include "rows.cuh"
#include "sector_rows.cuh"
#include "tile.cuh"
#include "transpose.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

namespace heddle::detail {

template <class Element>
HEDDLE_INLINE bool is_aligned(Element const* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % alignof(Element) == 0;
}

//! Stores as plain code does, also a T that cannot be assigned, or not in device code (std::pair).
template <class Element>
HEDDLE_INLINE void store_plainly(Element* pointer, Element const& value)
{
    if constexpr (std::is_trivially_copy_assignable_v<Element>) {
        *pointer = value;
    } else {
        ::new (static_cast<void*>(pointer)) Element(value);
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

//! What nobody may read. On the device no instruction sets it; hosts, whose tools complain, have zeros.
struct indeterminate {
    template <class Element>
    HEDDLE_INLINE Element get() const
    {
#if defined(__CUDA_ARCH__)
        element_storage<Element> element;
        return element.value;
#else
        return zeros{}.get<Element>();
#endif
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

// All words of a tile's elements, piece by piece.

//! Calls load_more() when the first rows are on their way.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Tile, class Lanes, unsigned WordBytes,
          unsigned WordCount, class LoadMore>
HEDDLE_INLINE void load_pieces(Tile const& tile, element_places<std::byte const> const& places,
                               Lanes const& wanted, memory_word<WordBytes> (&words)[WordCount],
                               LoadMore const& load_more)
{
    using part = piece<Element, lane_count_v<Tile>, Begin>;
    memory_word<WordBytes> rows[part::count];
    load_rows<part, Element>(tile, places, wanted, rows);
    if constexpr (Begin == 0) load_more();
    if constexpr (part::is_last) tile.sync();
    rows_to_elements<part::balances>(tile, rows);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < part::count; ++w) words[Begin + w] = rows[w];
    if constexpr (!part::is_last) {
        load_pieces<Element, Begin + part::count>(tile, places, wanted, words, load_more);
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Tile, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE void store_pieces(Tile const& tile, element_places<std::byte> const& places,
                                Lanes const& wanted,
                                memory_word<WordBytes> const (&words)[WordCount])
{
    using part = piece<Element, lane_count_v<Tile>, Begin>;
    memory_word<WordBytes> rows[part::count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < part::count; ++w) rows[w] = words[Begin + w];
    elements_to_rows<part::balances>(tile, rows);
    store_rows<part, Element>(tile, places, wanted, rows);
    if constexpr (!part::is_last) {
        store_pieces<Element, Begin + part::count>(tile, places, wanted, words);
    }
}

//! Fills the words of each wanted lane's element, which begins within the first.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_words(Tile const& tile, std::byte const* own, Lanes const& wanted,
                              element_places<std::byte const> const& places,
                              memory_word<WordBytes> (&words)[WordCount])
{
    auto const range = places.consecutive ? range_of<Element>(places.first, lane_count_v<Tile>)
                                          : range_of<Element>(own);
    loaded_ends<Element> ends;
    load_pieces<Element>(tile, places, wanted, words, [&] {
        ends = load_ends<Element>(tile, own, range, wanted.lane(lane_rank(tile)));
    });
    HEDDLE_UNROLL
    for (unsigned w = plan_of<Element>().word_count; w < WordCount; ++w) words[w] = {};
    if (places.consecutive) take_shared_words<Element>(tile, words);
    ends.add_to(words);
}

// The ways of a tile's elements: load_together and store_together move those that are wanted. Loads say
// whether the words are still those of memory, so that the element starts within the first; stores use
// words up that start with it.

// Other lanes move the words of a lane's element, and neither shuffles nor being one warp orders their
// accesses and its own. So what moves other lanes' words stands between two tile.sync(): what lanes did to
// the elements before is done, and what was moved is there for whatever they do afterwards. They stand
// where they measured best: a load's second one before the transpose, a store's first one behind it.

struct by_shuffles {};
struct alone {};  // as plain code does, though in wider words

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_together(by_shuffles, Tile const& tile, std::byte const* own,
                                 Lanes const& wanted, element_places<std::byte const>& places,
                                 memory_word<WordBytes> (&words)[WordCount], bool& starts_within)
{
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    tile.sync();
    bool const in_rows = are_in_whole_rows<Element>(tile, places, wanted);
    if constexpr (plan_anywhere(p).word_bytes < p.word_bytes) {
        if (!in_rows) {
            using element = in_narrow_words<Element>;
            memory_word<narrow_straddled_word_bytes> narrow[plan_of<element>().held_words()];
            load_words<element>(tile, own, wanted, places, narrow);
            move_start<false>(narrow, offset_in_word(own, narrow_straddled_word_bytes));
            copy_words(words, narrow);
            starts_within = false;
            return;
        }
    }
    load_words<Element>(tile, own, wanted, places, words);
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_together(by_shuffles, Tile const& tile, std::byte* own,
                                  Lanes const& wanted, element_places<std::byte>& places,
                                  memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    bool const in_rows = are_in_whole_rows<Element>(tile, places, wanted);
    if constexpr (p.stores_sectors()) {
        if (in_rows) {
            store_dense_rows<Element>(tile, places.first, own, words);
        } else {
            store_sector_rows<Element>(tile, wanted, places, words);
        }
        return;
    }
    if constexpr (p.straddles()) {
        move_start_behind_neighbour<Element>(tile, words, offset_in_word(own, p.word_bytes));
        auto const range =
            in_rows ? range_of<Element>(places.first, p.lane_count) : range_of<Element>(own);
        store_ends<Element>(tile, own, range, wanted.lane(lane_rank(tile)), words);
    }
    store_pieces<Element>(tile, places, wanted, words);
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
    bool const mine = wanted.lane(lane_rank(tile));
    HEDDLE_EXPECTS(!together || is_whole(tile), "a lane of the tile is missing");
    HEDDLE_EXPECTS(!mine || own != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(!mine || is_global(own), "the elements must lie in global memory");

    if constexpr (p.moves_words()) {
        auto const* const address = of_unknown_origin(reinterpret_cast<std::byte const*>(own));
        memory_word<p.word_bytes> words[p.held_words()];
        // Where words are those of memory, the element starts within the first.
        bool starts_within = p.straddles();
        auto range = range_of<Element>(address);
        bool loaded = false;
        if constexpr (p.loads_together() && !std::is_same_v<Way, alone>) {
            if (together && p.cooperates_for(wanted.count(p.lane_count))) {
                promise_convergence(tile);
                auto places = locate.find(tile, address, wanted);
                if (p.loads_through_cache() && places.consecutive) {
                    bool const all = wanted.count(p.lane_count) == p.lane_count;
                    if (all) range = range_of<Element>(places.first, p.lane_count);
                    if (p.straddles() && all && range.is_whole(p.word_bytes)) {
                        load_whole_words<Element>(tile, address, words);
                        loaded = true;
                    } else if constexpr (p.loads_in_units()) {
                        load_units<Element>(tile, address, mine, words);
                        starts_within = false;
                        loaded = true;
                    }
                } else {
                    load_together<Element>(way, tile, address, wanted, places, words,
                                           starts_within);
                    loaded = true;
                }
            }
        }
        if (!loaded) load_own<Element>(tile, address, range, mine, words);
        if (starts_within) move_start<false>(words, offset_in_word(address, p.word_bytes));
        if (mine) return element_from_words<Element>(words);
    } else {
        announce_plain<false>(tile, own, mine);
        if (mine) return *own;
    }
    return otherwise.template get<Element>();
}

//! What lanes do to store that are not together, or too few: each goes alone.
struct each_alone {
    //! Words that a lane must have for it.
    template <class Element, unsigned LaneCount>
    static constexpr unsigned held_words = plan_of<Element, LaneCount>().held_words();

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element, class Tile, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE void store(Tile const& tile, std::byte* own, bool wanted,
                             memory_word<WordBytes> (&words)[WordCount]) const
    {
        if (wanted || observes_accesses<Tile>::value) store_own<Element>(tile, own, wanted, words);
    }
};

//! Each wanted lane's value lies afterwards in its place. Lanes that are not together, or too few, do what
//! `apart` says.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Way, class Tile, class Locate, class Lanes, class Apart = each_alone>
HEDDLE_INLINE void store_elements(Way const& way, Tile const& tile, bool together, Element* own,
                                  Locate const& locate, Lanes const& wanted, Element const& value,
                                  Apart const& apart = Apart())
{
    static_assert(!std::is_const_v<Element>, "heddle: cannot store through a pointer to const T");
    require_movable<Element>();
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    bool const mine = wanted.lane(lane_rank(tile));
    HEDDLE_EXPECTS(!together || is_whole(tile), "a lane of the tile is missing");
    HEDDLE_EXPECTS(!mine || own != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(!mine || is_global(own), "the elements must lie in global memory");

    if constexpr (p.moves_words()) {
        auto* const address = of_unknown_origin(reinterpret_cast<std::byte*>(own));
        memory_word<p.word_bytes> words[Apart::template held_words<Element, p.lane_count>];
        words_from_element(words, value);
        if constexpr (p.cooperates() && !std::is_same_v<Way, alone>) {
            // Lanes that go alone leave first: so their stores follow the question at once, under its predicate, and
            // each waits for its own word alone. Behind all rows they were slower than plain code.
            bool const leaves = !together || !p.cooperates_for(wanted.count(p.lane_count));
            if (leaves) apart.template store<Element>(tile, address, mine, words);
            if (leaves) return;
            promise_convergence(tile);
            auto places = locate.find(tile, address, wanted);
            store_together<Element>(way, tile, address, wanted, places, words);
            tile.sync();
        } else {
            store_own<Element>(tile, address, mine, words);
        }
    } else {
        announce_plain<true>(tile, own, mine);
        if (mine) store_plainly(own, value);
    }
}

}  // namespace heddle::detail
