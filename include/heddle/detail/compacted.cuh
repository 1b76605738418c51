// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compacted stores: if a warp does not cooperate as a whole, its active lanes form groups. Each group stores together
// if the elements of the active lanes are far enough apart, because otherwise per-thread stores are as fast.
#pragma once

#include <heddle/active_group.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/ends.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Computes the addresses of a lane's words in the rows of its group, for passes of Count words. Rows must be requested
//! in order. If Broadcasts, all lanes get an element's address once, at the element's first row. Otherwise each row
//! shuffles its addresses.
template <unsigned Count, bool Broadcasts>
class compacted_row_addresses {
public:
    //! own: (address of the lane's element) - rank * (bytes of Count words)
    HEDDLE_INLINE explicit compacted_row_addresses(std::byte* own) : addresses_{own, false} {}

    //! Returns the address of the lane's word in a row, minus a compile-time constant, which the caller adds.
    template <unsigned WordBytes>
    HEDDLE_INLINE std::byte* column_of_row(set_wide_group<compacted_group_lanes> const& groups, unsigned row)
    {
        unsigned const rank = groups.thread_rank();
        unsigned const begin = row * compacted_group_lanes;
        if constexpr (!Broadcasts) {
            return addresses_.of_lane(groups, small_quotient(begin + rank, Count)) + rank * WordBytes;
        } else {
            // A row contains words of one element or of two successive elements.
            unsigned const first = begin / Count;
            unsigned const last = (begin + compacted_group_lanes - 1) / Count;
            HEDDLE_UNROLL
            for (unsigned e = row == 0 ? 0 : (begin - 1) / Count + 1; e <= last; ++e) {
                columns_[e] = addresses_.of_lane(groups, e) + rank * WordBytes;
            }
            return rank < last * Count - begin ? columns_[first] : columns_[last];
        }
    }

private:
    element_addresses<std::byte> addresses_;
    std::byte* columns_[compacted_group_lanes];
};

//! Stores the words of all passes, starting at word Begin. `first` = own address - rank * sizeof(Element).
template <class Element, unsigned Begin = 0, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_compacted_rows(set_wide_group<compacted_group_lanes> const& groups, std::byte* first,
                                        memory_word<WordBytes> const (&words)[WordCount])
{
    constexpr plan p = compacted_plan<Element>;
    static_assert(p.word_count <= WordCount && p.word_bytes == WordBytes);
    constexpr unsigned count = p.words_of_pass(Begin);
    constexpr unsigned row_bytes = compacted_group_lanes * WordBytes;
    // The bytes of each element that the other passes store.
    constexpr unsigned skipped = (p.word_count - count) * WordBytes;
    memory_word<WordBytes> rows[count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < count; ++w) rows[w] = words[Begin + w];
    detail::elements_to_rows<select_pipes::one>(groups, rows);
    if constexpr (Begin == 0) groups.sync();
    unsigned const rank = groups.thread_rank();
    if constexpr (p.is_unaligned) {
        element_addresses<std::byte> const addresses{first, false};
        HEDDLE_UNROLL
        for (unsigned row = 0; row < count; ++row) {
            unsigned const owner = small_quotient(row * compacted_group_lanes + rank, count);
            std::byte* const element = addresses.template of_lane<sizeof(Element)>(groups, owner);
            unsigned const w = Begin + row * compacted_group_lanes + rank - owner * count;
            detail::store_word<WordBytes>(groups, detail::address_of_word<Element>(element, w, true), rows[row]);
        }
    } else {
        compacted_row_addresses<count, broadcasts_addresses(p)> addresses(first + rank * skipped);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < count; ++row) {
            // opaque() makes the compiler put the constant offset into the store instruction.
            std::byte* const column = detail::opaque(addresses.template column_of_row<WordBytes>(groups, row));
            unsigned const e = row * compacted_group_lanes + rank;
            detail::write_word<Element, WordBytes>(groups, {column + row * row_bytes + Begin * WordBytes, true},
                                                   Begin + e - small_quotient(e, count) * count, rows[row]);
        }
    }
    if constexpr (Begin + count != p.word_count) {
        detail::store_compacted_rows<Element, Begin + count>(groups, first, words);
    }
}

//! Returns whether any lane's element is at least min_compacted_distance away from the element of the highest lane.
//! Group:    all lanes of the mask
template <class Element>
HEDDLE_INLINE bool any_lie_apart(std::uint32_t mask, std::byte const* own)
{
    auto const place = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(own));
    std::uint32_t const from = shuffle_of_lanes(mask, place, highest_lane(mask));
    constexpr element_words p = words_of<Element>;
    return detail::ballot_of_lanes(mask, detail::lie_apart(p, place, from)) != 0;
}

//! If there are enough valid lanes and their elements are far enough apart, lanes store together in groups, and lanes
//! that do not fill a group store per-thread. Otherwise all valid lanes store per-thread.
template <>
struct mover<route::compacted> {
    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void store(Access& access, memory_word<WordBytes> (&words)[WordCount])
    {
        using element = typename Access::element_type;
        constexpr element_words p = words_of<element>;
        if (!access.is_valid) return;
        std::uint32_t const mask = access.diverged.mask;
        // Keeps the compiler from hoisting address computations out of these lanes' branch.
        std::byte* const own = opaque(access.own);
        unsigned const count = count_of_lanes(mask);
        if constexpr (is_atomic_record<element>) {
            // Few lanes gain nothing from the vote below, which makes stores faster.
            if (count < compacted_group_lanes) {
                detail::store_own<element>(lone_lane{mask}, own, words);
                return;
            }
        }
        bool together = count >= compacted_group_lanes;
        if (together) together = detail::any_lie_apart<element>(mask, own);
        if constexpr (p.may_begin_in_word) {
            if (together) together = ballot_of_lanes(mask, detail::begins_with_word<element>(own)) == mask;
        }
        bool in_group = false;
        std::uint32_t grouped = 0;
        // A vote of all lanes makes stores faster, but stores of wide words would need 8 to 24 more registers (nvcc
        // 13.0).
        if (together || !p.stores_wide_words) {
            // A branch of its own, because with both conditions in one branch, kernels for 64- and 68-byte elements
            // take 8 more registers (nvcc 13.0).
            if (together) in_group = rank_in(mask) < count / compacted_group_lanes * compacted_group_lanes;
            grouped = ballot_of_lanes(mask, in_group);
        }
        // With this order and two separate returns, nvcc 13.0 emits the code of the groups only once.
        if (!in_group) detail::store_own<element>(lone_lane{mask & ~grouped}, own, words);
        if (!together) return;
        if (!in_group) return;

        set_wide_group<compacted_group_lanes> const groups(grouped);
        std::byte* const first = own - groups.thread_rank() * sizeof(element);
        if constexpr (p.is_unaligned) {
            detail::move_start<direction::up>(words, offset_in_word(own, WordBytes));
            detail::store_ends<element>(groups, own, detail::range_of<element>(own), true, words);
        }
        detail::store_compacted_rows<element>(groups, first, words);
        groups.sync();
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
