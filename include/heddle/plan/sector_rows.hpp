// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows in which elements that straddle words are stored to anywhere, so that no sector is
// written twice. Pure values; proved on the host by exhaustion.
#pragma once

#include "../config.cuh"
#include "plan.hpp"

namespace heddle {

//! A row is n parts, as wide as the alignment, in one line of n parts: a sector or two by a warp. Each
//! element has rows of its own, which begin with the line that holds its first byte. A lane finds its
//! part in the group's words of 4 bytes, transposed: word q is in register q div n of lane q mod n, and
//! those of one row lie in two registers at most, wherever the element begins.
struct sector_rows {
    unsigned element_bytes;
    unsigned part_bytes;
    unsigned lane_count;  //!< n

    HEDDLE_HOST_DEVICE constexpr explicit sector_rows(plan const& p)
        : element_bytes(static_cast<unsigned>(p.element_bytes)),
          part_bytes(p.part_bytes()),
          lane_count(p.lane_count)
    {
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_bytes() const { return lane_count * part_bytes; }

    //! Rows of an element, wherever it begins.
    HEDDLE_HOST_DEVICE constexpr unsigned row_count() const
    {
        return (2 * row_bytes() - part_bytes + element_bytes - 1) / row_bytes();
    }

    //! Words of 4 bytes of an element.
    HEDDLE_HOST_DEVICE constexpr unsigned word_count() const { return (element_bytes + 3) / 4; }

    //! Whether a row may have parts before the element, and after it.
    HEDDLE_HOST_DEVICE constexpr bool may_begin(unsigned row) const { return row == 0; }
    HEDDLE_HOST_DEVICE constexpr bool may_end(unsigned row) const
    {
        return (row + 1) * row_bytes() > element_bytes;
    }

    //! The registers in which the words of an owner's row may lie.
    HEDDLE_HOST_DEVICE constexpr unsigned first_register(unsigned owner, unsigned row) const
    {
        unsigned const first = row == 0 ? 0 : (row - 1) * row_bytes() + part_bytes;
        return (owner * word_count() + first / 4) / lane_count;
    }
    HEDDLE_HOST_DEVICE constexpr unsigned last_register(unsigned owner, unsigned row) const
    {
        unsigned const last = (row + 1) * row_bytes() - part_bytes;
        return (owner * word_count() + (last < element_bytes ? last : element_bytes - 1) / 4) /
               lane_count;
    }

    //! Of words and addresses; the transpose comes before.
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

}  // namespace heddle
