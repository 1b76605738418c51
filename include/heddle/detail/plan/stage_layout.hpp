// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a group's elements in the shared memory through which they are transposed.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The size of the chunks that are moved between global and shared memory, for elements of any size.
inline constexpr unsigned chunk_bytes = 16;

//! The shared memory of one group, which holds `capacity` of its elements at a time. Consecutive elements are laid out
//! as in global memory: byte x of the elements is at position(skew + x), where skew is the address of the first element
//! modulo chunk_bytes. For other elements, skew is 0.
//! Banks (proved on the host): elements of an odd number of 4-, 8- or 16-byte words are read without conflicts. For
//! elements of an even number k of 16-byte chunks, one chunk is left free after every lcm(8, k) chunks. Shared memory
//! serves 8 lanes at a time. Because of the free chunks, the chunks of these 8 lanes are in different banks.
struct stage_layout {
    plan elements;
    unsigned capacity;      //!< elements held at a time, a power of two
    unsigned period_bytes;  //!< bytes between two free chunks; 0: no chunk is left free

    //! Returns the position of byte x. The bytes of one element stay together.
    HEDDLE_HOST_DEVICE constexpr unsigned position(unsigned x) const
    {
        return period_bytes == 0 ? x : x + x / period_bytes * chunk_bytes;
    }

    //! Returns the access width between element and stage: 4 for unaligned sizes, so that fewer lanes share a bank.
    HEDDLE_HOST_DEVICE constexpr unsigned stage_word_bytes() const
    {
        return elements.is_unaligned ? 4 : elements.word_bytes;
    }

    //! Returns the maximum number of words that an element touches, wherever it begins.
    HEDDLE_HOST_DEVICE constexpr unsigned stage_words_per_element() const
    {
        unsigned const most = static_cast<unsigned>(
            elements.element_bytes + (elements.is_unaligned ? stage_word_bytes() - elements.alignment : 0));
        return (most + stage_word_bytes() - 1) / stage_word_bytes();
    }

    //! Returns whether elements are so small that a transpose in registers takes fewer instructions.
    HEDDLE_HOST_DEVICE constexpr bool has_few_words() const
    {
        return !elements.is_unaligned && elements.element_bytes < min_staged_whole_bytes;
    }

    //! Returns whether the stage is at least as fast as a transpose in registers, for the elements of a warp.
    HEDDLE_HOST_DEVICE constexpr bool pays() const
    {
        unsigned const most = elements.is_unaligned ? max_stage_bytes : max_stage_bytes_of_whole_words;
        return bytes() <= most && !has_few_words() && !elements.has_bank_conflicts;
    }

    //! Returns the bytes of shared memory, with room for any skew and for all bytes of the last word.
    HEDDLE_HOST_DEVICE constexpr unsigned bytes() const
    {
        unsigned const used = position(capacity * static_cast<unsigned>(elements.element_bytes)) + 2 * chunk_bytes;
        return used / chunk_bytes * chunk_bytes;
    }
};

//! Returns the layout of a stage for `capacity` elements of a plan.
//! Requires: capacity is a power of two from 1 to the plan's lane_count
HEDDLE_HOST_DEVICE constexpr stage_layout make_stage_layout(plan const& elements, unsigned capacity)
{
    HEDDLE_EXPECTS(is_power_of_two(capacity) && capacity <= elements.lane_count,
                   "make_stage_layout: capacity must be a power of two, no larger than the plan's group");
    stage_layout s{elements, capacity, 0};
    unsigned const chunks = static_cast<unsigned>(elements.element_bytes) / chunk_bytes;
    bool const whole_chunks = elements.element_bytes % chunk_bytes == 0;
    unsigned const common = greatest_common_divisor(chunks, 8);
    if (whole_chunks && common > 1) s.period_bytes = 8 / common * chunks * chunk_bytes;
    return s;
}

//! Returns the layout of the stage that holds as many elements as fit into max_bytes, but at least one.
HEDDLE_HOST_DEVICE constexpr stage_layout make_stage_layout_within(plan const& elements, unsigned max_bytes)
{
    unsigned capacity = elements.lane_count;
    while (capacity > 1 && make_stage_layout(elements, capacity).bytes() > max_bytes) capacity /= 2;
    return make_stage_layout(elements, capacity);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
