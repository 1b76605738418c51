// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// warp_scratch, block_scratch: shared memory that a kernel declares, and through which its warps transpose elements.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! The number of elements in the largest stage of a warp.
template <class T>
inline constexpr unsigned stage_capacity =
    detail::make_stage_layout_within(detail::plan_of<T, 32>, max_stage_bytes).capacity;

}  // namespace detail

namespace types {

//! Shared memory for one warp's elements of type T. Declare a __shared__ object for each warp, and pass it to
//! collectives.
//! Capacity: the number of elements that the memory holds, a power of two from 1 to 32. With fewer than 32, the warp
//!           moves its elements in rounds
//! Requires: all 32 lanes of one warp, and no other warp, pass the same object. The kernel calls __syncwarp() between a
//!           collective and any other use of this memory
template <class T, unsigned Capacity = detail::stage_capacity<T>>
class warp_scratch {
    static_assert(detail::is_power_of_two(Capacity) && Capacity <= 32,
                  "heddle: the capacity of a warp_scratch must be 1, 2, 4, 8, 16 or 32 elements");

public:
    //! The type of the elements.
    using element_type = std::remove_const_t<T>;
    //! Used by heddle: the layout of elements in the memory.
    static constexpr detail::stage_layout layout = detail::make_stage_layout(detail::plan_of<T, 32>, Capacity);
    //! False if plain access is best for elements of this size, so that the object has only one byte.
    static constexpr bool uses_memory = detail::plan_of<T, 32>.cooperates;

    //! Returns a stage in this memory, or no_scratch if plain access is best for elements of this size.
    HEDDLE_INLINE auto stage(bool is_usable = true)
    {
        if constexpr (uses_memory) {
            return detail::warp_stage<element_type, Capacity>{memory_, is_usable};
        } else {
            return detail::no_scratch{};
        }
    }

private:
    alignas(detail::chunk_bytes) std::byte memory_[uses_memory ? layout.bytes() : 1];
};

//! Shared memory for the elements of all warps of a block of any shape.
//! Requires: a block has at most BlockThreads threads. Larger blocks use registers, and trap in checked builds
template <class T, unsigned BlockThreads>
class block_scratch {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024, "heddle: a block has from 1 to 1024 threads");

public:
    //! The type of the elements.
    using element_type = std::remove_const_t<T>;
    //! The number of warps of a block.
    static constexpr unsigned warp_count = (BlockThreads + 31) / 32;
    //! Maximum bytes for each warp. A block has 48 KiB of static shared memory, of which 8 KiB remain for other arrays.
    static constexpr unsigned max_bytes = 40 * 1024 / warp_count;
    //! Used by heddle: the layout of elements in the memory of a warp.
    static constexpr detail::stage_layout layout = detail::make_stage_layout(detail::plan_of<T, 32>, 32);
    //! False if registers were measured to be faster, or if the elements of a warp need more than max_bytes.
    static constexpr bool uses_memory =
        detail::plan_of<T, 32>.cooperates && layout.bytes() <= max_bytes && layout.pays();

    //! Returns whether a block of this many threads may use the memory.
    HEDDLE_HOST_DEVICE static constexpr bool has_room_for(unsigned threads) { return threads <= warp_count * 32; }

    //! Used by heddle: returns the stage of the calling lane's warp.
    HEDDLE_INLINE auto stage()
    {
        if constexpr (!uses_memory) {
            return detail::no_scratch{};
        } else {
            unsigned const threads = detail::threads_in_block();
            HEDDLE_EXPECTS(threads <= BlockThreads,
                           "the block is larger than its block_scratch<T, N> or in_block<N>; "
                           "write at least the threads of a block as N");
            // If the block is too large, none of its warps uses the memory.
            return warps_[detail::thread_in_block() / 32].stage(has_room_for(threads));
        }
    }

private:
    std::conditional_t<uses_memory, warp_scratch<T, 32>, char> warps_[uses_memory ? warp_count : 1];
};

}  // namespace types

using types::block_scratch;
using types::warp_scratch;

namespace detail {

template <class Scratch>
inline constexpr bool is_scratch = false;
template <class T, unsigned Capacity>
inline constexpr bool is_scratch<warp_scratch<T, Capacity>> = true;
template <class T, unsigned BlockThreads>
inline constexpr bool is_scratch<block_scratch<T, BlockThreads>> = true;

template <class... Scratch>
using if_scratch = std::enable_if_t<(is_scratch<Scratch> && ...)>;

//! Returns the stage of a collective's scratch argument. Returns no_scratch if there is no such argument, or if the
//! group is not a whole warp.
template <class Element, class Group>
HEDDLE_INLINE no_scratch stage_from(Group const&)
{
    return {};
}
template <class Element, class Group, class Scratch>
HEDDLE_INLINE auto stage_from([[maybe_unused]] Group const& group, Scratch& scratch)
{
    static_assert(std::is_same_v<typename Scratch::element_type, Element>,
                  "heddle: the scratch must be for elements of the type that the pointer names, or, with Items, for "
                  "blocked<T, Items>");
    HEDDLE_EXPECTS(detail::is_shared(&scratch) && detail::is_same(group, &scratch),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    if constexpr (lane_count_v<Group> == 32) {
        return scratch.stage();
    } else {
        return no_scratch{};
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
