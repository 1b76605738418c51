// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the addresses of a group's elements and of the words in its rows.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The addresses of a group's elements. `first` = own address - lane rank * sizeof(Element). If the elements are
//! consecutive, `first` is the same in all lanes. If word e of the group is in a lane's element, its address is that
//! lane's `first` + e * word_bytes.
template <class Byte>
struct element_addresses {
    Byte* first;
    bool consecutive;
    bool same_first = false;  //!< `first` is known at compile time to be the same in all lanes

    //! Returns (`first` of lane l) + l * Step, where l = `lane`. With Step = sizeof(Element), the result is the address
    //! of lane l's element.
    template <std::size_t Step = 0, class Group>
    HEDDLE_INLINE Byte* of_lane(Group const& group, unsigned lane) const
    {
        if (same_first) return HEDDLE_BYTES_AFTER(first, lane * Step);
        return detail::pointer_to_global<Byte>(detail::word_of_lane(
            group, reinterpret_cast<std::uintptr_t>(first) + detail::lane_rank(group) * Step, lane));
    }
};

//! Returns whether an element of whole words begins at a multiple of the word size. Returns true for unaligned sizes.
template <class Element, class Byte>
HEDDLE_INLINE bool begins_with_word(Byte* element)
{
    constexpr element_words p = words_of<Element>;
    return !p.may_begin_in_word || detail::offset_in_word(element, p.word_bytes) == 0;
}

//! Returns whether the elements of all valid lanes lie within max_near_bytes of that of the first one. Compares only
//! the lower 32 bits, so a distance near a multiple of 4 GiB counts as a short one.
//! Group:    all lanes of the group, converged
template <class Group, class Byte, class Lanes>
HEDDLE_INLINE bool are_near(Group const& group, Byte* own, Lanes const& valid, bool is_valid)
{
    auto const place = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(own));
    std::uint32_t const from = detail::word_of_lane(group, place, valid.first());
    return group.all(!is_valid || place - from + max_near_bytes < 2 * max_near_bytes);
}

//! Finds the addresses of elements that may be anywhere.
template <class Element>
struct indexed_at {
    template <class Group, class Byte, class Lanes>
    HEDDLE_INLINE element_addresses<Byte> find(Group const& group, Byte* own, Lanes const& valid) const
    {
        std::uintptr_t const first = reinterpret_cast<std::uintptr_t>(own) - detail::lane_rank(group) * sizeof(Element);
        if constexpr (words_of<Element>.has_gaps) return {detail::pointer_to_global<Byte>(first), false};
        bool consecutive = valid.count(lane_count_v<Group>) == lane_count_v<Group>;
        if constexpr (can_match<Group>) {
            consecutive = consecutive && group.all(detail::match_all_lanes(detail::mask_of_group<Group>(), first));
        } else {
            consecutive = consecutive && group.all(first == detail::word_of_lane(group, first, 0));
        }
        return {detail::pointer_to_global<Byte>(first), consecutive};
    }
};

//! Finds the addresses of consecutive elements: lane l has first[l].
template <class Element>
struct contiguous_from {
    Element* first;

    template <class Group, class Byte, class Lanes>
    HEDDLE_INLINE element_addresses<Byte> find(Group const&, Byte*, Lanes const&) const
    {
        return {detail::opaque(reinterpret_cast<Byte*>(first)), true, true};
    }
};

//! Access width for misaligned words, in bytes. Elements of unaligned sizes always move in whole words.
template <class Element>
inline constexpr unsigned part_bytes_of =
    words_of<Element>.is_unaligned ? words_of<Element>.word_bytes : words_of<Element>.part_bytes;

//! Returns the address of word w of an element. Words that the element shares with other elements are marked invalid,
//! because ends.cuh handles them.
template <class Element, class Byte>
HEDDLE_INLINE word_address<Byte> address_of_word(Byte* element, unsigned w, bool is_valid)
{
    constexpr element_words p = words_of<Element>;
    if constexpr (p.is_unaligned) {
        // The unsigned difference wraps around if the word precedes the element.
        unsigned const at = w * p.word_bytes - detail::offset_in_word(element, p.word_bytes);
        bool const is_own = at <= static_cast<unsigned>(p.element_bytes) - p.word_bytes;
        return {HEDDLE_BYTES_AFTER(element, at), is_valid && is_own};
    } else {
        return {HEDDLE_BYTES_AFTER(element, w * p.word_bytes), is_valid};
    }
}

