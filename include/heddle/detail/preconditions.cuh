// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Preconditions on lanes, pointers and blocks, which only checked builds test (HEDDLE_EXPECTS).
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Waits for lanes of the group that have not yet arrived, then returns whether all its lanes are active. (An emulated
//! group detects missing lanes itself.)
template <class Group>
HEDDLE_INLINE bool is_whole(Group const&)
{
    if constexpr (device_architecture != 0 && has_consecutive_lanes<Group>::value) {
        std::uint32_t const lanes = detail::mask_of_group<Group>();
        detail::sync_lanes(lanes);
        return (detail::active_mask() & lanes) == lanes;
    } else {
        return true;
    }
}

//! Returns whether the calling lane passes the same number or pointer as lane 0 of the group.
//! Group:    all lanes of the group, converged
template <class Group>
HEDDLE_INLINE bool is_same(Group const& group, std::uint64_t number)
{
    auto const low = static_cast<std::uint32_t>(number);
    auto const high = static_cast<std::uint32_t>(number >> 32);
    bool const same_low = group.shfl(low, 0) == low;
    bool const same_high = group.shfl(high, 0) == high;
    return same_low && same_high;
}
template <class Group>
HEDDLE_INLINE bool is_same(Group const& group, void const* pointer)
{
    return detail::is_same(group, reinterpret_cast<std::uintptr_t>(pointer));
}

//! Returns whether the calling thread passes the same number or pointer as thread 0 of the block. (On the host, a block
//! can be an emulated group.)
//! Group:    all threads of the block, converged
template <class Block>
HEDDLE_INLINE bool is_same_in_block([[maybe_unused]] Block const& block, [[maybe_unused]] std::uint64_t number)
{
    if constexpr (device_architecture != 0) {
        HEDDLE_SHARED std::uint64_t of_first;
        block.sync();
        if (block.thread_rank() == 0) of_first = number;
        block.sync();
        bool const same = of_first == number;
        block.sync();
        return same;
    } else if constexpr (counts_accesses<Block>::value) {
        return detail::is_same(block, number);
    } else {
        return true;
    }
}
template <class Block>
HEDDLE_INLINE bool is_same_in_block(Block const& block, void const* pointer)
{
    return detail::is_same_in_block(block, reinterpret_cast<std::uintptr_t>(pointer));
}

//! Returns whether no thread of the block has exited. (An emulated block detects missing threads itself.)
//! Group:    the threads of the block that have not exited
template <class Block>
HEDDLE_INLINE bool is_whole_block([[maybe_unused]] Block const& block)
{
    if constexpr (device_architecture != 0) {
        HEDDLE_SHARED unsigned threads_here;
        block.sync();
        if (block.thread_rank() == 0) threads_here = 0;
        block.sync();
        detail::fetch_add(threads_here, 1u);
        block.sync();
        bool const is_whole = threads_here == block.num_threads();
        block.sync();
        return is_whole;
    } else {
        return true;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
