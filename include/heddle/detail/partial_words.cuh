// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides a part of a word, which ends or begins with the word, into pieces that one access can move.
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// Bytes begin … end - 1 of a word that is aligned to WordBytes consist of at most one part of each size, 1, 2 and 4
// bytes, if `begin` is 0 or `end` is WordBytes. The functions below call move.operator()<Bytes>(at, exists) once for each
// size from Alignment on. The part begins at byte `at` of the word, and is aligned to its size.

//! Visits the parts of bytes begin … WordBytes - 1, in ascending order.
//! Requires: begin is a multiple of Alignment
template <unsigned WordBytes, unsigned Alignment, class Move>
HEDDLE_INLINE void visit_end_of_word(unsigned begin, Move const& move)
{
    if constexpr (Alignment < WordBytes) {
        bool const exists = (begin & Alignment) != 0;
        move.template operator()<Alignment>(begin, exists);
        detail::visit_end_of_word<WordBytes, 2 * Alignment>(exists ? begin + Alignment : begin, move);
    }
}

//! Visits the parts of bytes 0 … end - 1, in descending order.
//! Requires: end is a multiple of Alignment
template <unsigned WordBytes, unsigned Alignment, class Move>
HEDDLE_INLINE void visit_beginning_of_word(unsigned end, Move const& move)
{
    if constexpr (Alignment < WordBytes) {
        bool const exists = (end & Alignment) != 0;
        unsigned const at = exists ? end - Alignment : end;
        move.template operator()<Alignment>(at, exists);
        detail::visit_beginning_of_word<WordBytes, 2 * Alignment>(at, move);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
