// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory that the user gives, through which warps transpose their elements.
#pragma once

#include "config.cuh"
#include "detail/group/element_access.cuh"
#include "detail/group/emulated_group.hpp"
#include "detail/group/group.cuh"
#include "detail/group/staged_access.cuh"
#include "detail/standard_library.hpp"
#include "plan/plan.hpp"
#include "plan/stage_layout.hpp"

namespace heddle {

//! Shared memory for one warp's elements of type T. Declare it __shared__, one for each warp, and pass
//! the warp's own to load, store and their kin.
//! Capacity: elements held at a time, a power of two from 1 to 32; a warp works in rounds where it is
//! less than 32
//! Requires: all 32 lanes of one warp pass the same object, and no other warp passes it. Between its
//! use here and any other use of the memory stands a __syncwarp(), before and after
template <class T,
          unsigned Capacity = make_stage_layout_within(plan_of<T, 32>(), max_stage_bytes).capacity>
class warp_scratch {
    static_assert(detail::is_power_of_two(Capacity) && Capacity <= 32,
                  "heddle: the capacity of a warp_scratch must be 1, 2, 4, 8, 16 or 32 elements");

public:
    using element_type = std::remove_const_t<T>;
    static constexpr stage_layout layout = make_stage_layout(plan_of<T, 32>(), Capacity);
    static constexpr bool uses_memory = plan_of<T, 32>().cooperates();

    //! The way through this memory. Elements that are best accessed directly need none.
    HEDDLE_INLINE auto stage(bool exists = true)
    {
        if constexpr (uses_memory) {
            return detail::warp_stage<element_type, Capacity>{memory_, exists};
        } else {
            return detail::registers_only{};
        }
    }

private:
    alignas(chunk_bytes) std::byte memory_[uses_memory ? layout.bytes() : 1];
};

//! The same for all warps of a block of BlockThreads threads, of any shape.
//! Requires: blocks of no more than BlockThreads threads; warps of larger ones go through registers,
//! and a checked build traps
template <class T, unsigned BlockThreads>
class block_scratch {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024,
                  "heddle: a block has from 1 to 1024 threads");

public:
    using element_type = std::remove_const_t<T>;
    static constexpr unsigned warp_count = (BlockThreads + 31) / 32;
    //! Static shared memory ends at 48 KiB: other arrays need some of it too.
    static constexpr unsigned max_bytes = 40 * 1024 / warp_count;
    static constexpr stage_layout layout = make_stage_layout(plan_of<T, 32>(), 32);
    //! Measured: rounds take longer than shuffles, and so do banks that many lanes want at once.
    static constexpr bool uses_memory =
        plan_of<T, 32>().cooperates() && layout.bytes() <= max_bytes && layout.pays();

    //! Whether each warp of a block of so many threads has memory of its own.
    HEDDLE_HOST_DEVICE static constexpr bool has_room_for(unsigned threads)
    {
        return threads <= warp_count * 32;
    }

    HEDDLE_INLINE auto stage()
    {
        if constexpr (uses_memory) {
            return warps_[warp_in_block()].stage(has_room());
        } else {
            return detail::registers_only{};
        }
    }

private:
    HEDDLE_INLINE static unsigned warp_in_block()
    {
#if defined(__CUDA_ARCH__)
        unsigned const thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        return thread / 32;
#else
        return 0;  // an emulated block is one warp
#endif
    }

    // In a block that is too large, no warp uses any.
    HEDDLE_INLINE static bool has_room()
    {
#if defined(__CUDA_ARCH__)
        // The same in all threads, as the compiler sees: it makes no branch for each.
        unsigned const threads = blockDim.x * blockDim.y * blockDim.z;
        HEDDLE_EXPECTS(threads <= BlockThreads,
                       "the block is larger than its block_scratch<T, N> or in_block<N>: a launch "
                       "is <<<blocks, threads>>>, and N is the threads");
        return has_room_for(threads);
#else
        return true;
#endif
    }

    std::conditional_t<uses_memory, warp_scratch<T, 32>, char> warps_[uses_memory ? warp_count : 1];
};

namespace detail {

template <class Scratch>
struct is_scratch : std::false_type {
};
template <class T, unsigned Capacity>
struct is_scratch<warp_scratch<T, Capacity>> : std::true_type {
};
template <class T, unsigned BlockThreads>
struct is_scratch<block_scratch<T, BlockThreads>> : std::true_type {
};

//! The way that the scratch passed to a collective offers a group: scratch serves whole warps.
template <class Element, class Group>
HEDDLE_INLINE auto stage_from()
{
    return registers_only{};
}
template <class Element, class Group, class Scratch>
HEDDLE_INLINE auto stage_from(Scratch& scratch)
{
    static_assert(std::is_same_v<typename Scratch::element_type, Element>,
                  "heddle: the scratch must be for elements of the type that the pointer names");
    if constexpr (lane_count_v<Group> == 32) {
        return scratch.stage();
    } else {
        return registers_only{};
    }
}

template <class... Scratch>
using enable_if_scratch = std::enable_if_t<(is_scratch<Scratch>::value && ...)>;

}  // namespace detail

}  // namespace heddle
