// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The memory transactions of a copy, counted while the library's own code runs on an emulated warp.
#pragma once

#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <optional>

namespace heddle::program {

//! The traffic of a warp that copies 32 consecutive elements between arrays that begin with a cache line.
struct counted_copy {
    memory_traffic coalesced;
    std::optional<memory_traffic> staged;  //!< through shared memory, if that is used
};

//! Which elements count_copy() knows, as the end of a sentence.
inline constexpr char const* counted_elements =
    "elements of 1 to 64 bytes, of multiples of 4 up to 128 and of multiples of 8 up to 256 at "
    "their widest alignment, and of multiples of 8 up to 64 aligned to 4";

//! Copies 32 elements of this size and alignment on an emulated warp. Types are known when the program is compiled:
//! for elements other than counted_elements it returns nothing.
std::optional<counted_copy> count_copy(std::size_t element_bytes, std::size_t alignment);

}  // namespace heddle::program
