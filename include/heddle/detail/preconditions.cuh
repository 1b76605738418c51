// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Preconditions on lanes, pointers and blocks, which only checked builds test (HEDDLE_EXPECTS).
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/standard_library.hpp>

#if !defined(__CUDACC_RTC__)
#    include <exception>
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns whether a pointer is to global memory; always true on the host.
HEDDLE_INLINE bool is_global([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));  // hides a choice between two pointers, on which nvcc 13.0 fails (see opaque)
    return __isGlobal(pointer);
#else
    return true;
#endif
}

HEDDLE_INLINE bool is_shared([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));
    return __isShared(pointer);
#else
    return true;
#endif
}

//! Returns the number of exceptions that the calling thread has thrown and not yet caught; 0 on a GPU.
HEDDLE_INLINE int exceptions_in_flight()
{
#if defined(__CUDA_ARCH__)
    return 0;
#else
    return std::uncaught_exceptions();
#endif
}

//! Waits for lanes of the group that have not yet arrived, then returns whether all its lanes are active. (An emulated
//! group detects missing lanes itself.)
template <class Group>
HEDDLE_INLINE bool is_whole(Group const&)
{
#if defined(__CUDA_ARCH__)
    if constexpr (has_consecutive_lanes<Group>::value) {
        unsigned const lanes = mask_of_group<Group>();
        __syncwarp(lanes);
        return (__activemask() & lanes) == lanes;
    }
#endif
    return true;
}

template <class Element, class Group>
HEDDLE_INLINE void check_access([[maybe_unused]] Group const& group, [[maybe_unused]] bool converged,
                                [[maybe_unused]] bool is_valid, [[maybe_unused]] Element const* own)
{
    require_movable<Element>();
    HEDDLE_EXPECTS(!converged || detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(!is_valid || own != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(!is_valid || detail::is_aligned(own), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(!is_valid || detail::is_global(own), "the elements must lie in global memory");
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
#if defined(__CUDA_ARCH__)
    __shared__ std::uint64_t of_first;
    block.sync();
    if (block.thread_rank() == 0) of_first = number;
    block.sync();
    bool const same = of_first == number;
    block.sync();
    return same;
#else
    if constexpr (counts_accesses<Block>::value) return detail::is_same(block, number);
    return true;
#endif
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
#if defined(__CUDA_ARCH__)
    __shared__ unsigned threads_here;
    block.sync();
    if (block.thread_rank() == 0) threads_here = 0;
    block.sync();
    atomicAdd(&threads_here, 1u);
    block.sync();
    bool const is_whole = threads_here == block.num_threads();
    block.sync();
    return is_whole;
#else
    return true;
#endif
}

#if defined(__CUDACC__)
__device__ __forceinline__ unsigned dynamic_shared_bytes()
{
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return bytes;
}
#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
