// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the words of consecutive elements go that straddle words: into rows without gaps, so
// that each row is whole sectors. Pure values; proved on the host by exhaustion.
#pragma once

#include "../config.cuh"
#include "network.hpp"
#include "plan.hpp"

namespace heddle {

namespace detail {

//! The words of an element, in bytes: 8, or 4 where that is at least a sixth fewer registers, because m
//! is odd: instead of five words of 8 bytes, where four would do, seven of 4.
HEDDLE_HOST_DEVICE constexpr unsigned dense_word_bytes(plan const& p)
{
    unsigned const narrow = ending_words(p.element_bytes, p.alignment, 4) | 1u;
    unsigned const wide = ending_words(p.element_bytes, p.alignment, 8) | 1u;
    return 6 * narrow <= 5 * 2 * wide ? 4 : 8;
}

}  // namespace detail

//! A group's elements are one array of words, which begins with the word that holds its first byte: word q
//! is in row q div n, lane q mod n. Element d has those that end in it, from word first_word(d) on: at
//! most m of them, in registers 0, 1, …
//!
//! With m odd, every q below n*m is known by q mod m and q mod n. So at step s each lane gives its word
//! with q mod m = s, of which it has one, and takes the one that is its own:
//!
//!   elements to rows
//!   1. v[s] = x[(s + gaps_before(d)) mod m]
//!   2. z[s] = v[s] of the lane in whose element lane l's word of step s ends
//!   3. y[j] = z[(j + l) mod m], row order(j), as in network(m, n)
struct dense_rows {
    unsigned element_bytes;  //!< S
    unsigned word_bytes;     //!< B
    unsigned lane_count;     //!< n
    unsigned word_count;     //!< m
    unsigned least_words;    //!< that end in a group
    unsigned max_words;
    unsigned row_inverse;   //!< the inverse of n modulo m
    unsigned lane_inverse;  //!< the inverse of m modulo n

    HEDDLE_HOST_DEVICE constexpr explicit dense_rows(plan const& p)
        : element_bytes(static_cast<unsigned>(p.element_bytes)),
          word_bytes(detail::dense_word_bytes(p)),
          lane_count(p.lane_count),
          word_count(detail::ending_words(p.element_bytes, p.alignment, word_bytes) | 1u),
          least_words(lane_count * element_bytes / word_bytes),
          max_words((lane_count * element_bytes + word_bytes - static_cast<unsigned>(p.alignment)) /
                    word_bytes),
          row_inverse(detail::inverse_modulo(lane_count, word_count)),
          lane_inverse(detail::inverse_modulo(word_count, lane_count))
    {
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_count() const
    {
        return (max_words + lane_count - 1) / lane_count;
    }

    //! The first word that ends in element d of a group that begins with byte `start` of a word.
    HEDDLE_HOST_DEVICE constexpr unsigned first_word(unsigned d, unsigned start) const
    {
        return (start + d * element_bytes) / word_bytes;
    }

    //! Registers of elements 0 … d - 1 that hold no word which ends in them.
    HEDDLE_HOST_DEVICE constexpr unsigned gaps_before(unsigned d, unsigned start) const
    {
        return d * word_count - first_word(d, start);
    }
    HEDDLE_HOST_DEVICE constexpr unsigned max_gaps() const
    {
        return gaps_before(lane_count - 1, 0);
    }

    //! How far element d's words are rotated downwards, below rotation_bound().
    HEDDLE_HOST_DEVICE constexpr unsigned element_rotation(unsigned d, unsigned start) const
    {
        unsigned const gaps = gaps_before(d, start);
        return max_gaps() < word_count ? gaps : detail::small_remainder(gaps, word_count);
    }
    HEDDLE_HOST_DEVICE constexpr unsigned rotation_bound() const
    {
        return max_gaps() < word_count ? max_gaps() + 1 : word_count;
    }

    //! What owner() divides by S: exact where it is asked, as the tests prove.
    static constexpr unsigned reciprocal_bits = 22;
    HEDDLE_HOST_DEVICE constexpr unsigned reciprocal() const
    {
        return ((1u << reciprocal_bits) + element_bytes - 1) / element_bytes;
    }

    //! The element that word q ends in, as a number that is right modulo n after
    //! >> reciprocal_bits.
    HEDDLE_HOST_DEVICE constexpr unsigned scaled_owner(unsigned q, unsigned start) const
    {
        return (q * word_bytes + word_bytes - 1 - start) * reciprocal();
    }

    //! The word that lane l takes at step 0.
    HEDDLE_HOST_DEVICE constexpr unsigned first_step_word(unsigned l) const
    {
        return l * lane_inverse % lane_count * word_count;
    }

    //! The scaled owner of the word that a lane takes at step s, from that at step 0.
    HEDDLE_HOST_DEVICE constexpr unsigned scaled_owner_of_step(unsigned s, unsigned scaled) const
    {
        unsigned const of_row = lane_count * word_bytes * reciprocal();
        unsigned const far = scaled + s * row_inverse % word_count * of_row;
        unsigned const wrapped = far - word_count * of_row;  // huge where nothing wraps
        return wrapped < far ? wrapped : far;
    }
};

}  // namespace heddle
