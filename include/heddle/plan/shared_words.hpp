// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a thread moves one element of an array in shared memory: a constexpr value. That
// threads which do so side by side meet no bank conflicts is proved on the host.
#pragma once

#include "../config.cuh"
#include "../detail/standard_library.hpp"
#include "network.hpp"
#include "plan.hpp"

namespace heddle {

//! Elements beyond this size do not fit into registers as a whole: they are accessed as plain code
//! does.
inline constexpr std::size_t max_register_bytes = 512;

//! The words of an element in shared memory, which lies there as packed as in global memory.
//!
//! Banks: with 128 / word_bytes threads served at a time, elements of m words meet c-fold
//! conflicts, c = gcd(m, 128 / word_bytes). Where c > 1, which takes words of 16 bytes, thread t
//! begins with word t / (128 / word_bytes / c) mod c and wraps around: then all of them find
//! different banks. The words are put in order by ceil(log2 c) rounds of selects.
struct shared_words {
    unsigned word_bytes;  //!< 16, 8 or 4; 0: accessed as plain code does
    unsigned word_count;  //!< m; where elements straddle words, for any start
    unsigned rotations;   //!< c
    bool straddles;       //!< elements start at any byte of a word

    //! The word with which the thread begins that moves element k, while others move its
    //! neighbours.
    HEDDLE_HOST_DEVICE constexpr unsigned rotation(unsigned k) const
    {
        return rotations == 1 ? 0 : k / (128 / word_bytes / rotations) % rotations;
    }
};

//! Words of 4 bytes that an element touches wherever it starts.
HEDDLE_HOST_DEVICE constexpr unsigned straddled_word_count(std::size_t element_bytes,
                                                           std::size_t alignment)
{
    return detail::touched_words(element_bytes, alignment < 4 ? alignment : 4, 4);
}

//! The words of elements of a size and an alignment: 16, 8 or 4 bytes, as wide as divides the size,
//! whatever the alignment; in an array that is aligned to less they are moved in words of the
//! alignment, or straddle words of 4. Where none divides the size: 4, and elements straddle words.
//! Less than 4 bytes need no words.
//! Requires: alignment is a power of two that divides element_bytes
HEDDLE_HOST_DEVICE constexpr shared_words make_shared_words(std::size_t element_bytes,
                                                            std::size_t alignment)
{
    if (element_bytes < 4 || element_bytes > max_register_bytes) return {0, 0, 1, false};
    unsigned const bytes = static_cast<unsigned>(element_bytes);
    if (bytes % 4 != 0) return {4, straddled_word_count(bytes, alignment), 1, true};
    unsigned word_bytes = 16;
    while (bytes % word_bytes != 0) word_bytes /= 2;
    unsigned const count = bytes / word_bytes;
    return {word_bytes, count, detail::greatest_common_divisor(count, 128 / word_bytes), false};
}

}  // namespace heddle
