// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs copies on emulated warps, and counts the memory traffic that they would cause on a GPU.
#pragma once

#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <optional>

namespace heddle::program {

//! The traffic of a warp that copies 32 consecutive elements between two arrays, both of which begin at a cache line.
struct counted_copy {
    memory_traffic plain;  //!< if each lane copies its element as the compiler does: in words as wide as the alignment
    memory_traffic coalesced;
    std::optional<memory_traffic> staged;  //!< through shared memory, if the library uses it for such elements
};

//! A phrase for the end of a sentence, which lists the elements that count_copy() supports.
inline constexpr char const* counted_elements =
    "elements of 1 to 64 bytes, of multiples of 4 up to 128 and of multiples of 8 up to 256 at "
    "their widest alignment, and of multiples of 8 up to 64 aligned to 4";

//! Copies 32 elements of this size and alignment on an emulated warp. Returns nothing for elements that
//! counted_elements does not list, because copies are compiled only for the listed types.
std::optional<counted_copy> count_copy(std::size_t element_bytes, std::size_t alignment);

}  // namespace heddle::program