//! Returns the address of a lane's word in a row of elements of whole words. The pass moves `count` words of each element,
//! starting at word `begin`. `first` is that of the lane whose element the word belongs to.
template <class Byte>
HEDDLE_INLINE Byte* whole_word_in_row(plan const& p, unsigned begin, unsigned count, unsigned lane, Byte* first,
                                      unsigned row)
{
    // The addresses of a lane's words in different rows differ by compile-time constants, which cost nothing.
    unsigned const element = small_quotient(row * p.lane_count + lane, count);
    unsigned const skipped = element * (p.word_count - count) + begin;
    Byte* const column = HEDDLE_BYTES_AFTER(first, lane * p.word_bytes);
    Byte* const in_row = HEDDLE_BYTES_AFTER(column, row * p.lane_count * p.word_bytes);
    return HEDDLE_BYTES_AFTER(in_row, skipped * p.word_bytes);
}

//! Returns the address of a lane's word in a row, for consecutive elements. A word that two elements of the group share
//! is loaded once, for both, and is stored with the second. ends.cuh handles words that the group shares with its
//! neighbors.
//! Byte:     const for a load
template <class Byte>
HEDDLE_INLINE word_address<Byte> address_in_consecutive_row(plan const& p, unsigned begin, unsigned count,
                                                            unsigned lane, Byte* first, unsigned row)
{
    if (!p.is_unaligned) return {detail::whole_word_in_row(p, begin, count, lane, first, row), true};
    unsigned const bytes = static_cast<unsigned>(p.element_bytes);
    unsigned const element = small_quotient(row * p.lane_count + lane, count);
    // The offsets below count from the beginning of the group's first word.
    unsigned const row_bytes = p.lane_count * p.word_bytes;
    unsigned const elsewhere = bytes - count * p.word_bytes;  // modulo 2^32
    unsigned const start = detail::offset_in_word(first, p.word_bytes);
    unsigned const column = start + lane * p.word_bytes + element * elsewhere;
    unsigned const at = column / p.word_bytes * p.word_bytes + row * row_bytes + begin * p.word_bytes;
    bool is_valid = true;
    if (!std::is_const_v<Byte>) {
        is_valid = at <= start + bytes - p.word_bytes + element * bytes;
    } else {
        // Only words of the last element can extend past the end of the group.
        unsigned const last = (start + p.lane_count * bytes) / p.word_bytes * p.word_bytes;
        if ((row + 1) * p.lane_count > (p.lane_count - 1) * count) is_valid = at < last;
    }
    if (begin == 0 && row == 0) is_valid = is_valid && at >= start;
    return {HEDDLE_BYTES_AFTER(HEDDLE_BYTES_BEFORE(first, start), at), is_valid};
}

//! Returns the address of a lane's word in a row, for elements at any addresses. The pass moves m words per element. In
//! row r, lane l moves word e = r*n + l of the group, which is word e mod m of the element of lane e div m.
template <class Pass, class Access>
HEDDLE_INLINE word_address<typename Access::byte> address_in_row(Access& access, unsigned row)
{
    using element = typename Access::element_type;
    static_assert(Pass::count <= max_small_divisor);
    constexpr plan p = Pass::p;
    unsigned const lane = detail::lane_rank(access.group);
    unsigned const e = row * p.lane_count + lane;
    unsigned const owner = detail::small_quotient(e, Pass::count);
    auto const& places = access.places();
    if constexpr (p.is_unaligned) {
        return detail::address_of_word<element>(places.template of_lane<sizeof(element)>(access.group, owner),
                                                Pass::begin + e - owner * Pass::count, access.valid.any_lane(owner));
    } else {
        auto* const first = places.of_lane(access.group, owner);
        return {detail::whole_word_in_row(p, Pass::begin, Pass::count, lane, first, row), access.valid.any_lane(owner)};
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
