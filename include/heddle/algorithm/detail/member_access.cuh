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

//! Copies a member of a struct between memory and registers. The struct may be packed; accesses are as wide as the
//! offset of the member allows.
template <class Struct, class Type>
HEDDLE_INLINE void copy_member(void* to, void const* from, std::size_t offset)
{
    constexpr std::size_t alignment = alignof(Type);
    if (alignof(Struct) % alignment == 0 && offset % alignment == 0) {
        std::memcpy(__builtin_assume_aligned(to, alignment), __builtin_assume_aligned(from, alignment), sizeof(Type));
    } else {
        std::memcpy(to, from, sizeof(Type));
    }
}

template <class Struct, class Type>
HEDDLE_INLINE carried_t<Type> load_member(void const* place, std::size_t offset)
{
    element_storage<Type> copy;
    detail::copy_member<Struct, Type>(copy.bytes(), place, offset);
    return copy.value;
}
template <class Struct, class Type>
HEDDLE_INLINE void store_member(void* place, std::size_t offset, Type const& value)
{
    detail::copy_member<Struct, Type>(place, detail::address_of(value), offset);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
