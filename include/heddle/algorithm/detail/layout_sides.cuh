// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects how a block accesses the array of structs and the arrays of members: in place, or staged in shared memory.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/tile_stages.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The directions of a conversion: from structs to their members' arrays or blocks, or back.
enum class conversion { split, join };

//! The ways in which the threads of a block access the arrays of members.
enum class member_way {
    by_threads,  //!< in place if elements are whole words, otherwise staged
    staged,      //!< through shared memory
    alone,       //!< in place, because shared memory has no room
};

//! An array that threads access in place, without staging.
template <class T>
struct array_in_place {
    T* first;

    HEDDLE_INLINE T& operator*() const { return *detail::assume_global(first); }
    HEDDLE_INLINE array_in_place operator+(std::ptrdiff_t n) const { return {first + n}; }
};

template <class T>
inline constexpr bool is_whole_word = (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) && alignof(T) == sizeof(T);

//! Returns the array of a member in the form that tile_of takes.
template <member_way Way, class Iterator>
constexpr auto member_side(Iterator const& array)
{
    auto const first = detail::unwrapped(array);
    using sequence = unwrapped_t<Iterator>;
    if constexpr (!is_array<sequence>) {
        return first;
    } else {
        using element = std::remove_pointer_t<sequence>;
        if constexpr (Way != member_way::staged && is_whole_word<element>) {
            return array_in_place<element>{first};
        } else if constexpr (Way == member_way::alone) {
            return heddle::make_coalesced(first);
        } else {
            return first;
        }
    }
}
template <member_way Way, class Iterator>
using member_side_t = decltype(detail::member_side<Way>(std::declval<Iterator const&>()));

//! The ways in which the threads of a block access the structs.
enum class struct_way {
    by_plan,
    staged,    //!< whole, through shared memory, unless the structs are too large
    in_place,  //!< member by member, in global memory
};

//! Structs of at least this size are read in place if at most an eighth of their bytes is needed. Because one access to
//! memory reads at most 64 bytes, most of the other bytes are then not read.
inline constexpr std::size_t min_sparse_bytes = 128;
template <class Struct, class List>
inline constexpr bool is_sparse = sizeof(Struct) >= min_sparse_bytes && 8 * List::bytes <= sizeof(Struct);

//! Returns the array of structs in the form that tile_of takes: in place if the structs are too large for a stage.
template <struct_way Way = struct_way::staged, class Iterator>
constexpr auto struct_side(Iterator const& structs)
{
    auto const first = detail::unwrapped(structs);
    using sequence = unwrapped_t<Iterator>;
    if constexpr (is_array<sequence> && (!is_staged<sequence> || Way == struct_way::in_place)) {
        return array_in_place<std::remove_pointer_t<sequence>>{first};
    } else {
        return first;
    }
}
template <class Iterator, struct_way Way = struct_way::staged>
using struct_side_t = decltype(detail::struct_side<Way>(std::declval<Iterator const&>()));

//! Returns the number of structs in a tile: at least the number of threads, unless that many structs take more than
//! max_bytes. Longer tiles give longer runs in each member's array.
constexpr unsigned layout_capacity(std::size_t struct_bytes)
{
    constexpr std::size_t max_bytes = 16 * 1024;
    std::size_t const bytes = struct_bytes <= max_staged_bytes ? struct_bytes : 8;
    unsigned capacity = tile_capacity(bytes, algorithm_threads, best_tile_bytes(algorithm_threads));
    while (capacity < algorithm_threads && 2 * capacity * bytes <= max_bytes) capacity *= 2;
    return capacity;
}

//! Returns the maximum size in bytes of one stage of a stage_set.
template <class Side>
constexpr std::size_t stage_room(unsigned capacity)
{
    return is_staged<Side> ? capacity * staged_bytes<Side>() + 4 * line_bytes : 0;
}

//! Returns Preferred if its stages fit in shared memory, otherwise member_way::alone.
template <member_way Preferred, class Structs, class... Array>
constexpr member_way possible_way()
{
    constexpr std::size_t struct_bytes = sizeof(value_of<unwrapped_t<Structs>>);
    constexpr unsigned capacity = layout_capacity(struct_bytes);
    constexpr std::size_t marks = capacity * struct_bytes / 8;  // at most
    constexpr std::size_t room = marks + detail::stage_room<struct_side_t<Structs>>(capacity) +
                                 (detail::stage_room<member_side_t<Preferred, Array>>(capacity) + ...);
    return room <= max_static_shared_bytes ? Preferred : member_way::alone;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
