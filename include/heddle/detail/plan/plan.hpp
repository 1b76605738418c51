// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan of a group's accesses: a constexpr value that says how a group moves elements of a given size and alignment.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/thresholds.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the maximum number of words whose last byte lies in the element, wherever the element begins.
//! Requires: alignment <= word_bytes
HEDDLE_HOST_DEVICE constexpr unsigned ending_words(std::size_t element_bytes, std::size_t alignment,
                                                   unsigned word_bytes)
{
    return static_cast<unsigned>((element_bytes + word_bytes - alignment) / word_bytes);
}
//! Returns the maximum number of words that hold bytes of an element, wherever the element begins.
//! Requires: as for ending_words
HEDDLE_HOST_DEVICE constexpr unsigned touched_words(std::size_t element_bytes, std::size_t alignment,
                                                    unsigned word_bytes)
{
    return ending_words(element_bytes + word_bytes - 1, alignment, word_bytes);
}

//! Returns the maximum number of elements, among 32 consecutive elements, that begin in the same bank.
HEDDLE_HOST_DEVICE constexpr unsigned elements_of_a_bank(std::size_t element_bytes)
{
    constexpr unsigned bank_bytes = 4, all_banks_bytes = 128;
    unsigned elements_of_bank[all_banks_bytes / bank_bytes] = {};
    unsigned most = 0;
    HEDDLE_UNROLL
    for (std::size_t begin = 0; begin < 32 * element_bytes; begin += element_bytes) {
        unsigned const elements = ++elements_of_bank[begin % all_banks_bytes / bank_bytes];
        if (elements > most) most = elements;
    }
    return most;
}

//! The words into which elements of a given size and alignment are divided, independent of the number of lanes.
struct element_words {
    std::size_t element_bytes;  //!< the size of an element
    std::size_t alignment;      //!< of the element, in bytes
    //! The largest of 16, 8, 4, 2 and 1 that divides the size, for any alignment: misaligned words are moved in parts.
    //! For unaligned sizes above detail::max_direct_bytes: 4 or 8.
    unsigned word_bytes;
    unsigned part_bytes;     //!< the access width for misaligned words
    bool is_unaligned;       //!< elements may start within a word, so that their words are shifted by bytes
    bool may_begin_in_word;  //!< elements of whole words may begin within a word of memory, and then move in parts
    unsigned touched_words;  //!< maximum number of words that hold bytes of an element
    //! Maximum number of elements, among 32 consecutive elements, that begin in the same bank; 1 for sizes of whole
    //! words, because their bank conflicts cannot be avoided, and for elements with gaps, whose distance is not known.
    unsigned bank_conflicts;
    //! Bank conflicts exceed the threshold, so loads by rows are faster than per-thread loads, and in the tile of a block
    //! each warp should visit every other element.
    bool has_bank_conflicts;
    bool stores_wide_words;  //!< a per-thread store moves 16-byte words, wherever the 4-byte words of the element begin
    //! The elements are parts of records, so bytes between two elements may belong to neither. They are never taken for
    //! consecutive ones.
    bool has_gaps;
    bool is_atomic;  //!< atomic instructions change the words in memory, so no other access can replace them
};

//! The plan of a group of `lane_count` lanes: how it moves its elements, and what that costs each lane.
struct plan : element_words {
    unsigned lane_count;  //!< n
    //! m: words of an element in a group's rows. For unaligned sizes, m is ending_words, or one more if this saves
    //! selects. A word that two elements share belongs to the second element.
    unsigned word_count;
    unsigned held_words;       //!< words that a lane holds in registers
    bool moves_words;          //!< elements are moved as words, not with the compiler's own copy of a T
    bool cooperates;           //!< if all lanes are valid, they store their elements together, in rows
    bool loads_together;       //!< if all lanes are valid, they load their elements together
    bool loads_through_cache;  //!< loads of consecutive elements are per-thread, through the L1 cache
    //! Stores of unaligned sizes write each sector once: by dense_rows if the elements are consecutive, otherwise by
    //! sector_rows. Because both need all words of an element in one pass, larger elements use rows, as do elements
    //! with gaps that would take more than max_part_rows.
    bool stores_sectors;
    unsigned min_valid_lanes;  //!< fewer valid lanes do not move their elements together
    unsigned pass_words;       //!< maximum words of an element that one pass transposes
    unsigned row_accesses;     //!< memory instructions to load all elements; stores take no more
    unsigned shuffles;         //!< 32-bit shuffles to transpose an element's words
    unsigned selects;          //!< 32-bit selects to transpose an element's words
    unsigned index_shuffles;   //!< additional shuffles of the elements' addresses

