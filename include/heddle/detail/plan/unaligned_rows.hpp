// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows that store elements of unaligned sizes without writing a sector twice: dense_rows for consecutive elements,
// sector_rows for all other elements.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the word size in bytes: 8, or 4 if 4-byte words take at least a sixth fewer registers. m, the number of
//! words, must be odd. Example: 25 bytes own at most four 8-byte words or seven 4-byte words, so m is 5 or 7.
HEDDLE_HOST_DEVICE constexpr unsigned dense_word_bytes(plan const& p)
{
    unsigned const narrow = ending_words(p.element_bytes, p.alignment, 4) | 1u;
    unsigned const wide = ending_words(p.element_bytes, p.alignment, 8) | 1u;
    return 6 * narrow <= 5 * 2 * wide ? 4 : 8;
}

//! The elements of a group form one array of words, which begins with the word that holds the group's first byte. Word
//! q is in lane q mod n of row q div n. Element d owns the words whose last byte lies in the element: at most m words,
//! beginning with word first_word(d), in registers 0, 1, … Because m is odd, q mod m and q mod n together identify each
//! q below n*m. In step s, each lane sends its only word q with q mod m = s. Lane l receives the word with q mod m = s
//! and q mod n = l:
//!
//!   elements to rows
//!   1. v[s] = x[(s + gaps_before(d)) mod m]
//!   2. z[s] = v[s] of the lane whose element owns lane l's word of step s
//!   3. y[j] = z[(j + l) mod m], which is row order(j) of network(m, n)
struct dense_rows {
    unsigned element_bytes;  //!< S
    unsigned word_bytes;     //!< B
    unsigned lane_count;     //!< n
    unsigned word_count;     //!< m
    unsigned least_words;    //!< minimum number of words that a group owns
    unsigned max_words;      //!< maximum number of words that a group owns
    unsigned row_inverse;    //!< the inverse of n modulo m
    unsigned lane_inverse;   //!< the inverse of m modulo n

    HEDDLE_HOST_DEVICE constexpr explicit dense_rows(plan const& p)
        : element_bytes(static_cast<unsigned>(p.element_bytes)),
          word_bytes(dense_word_bytes(p)),
          lane_count(p.lane_count),
          word_count(ending_words(p.element_bytes, p.alignment, word_bytes) | 1u),
          least_words(lane_count * element_bytes / word_bytes),
          max_words((lane_count * element_bytes + word_bytes - static_cast<unsigned>(p.alignment)) / word_bytes),
          row_inverse(inverse_modulo(lane_count, word_count)),
          lane_inverse(inverse_modulo(word_count, lane_count))
    {
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_count() const { return (max_words + lane_count - 1) / lane_count; }

    //! Returns the first word that element d owns, in a group that begins with byte `start` of a word.
    HEDDLE_HOST_DEVICE constexpr unsigned first_word(unsigned d, unsigned start) const
    {
        return (start + d * element_bytes) / word_bytes;
    }

    //! Returns the number of unused registers of elements 0 … d - 1. (An element that owns fewer than m words leaves
    //! registers unused.)
    HEDDLE_HOST_DEVICE constexpr unsigned gaps_before(unsigned d, unsigned start) const
    {
        return d * word_count - first_word(d, start);
    }
    HEDDLE_HOST_DEVICE constexpr unsigned max_gaps() const { return gaps_before(lane_count - 1, 0); }

    //! Returns the distance by which element d's words are rotated downwards; less than rotation_bound().
    HEDDLE_HOST_DEVICE constexpr unsigned element_rotation(unsigned d, unsigned start) const
    {
        unsigned const gaps = gaps_before(d, start);
        return max_gaps() < word_count ? gaps : small_remainder(gaps, word_count);
    }
    HEDDLE_HOST_DEVICE constexpr unsigned rotation_bound() const
    {
        return max_gaps() < word_count ? max_gaps() + 1 : word_count;
    }

    //! scaled_owner() multiplies by reciprocal() instead of dividing by S; tests prove the result exact for every word.
    static constexpr unsigned reciprocal_bits = 22;
    HEDDLE_HOST_DEVICE constexpr unsigned reciprocal() const
    {
        return ((1u << reciprocal_bits) + element_bytes - 1) / element_bytes;
    }

    //! Returns the index of the element that owns word q, times 2^reciprocal_bits. The index is exact modulo n.
    HEDDLE_HOST_DEVICE constexpr unsigned scaled_owner(unsigned q, unsigned start) const
    {
        return (q * word_bytes + word_bytes - 1 - start) * reciprocal();
    }

    //! Returns the word that lane l takes in step 0.
    HEDDLE_HOST_DEVICE constexpr unsigned first_step_word(unsigned l) const
    {
        return l * lane_inverse % lane_count * word_count;
    }

    //! Returns the scaled owner of the word that a lane takes in step s. `scaled` is the scaled owner of step 0.
    HEDDLE_HOST_DEVICE constexpr unsigned scaled_owner_of_step(unsigned s, unsigned scaled) const
    {
        unsigned const of_row = lane_count * word_bytes * reciprocal();
        unsigned const far = scaled + s * row_inverse % word_count * of_row;
        unsigned const wrapped = far - word_count * of_row;  // wraps to a huge number if `far` is in range
        return wrapped < far ? wrapped : far;
    }
};

//! A row has n parts of part_bytes (1 or 2) bytes each and fills one line, an aligned block of n * part_bytes bytes.
//! For a warp a line is one or two sectors. Each element has its own rows. The first of these rows is the line with the
//! element's first byte. The 4-byte words of the group are transposed: word q is in register q div n of lane q mod n.
//! The words of a row lie in at most two registers, wherever the element begins.
struct sector_rows {
    unsigned element_bytes;
    unsigned part_bytes;
    unsigned lane_count;  //!< n

