// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a group moves elements of a given size and alignment: a constexpr value that the
// collectives obey, the tests prove and `heddle plan` prints. plan_type.hpp has its type.
#pragma once

#include "../config.cuh"
#include "../detail/standard_library.hpp"
#include "network.hpp"
#include "plan_type.hpp"
#include "thresholds.hpp"

namespace heddle {

namespace detail {

//! Instructions to transpose so many words that elements straddle, and to move their rows.
HEDDLE_HOST_DEVICE constexpr unsigned transpose_cost(unsigned word_count, unsigned word_bytes,
                                                     unsigned lane_count)
{
    constexpr unsigned cost_of_row = 11;
    unsigned const moves = word_count + network(word_count, lane_count).select_count();
    return word_count * cost_of_row + moves * (word_bytes / 4);
}

}  // namespace detail

//! The words of elements of a size and an alignment.
//! Requires: alignment is a power of two that divides element_bytes; widest_straddled is a width of straddled words
HEDDLE_HOST_DEVICE constexpr element_words make_element_words(
    std::size_t element_bytes, std::size_t alignment,
    unsigned widest_straddled = straddled_word_bytes)
{
    HEDDLE_EXPECTS(detail::is_power_of_two(static_cast<unsigned>(alignment)) && element_bytes > 0 &&
                       element_bytes % alignment == 0,
                   "make_plan: alignment must be a power of two that divides the element's bytes");
    element_words words{element_bytes, alignment, 16};
    while (element_bytes % words.word_bytes != 0) words.word_bytes /= 2;
    if (words.word_bytes < 4 && element_bytes > max_direct_bytes) {
        words.word_bytes = widest_straddled;
        if (words.loads_through_cache()) words.word_bytes = narrow_straddled_word_bytes;
    }
    return words;
}

//! The plan for elements of a size and an alignment.
//! Requires: as for make_element_words; lane_count is 1, 2, 4, … 32
HEDDLE_HOST_DEVICE constexpr plan make_plan(std::size_t element_bytes, std::size_t alignment,
                                            unsigned lane_count = 32,
                                            unsigned widest_straddled = straddled_word_bytes)
{
    HEDDLE_EXPECTS(detail::is_power_of_two(lane_count) && lane_count <= 32,
                   "make_plan: a group has 1, 2, 4, 8, 16 or 32 lanes");
    plan p{};
    static_cast<element_words&>(p) = make_element_words(element_bytes, alignment, widest_straddled);
    p.lane_count = lane_count;
    bool const small = element_bytes <= max_direct_bytes;
    p.word_count = p.ending_words();
    if (p.straddles() && !small) {
        // One word more may be a row more and fewer selects: odd numbers need the fewest.
        unsigned const fewest = p.word_count;
        if (detail::transpose_cost(fewest + 1, p.word_bytes, lane_count) <
            detail::transpose_cost(fewest, p.word_bytes, lane_count)) {
            ++p.word_count;
        }
    }
    p.row_accesses = p.word_count;

    p.path = access_path::direct;
    if (lane_count == 1 || p.word_count == 1 || small) return p;
    if (element_bytes > max_shuffled_bytes) return p;

    p.path = access_path::shuffle;
    unsigned const registers = p.word_bytes / 4;
    unsigned const passes = (p.word_count * registers + max_row_registers - 1) / max_row_registers;
    p.pass_words = (p.word_count + passes - 1) / passes;
    p.shuffles = p.word_count * registers;
    for (unsigned done = 0; done < p.word_count; done += p.pass_words) {
        unsigned const left = p.word_count - done;
        network const transpose(left < p.pass_words ? left : p.pass_words, lane_count);
        p.selects += transpose.select_count() * registers;
    }
    p.index_shuffles = 2 * p.word_count;  // both halves of an address for each row
    return p;
}

//! The plan by which those elements are loaded that are not consecutive.
HEDDLE_HOST_DEVICE constexpr plan plan_indexed(plan const& p)
{
    return p.narrows_indexed()
               ? make_plan(p.element_bytes, p.alignment, p.lane_count, narrow_straddled_word_bytes)
               : p;
}

namespace detail {

//! What stands for an element where its plan is plan_indexed.
template <class Element>
struct in_narrow_words {
    alignas(Element) unsigned char bytes[sizeof(Element)];
};

template <class Element>
inline constexpr unsigned widest_straddled = straddled_word_bytes;
template <class Element>
inline constexpr unsigned widest_straddled<in_narrow_words<Element>> = narrow_straddled_word_bytes;

}  // namespace detail

//! The words of elements of type Element: all that may be asked where nothing is known of the group.
template <class Element>
HEDDLE_HOST_DEVICE constexpr element_words words_of()
{
    return make_element_words(sizeof(Element), alignof(Element), detail::widest_straddled<Element>);
}

//! The plan by which a group of `LaneCount` lanes moves elements of type Element.
template <class Element, unsigned LaneCount = 32>
HEDDLE_HOST_DEVICE constexpr plan plan_of()
{
    return make_plan(sizeof(Element), alignof(Element), LaneCount,
                     detail::widest_straddled<Element>);
}

}  // namespace heddle
