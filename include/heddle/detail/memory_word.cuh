// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// memory_word: a word that one instruction moves between memory and registers; and the types of smaller parts.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A word of 4, 8 or 16 bytes, aligned to its size so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) memory_word {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
    std::uint32_t part[Bytes / 4];
};

//! The largest unsigned integer type that has 1, 2 or 4 bytes, but not more than Bytes bytes.
template <std::size_t Bytes>
using integer_of =
    std::conditional_t<Bytes == 1, std::uint8_t, std::conditional_t<Bytes == 2, std::uint16_t, std::uint32_t>>;

//! A type of this many bytes (1, 2, 4, 8 or 16), which moves in one instruction.
template <unsigned Bytes>
struct moved_at_once {
    using type = memory_word<Bytes>;
};
template <>
struct moved_at_once<1> {
    using type = std::uint8_t;
};
template <>
struct moved_at_once<2> {
    using type = std::uint16_t;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
