// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes one member of a struct in memory.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads a member of a struct. The struct may be packed; accesses are as wide as the offset of the member allows.
template <class Struct, class Type>
HEDDLE_INLINE carried_t<Type> load_member(void const* place, std::size_t offset)
{
    constexpr std::size_t alignment = alignof(Type);
    element_storage<Type> copy;
    if (alignof(Struct) % alignment == 0 && offset % alignment == 0) {
        std::memcpy(copy.bytes(), __builtin_assume_aligned(place, alignment), sizeof(Type));
    } else {
        std::memcpy(copy.bytes(), place, sizeof(Type));
    }
    return copy.value;
}
template <class Struct, class Type>
HEDDLE_INLINE void store_member(void* place, std::size_t offset, Type const& value)
{
    constexpr std::size_t alignment = alignof(Type);
    if (alignof(Struct) % alignment == 0 && offset % alignment == 0) {
        std::memcpy(__builtin_assume_aligned(place, alignment), detail::address_of(value), sizeof(Type));
    } else {
        std::memcpy(place, detail::address_of(value), sizeof(Type));
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