    //! Returns the number of words that the pass from word `begin` on transposes.
    HEDDLE_HOST_DEVICE constexpr unsigned words_of_pass(unsigned begin) const
    {
        unsigned const left = word_count - begin;
        return left < pass_words ? left : pass_words;
    }
};

//! Estimates, for unaligned sizes, the instructions to transpose `word_count` words per element and to move the rows.
HEDDLE_HOST_DEVICE constexpr unsigned transpose_cost(unsigned word_count, unsigned word_bytes, unsigned lane_count)
{
    constexpr unsigned cost_of_row = 11;
    unsigned const moves = word_count + network(word_count, lane_count).select_count();
    return word_count * cost_of_row + moves * (word_bytes / 4);
}

//! Returns how elements of a given size and alignment divide into words.
//! Requires: alignment is a power of two that divides element_bytes
//! has_gaps: see element_words. Words are then no wider than the alignment, which elements at any distance have, or are
//!           shifted by bytes
HEDDLE_HOST_DEVICE constexpr element_words make_element_words(std::size_t element_bytes, std::size_t alignment,
                                                              bool has_gaps = false)
{
    HEDDLE_EXPECTS(
        is_power_of_two(static_cast<unsigned>(alignment)) && element_bytes > 0 && element_bytes % alignment == 0,
        "make_plan: alignment must be a power of two that divides the element's bytes");
    element_words p{};
    p.element_bytes = element_bytes;
    p.alignment = alignment;
    p.has_gaps = has_gaps;
    p.word_bytes = 16;
    while (element_bytes % p.word_bytes != 0) p.word_bytes /= 2;
    bool const is_large = element_bytes > max_direct_bytes;
    bool const shifts = p.word_bytes < 4 || (has_gaps && alignment < 4);
    if (shifts && is_large) {
        std::size_t const narrow = alignment == 1 ? max_narrow_odd_bytes : max_narrow_bytes;
        p.word_bytes = element_bytes <= narrow ? narrow_unaligned_word_bytes : unaligned_word_bytes;
    }
    while (has_gaps && alignment >= 4 && p.word_bytes > alignment) p.word_bytes /= 2;
    p.part_bytes = alignment < p.word_bytes ? static_cast<unsigned>(alignment) : p.word_bytes;
    p.is_unaligned = element_bytes % p.word_bytes != 0 || (shifts && is_large);
    p.may_begin_in_word = !p.is_unaligned && alignment < p.word_bytes;
    p.touched_words = static_cast<unsigned>(element_bytes / p.word_bytes);
    p.bank_conflicts = 1;
    if (p.is_unaligned) {
        p.touched_words = touched_words(element_bytes, alignment, p.word_bytes);
        if (!has_gaps) p.bank_conflicts = elements_of_a_bank(element_bytes);
    }
    p.has_bank_conflicts = p.bank_conflicts > max_bank_conflicts;
    p.stores_wide_words = p.word_bytes == 4 && alignment == 4 && element_bytes >= min_wide_store_bytes &&
                          element_bytes <= max_shuffled_bytes;
    return p;
}

//! Returns how elements divide into words of at most `most_word_bytes` that atomic instructions change.
//! Requires: alignment and most_word_bytes are powers of two, at least 4; alignment divides element_bytes
HEDDLE_HOST_DEVICE constexpr element_words make_atomic_words(std::size_t element_bytes, std::size_t alignment,
                                                             unsigned most_word_bytes)
{
    element_words p{};
    p.element_bytes = element_bytes;
    p.alignment = alignment;
    p.word_bytes = most_word_bytes;
    while (element_bytes % p.word_bytes != 0) p.word_bytes /= 2;
    p.part_bytes = alignment < p.word_bytes ? static_cast<unsigned>(alignment) : p.word_bytes;
    p.may_begin_in_word = alignment < p.word_bytes;
    p.touched_words = static_cast<unsigned>(element_bytes / p.word_bytes);
    p.bank_conflicts = 1;
    p.is_atomic = true;
    return p;
}

