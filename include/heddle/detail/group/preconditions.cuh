// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What checked builds ask of lanes, pointers and blocks (HEDDLE_EXPECTS). Other builds ask nothing, and
// none of this is in their code.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"
#include "group.cuh"

namespace heddle::detail {

//! Whether a pointer is to global memory; on the host to any memory.
HEDDLE_INLINE bool is_global([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));  // of a choice between two pointers nvcc 13.0 cannot ask this
    return __isGlobal(pointer);
#else
    return true;
#endif
}

//! Whether a pointer is to shared memory; on the host to any memory.
HEDDLE_INLINE bool is_shared([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));
    return __isShared(pointer);
#else
    return true;
#endif
}

//! Whether all lanes of the group have come here. Lanes that are on their way are waited for; those that have
//! left the kernel or are in another branch are not here. (An emulated group finds out by itself.)
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

//! Whether lane 0 of the group has the same number.
//! Group:    all lanes of the group, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Group>
HEDDLE_INLINE bool is_same_number(Group const& group, std::uint64_t number)
{
    auto const low = static_cast<std::uint32_t>(number);
    auto const high = static_cast<std::uint32_t>(number >> 32);
    bool const same_low = group.shfl(low, 0) == low;
    bool const same_high = group.shfl(high, 0) == high;
    return same_low && same_high;
}
HEDDLE_EXEC_CHECK_DISABLE
template <class Group>
HEDDLE_INLINE bool is_same(Group const& group, void const* pointer)
{
    return is_same_number(group, reinterpret_cast<std::uintptr_t>(pointer));
}

//! Whether scratch, if there is any, can serve a group.
//! Group:    all lanes of the group, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class... Scratch>
HEDDLE_INLINE bool is_usable_scratch([[maybe_unused]] Group const& group, Scratch const&... scratch)
{
    return ((is_shared(&scratch) && is_same(group, &scratch)) && ...);
}

template <class Block, class = void>
struct has_shuffles : std::false_type {
};
template <class Block>
struct has_shuffles<Block, std::void_t<decltype(std::declval<Block const&>().shfl(0u, 0u))>>
    : std::true_type {
};

//! Whether thread 0 of the block has the same number. (An emulated block is one group.)
//! Group:    all threads of the block, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Block>
HEDDLE_INLINE bool is_same_number_in_block([[maybe_unused]] Block const& block,
                                           [[maybe_unused]] std::uint64_t number)
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
    if constexpr (has_shuffles<Block>::value) return is_same_number(block, number);
    return true;
#endif
}
HEDDLE_EXEC_CHECK_DISABLE
template <class Block>
HEDDLE_INLINE bool is_same_in_block(Block const& block, void const* pointer)
{
    return is_same_number_in_block(block, reinterpret_cast<std::uintptr_t>(pointer));
}

//! Whether all threads of the block have come here. Those that have left the kernel are not waited for, and not
//! counted. (An emulated block finds out by itself.)
//! Group:    the threads of the block that are left
HEDDLE_EXEC_CHECK_DISABLE
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
//! The dynamic shared memory that the launch asked for.
__device__ __forceinline__ unsigned dynamic_shared_bytes()
{
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return bytes;
}
#endif

}  // namespace heddle::detail
