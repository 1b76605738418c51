// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of arrays of blocks of structs (AoSoA), in which the values of each member are consecutive.
#pragma once

#include <heddle/algorithm/members.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns the row of member Number in the block of struct k.
template <class Layout, std::size_t Number, class Void>
HEDDLE_INLINE auto* row_of(Void* base, std::size_t k)
{
    using member = typename Layout::template member<Number>;
    constexpr bool reads = std::is_const_v<Void>;
    using byte = std::conditional_t<reads, std::byte const, std::byte>;
    byte* const row =
        static_cast<byte*>(base) + k / Layout::length * Layout::block_bytes + Layout::template offset<Number>;
    return reinterpret_cast<std::conditional_t<reads, member const, member>*>(row);
}

}  // namespace detail

namespace types {

//! The layout of an array of blocks of structs. Block b holds structs b·L … b·L + L - 1 (L = Length) as one row for
//! each member: the L values of member 0, then the L values of member 1, and so on. Each row is aligned to its type,
//! and each block to the strictest of these alignments; there is no other padding.
//!
//!     address of member i of struct k = base + (k div L) · block_bytes + offset(i) + (k mod L) · sizeof(member i)
//!
//! The last block has full length, even if it holds fewer structs.
template <std::size_t Length, class... Member>
struct aosoa {
    static_assert(Length > 0, "heddle: the blocks of an AoSoA have no structs; Length must be at least 1");

private:
    static constexpr auto rows_ = detail::offsets_of_rows<Member...>(Length);

public:
    //! The number of structs of a block.
    static constexpr std::size_t length = Length;
    //! The number of members of a struct.
    static constexpr std::size_t member_count = sizeof...(Member);
    //! The size of a block in bytes.
    static constexpr std::size_t block_bytes = rows_.bytes;
    //! The alignment of a block in bytes.
    static constexpr std::size_t alignment = rows_.alignment;
    //! True if a block has bytes between its rows, or at its end.
    static constexpr bool has_padding = rows_.has_padding;

    //! The type of a member.
    template <std::size_t Number>
    using member = std::tuple_element_t<Number, std::tuple<Member...>>;

    //! The offset in bytes of a member's row in its block.
    template <std::size_t Number>
    static constexpr std::size_t offset = rows_.offset[Number];

    //! Returns the size in bytes of the blocks that hold struct_count structs.
    HEDDLE_HOST_DEVICE static constexpr std::size_t bytes(std::size_t struct_count)
    {
        return (struct_count / Length + (struct_count % Length != 0)) * block_bytes;
    }
    //! Returns a pointer to member Number of struct k. `base` is a void* or void const*.
    template <std::size_t Number, class Void>
    HEDDLE_INLINE static auto* at(Void* base, std::size_t k)
    {
        return detail::row_of<aosoa, Number>(base, k) + k % Length;
    }
};

}  // namespace types

using types::aosoa;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