    HEDDLE_HOST_DEVICE constexpr explicit sector_rows(plan const& p)
        : element_bytes(static_cast<unsigned>(p.element_bytes)), part_bytes(p.part_bytes), lane_count(p.lane_count)
    {
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_bytes() const { return lane_count * part_bytes; }

    //! Returns the number of rows that suffice for an element, wherever it begins.
    HEDDLE_HOST_DEVICE constexpr unsigned row_count() const
    {
        return (2 * row_bytes() - part_bytes + element_bytes - 1) / row_bytes();
    }

    HEDDLE_HOST_DEVICE constexpr unsigned word_count() const { return (element_bytes + 3) / 4; }

    //! may_begin, may_end: return whether the element may begin, or end, within the row.
    HEDDLE_HOST_DEVICE constexpr bool may_begin(unsigned row) const { return row == 0; }
    HEDDLE_HOST_DEVICE constexpr bool may_end(unsigned row) const { return (row + 1) * row_bytes() > element_bytes; }

    //! Returns the first and the last register that may hold words of row `row` of element `owner`.
    HEDDLE_HOST_DEVICE constexpr unsigned first_register(unsigned owner, unsigned row) const
    {
        unsigned const first = row == 0 ? 0 : (row - 1) * row_bytes() + part_bytes;
        return (owner * word_count() + first / 4) / lane_count;
    }
    HEDDLE_HOST_DEVICE constexpr unsigned last_register(unsigned owner, unsigned row) const
    {
        unsigned const last = (row + 1) * row_bytes() - part_bytes;
        return (owner * word_count() + (last < element_bytes ? last : element_bytes - 1) / 4) / lane_count;
    }

    //! Returns the number of shuffles of words and addresses, not counting the preceding transpose.
    HEDDLE_HOST_DEVICE constexpr unsigned shuffles() const
    {
        unsigned count = 0;
        for (unsigned owner = 0; owner < lane_count; ++owner) {
            count += 2;
            for (unsigned row = 0; row < row_count(); ++row) {
                count += 1 + last_register(owner, row) - first_register(owner, row);
            }
        }
        return count;
    }
};

//! Rows of parts of 1, 2 or 4 bytes, for elements with gaps. The parts of the group, element by element, fill the rows:
//! part e is in row e div n. Unlike a row of sector_rows, a row has parts of several elements, because records that lie
//! side by side share sectors. The 4-byte words of the group are transposed: word q is in register q div n of lane
//! q mod n.
//! Requires: part_bytes divides element_bytes
struct part_rows {
    unsigned element_bytes;
    unsigned part_bytes;
    unsigned lane_count;  //!< n

    HEDDLE_HOST_DEVICE constexpr part_rows(plan const& p, unsigned bytes_of_part)
        : element_bytes(static_cast<unsigned>(p.element_bytes)), part_bytes(bytes_of_part), lane_count(p.lane_count)
    {
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_count() const { return element_bytes / part_bytes; }
    HEDDLE_HOST_DEVICE constexpr unsigned word_count() const { return (element_bytes + 3) / 4; }

    //! Returns the word of the group that holds part `part` of an element.
    HEDDLE_HOST_DEVICE constexpr unsigned word_of(unsigned owner, unsigned part) const
    {
        return owner * word_count() + part * part_bytes / 4;
    }
    //! Returns the register that holds the words of the first lane, or of the last lane, of a row. The words of a row
    //! lie in at most these two.
    HEDDLE_HOST_DEVICE constexpr unsigned first_register(unsigned row) const { return register_of(row * lane_count); }
    HEDDLE_HOST_DEVICE constexpr unsigned last_register(unsigned row) const
    {
        return register_of((row + 1) * lane_count - 1);
    }

private:
    HEDDLE_HOST_DEVICE constexpr unsigned register_of(unsigned e) const
    {
        return word_of(e / row_count(), e % row_count()) / lane_count;
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