//! Returns the plan for elements that divide into these words, and a group of lane_count lanes that transposes at most
//! `row_registers` registers in a pass.
//! Requires: lane_count is 1, 2, 4, … 32
HEDDLE_HOST_DEVICE constexpr plan make_plan(element_words const& words, unsigned lane_count = 32,
                                            unsigned row_registers = max_row_registers)
{
    HEDDLE_EXPECTS(is_power_of_two(lane_count) && lane_count <= 32,
                   "make_plan: a group has 1, 2, 4, 8, 16 or 32 lanes");
    plan p{};
    static_cast<element_words&>(p) = words;
    std::size_t const element_bytes = p.element_bytes, alignment = p.alignment;
    p.lane_count = lane_count;
    bool const small = element_bytes <= max_direct_bytes, large = element_bytes > max_shuffled_bytes;
    p.word_count = p.is_unaligned ? ending_words(element_bytes, alignment, p.word_bytes) : p.touched_words;
    if (p.is_unaligned && !small) {
        // An additional word costs a row, but may save selects: odd numbers of words need the fewest selects.
        unsigned const fewest = p.word_count;
        if (transpose_cost(fewest + 1, p.word_bytes, lane_count) < transpose_cost(fewest, p.word_bytes, lane_count)) {
            ++p.word_count;
        }
    }
    p.held_words = p.word_count < p.touched_words ? p.touched_words : p.word_count;
    p.moves_words =
        p.is_atomic || (small ? p.word_count == 1 && p.word_bytes >= 4 && alignment < p.word_bytes : !large);
    p.row_accesses = p.word_count;
    p.loads_through_cache = element_bytes <= max_cached_bytes && !p.has_bank_conflicts;

    // Lanes of a warp that add single words cooperate, too, because they add up runs of equal destinations first.
    bool const adds_runs = p.is_atomic && lane_count == 32;
    p.cooperates = lane_count > 1 && (p.word_count > 1 || adds_runs) && !small && !large;
    if (!p.cooperates) return p;

    p.loads_together = element_bytes > max_per_thread_load_bytes;
    unsigned const most = lane_count / 2 + 1;
    auto const needed = static_cast<unsigned>((min_valid_bytes * lane_count + element_bytes - 1) / element_bytes);
    unsigned const fewest = most < needed ? needed : most;
    p.min_valid_lanes = fewest < lane_count ? fewest : lane_count;
    // A row of narrow words replaces so many atomic instructions that idle lanes cost less than they do in stores.
    unsigned const fewest_atomic = 4 + p.word_bytes;
    if (p.is_atomic && p.word_bytes < wide_word_bytes && fewest_atomic < p.min_valid_lanes) {
        p.min_valid_lanes = fewest_atomic;
    }

    unsigned const registers = p.word_bytes / 4;
    unsigned const passes = (p.word_count * registers + row_registers - 1) / row_registers;
    p.pass_words = (p.word_count + passes - 1) / passes;
    p.stores_sectors = p.is_unaligned && passes == 1 && !(p.has_gaps && element_bytes > max_part_rows * alignment);
    p.shuffles = p.word_count * registers;
    for (unsigned done = 0; done < p.word_count; done += p.pass_words) {
        network const transpose(p.words_of_pass(done), lane_count);
        p.selects += transpose.select_count() * registers;
    }
    p.index_shuffles = 2 * p.word_count;  // both halves of an address for each row
    return p;
}

//! Returns the plan for elements of a given size and alignment that are loaded and stored.
//! Requires: as for make_element_words; lane_count is 1, 2, 4, … 32
HEDDLE_HOST_DEVICE constexpr plan make_plan(std::size_t element_bytes, std::size_t alignment, unsigned lane_count = 32)
{
    return detail::make_plan(detail::make_element_words(element_bytes, alignment), lane_count);
}

//! How Element divides into words. The words are the same for every group size.
template <class Element>
inline constexpr element_words words_of = detail::make_element_words(sizeof(Element), alignof(Element));

//! The plan with which a group of `LaneCount` lanes moves elements of type Element.
template <class Element, unsigned LaneCount = 32>
inline constexpr plan plan_of = detail::make_plan(words_of<Element>, LaneCount);

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
