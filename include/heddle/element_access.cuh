// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: what all loads and stores of a tile come down to: find the elements, move their rows and
// transpose, or let each lane go alone.
#pragma once

#include "config.cuh"
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
HEDDLE_INLINE void announce_direct(Tile const& tile, Element* pointer, bool wanted)
{
    if constexpr (observes_accesses<Tile>::value) {
        constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
        auto const* const bytes = reinterpret_cast<std::byte const*>(pointer);
        for (unsigned w = 0; w < p.word_count; ++w) {
            announce_access<Stores>(tile, bytes + w * p.word_bytes, p.word_bytes, wanted);
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

//! Each wanted lane has afterwards the element that lies in its place, any other `otherwise`.
//! Lanes that are not together go alone.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Locate, class Lanes, class Otherwise>
HEDDLE_INLINE Element load_elements(Tile const& tile, bool together, Element const* own,
                                    Locate const& locate, Lanes const& wanted,
                                    Otherwise const& otherwise)
{
    require_movable<Element>();
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    using places = element_places<std::byte const>;
    bool const mine = wanted.lane(tile.thread_rank());
    auto const* const address = reinterpret_cast<std::byte const*>(own);
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");

    if constexpr (p.cooperates()) {
        register_word<p.word_bytes> words[p.word_count];
        bool const enough = together && p.cooperates_for(wanted.count(p.lane_count));
        places const found = enough ? locate(tile, address, wanted) : places::nowhere();
        if (found.in_reach()) {
            visit_rows<Element>(tile, found, wanted,
                                row_loader<Tile, p.word_bytes, p.word_count>{tile, words});
            rows_to_elements(tile, words);
        } else {
            announce_direct<false>(tile, own, mine);
            if (mine) load_words<p.word_bytes>(address, words);
        }
        if (mine) return element_from_words<Element, p.word_bytes>(words);
    } else {
        announce_direct<false>(tile, own, mine);
        if (mine) return *own;
    }
    return otherwise.template get<Element>();
}

//! Each wanted lane's value lies afterwards in its place. Lanes that are not together go alone.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, class Locate, class Lanes>
HEDDLE_INLINE void store_elements(Tile const& tile, bool together, Element* own,
                                  Locate const& locate, Lanes const& wanted, Element const& value)
{
    static_assert(!std::is_const_v<Element>, "heddle: cannot store through a pointer to const T");
    require_movable<Element>();
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
    using places = element_places<std::byte>;
    bool const mine = wanted.lane(tile.thread_rank());
    auto* const address = reinterpret_cast<std::byte*>(own);
    HEDDLE_EXPECTS(!mine || is_aligned(own), "an element is not aligned to alignof(T)");

    if constexpr (p.cooperates()) {
        register_word<p.word_bytes> words[p.word_count];
        words_from_element<p.word_bytes>(words, value);
        bool const enough = together && p.cooperates_for(wanted.count(p.lane_count));
        places const found = enough ? locate(tile, address, wanted) : places::nowhere();
        if (found.in_reach()) {
            elements_to_rows(tile, words);
            visit_rows<Element>(tile, found, wanted,
                                row_storer<Tile, p.word_bytes, p.word_count>{tile, words});
        } else {
            announce_direct<true>(tile, own, mine);
            if (mine) store_words<p.word_bytes>(address, words);
        }
    } else {
        announce_direct<true>(tile, own, mine);
        if (mine) store_plainly(own, value);
    }
}

//! Elements that lie anywhere.
template <class Element>
struct anywhere {
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE element_places<Byte> operator()(Tile const& tile, Byte* own,
                                                  Lanes const& wanted) const
    {
        return locate_elements<Element>(tile, own, wanted);
    }
};

//! Elements that lie side by side, lane 0's first.
template <class Element>
struct contiguous_from {
    Element* first;

    template <class Tile, class Byte, class Lanes>
    HEDDLE_INLINE element_places<Byte> operator()(Tile const&, Byte*, Lanes const&) const
    {
        return element_places<Byte>::side_by_side(reinterpret_cast<Byte*>(first));
    }
};

}  // namespace heddle::detail
