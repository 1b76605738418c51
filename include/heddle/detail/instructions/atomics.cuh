// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Access to memory that several threads of a block, or several blocks, access at the same time. Plain code suffices on
// the host, where emulated blocks run one after the other.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Adds to a number, and returns the number before.
HEDDLE_INLINE unsigned fetch_add(unsigned& number, unsigned added)
{
#if defined(__CUDA_ARCH__)
    return atomicAdd(&number, added);
#else
    unsigned const before = number;
    number += added;
    return before;
#endif
}
HEDDLE_INLINE std::uint64_t fetch_add(std::uint64_t& number, std::uint64_t added)
{
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(&number), static_cast<unsigned long long>(added));
#else
    std::uint64_t const before = number;
    number += added;
    return before;
#endif
}

//! Adds 1 to a number, or sets it to 0 if it is `last`. Returns the number before.
HEDDLE_INLINE unsigned fetch_increment(unsigned& number, unsigned last)
{
#if defined(__CUDA_ARCH__)
    return atomicInc(&number, last);
#else
    unsigned const before = number;
    number = before >= last ? 0 : before + 1;
    return before;
#endif
}

HEDDLE_INLINE void exchange(unsigned& number, unsigned with)
{
#if defined(__CUDA_ARCH__)
    atomicExch(&number, with);
#else
    number = with;
#endif
}

//! Sets a number to the smaller of itself and another number.
HEDDLE_INLINE void fetch_min(unsigned& number, unsigned other)
{
#if defined(__CUDA_ARCH__)
    atomicMin(&number, other);
#else
    number = other < number ? other : number;
#endif
}

//! Sets a number to the larger of itself and another number.
HEDDLE_INLINE void fetch_max(std::uint64_t& number, std::uint64_t other)
{
#if defined(__CUDA_ARCH__)
    atomicMax(reinterpret_cast<unsigned long long*>(&number), static_cast<unsigned long long>(other));
#else
    number = number < other ? other : number;
#endif
}

HEDDLE_INLINE void fetch_or(std::uint32_t& bits, std::uint32_t added)
{
#if defined(__CUDA_ARCH__)
    atomicOr(&bits, added);
#else
    bits |= added;
#endif
}

HEDDLE_INLINE void fence_device()
{
#if defined(__CUDA_ARCH__)
    __threadfence();
#endif
}

// A block executes this fence after its reads and before it publishes a state. A block that has seen this state
// executes the fence before its stores, so it may overwrite elements that the first block read before it published the
// state. Fences are cumulative: if block c has seen b's state, and b has seen a's state, c may overwrite elements that
// a has read. __threadfence() would order more accesses, and take longer.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

// Access to words that other blocks access at the same time.

HEDDLE_INLINE void write_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)), "l"(bits) : "memory");
#else
    to = bits;
#endif
}
HEDDLE_INLINE void add_to_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)), "l"(bits) : "memory");
#else
    to += bits;
#endif
}
HEDDLE_INLINE std::uint64_t read_shared_word(std::uint64_t const& of)
{
#if defined(__CUDA_ARCH__)
    std::uint64_t bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(__cvta_generic_to_global(&of)) : "memory");
    return bits;
#else
    return of;
#endif
}
//! read_shared_word for a word that another block publishes.
HEDDLE_INLINE std::uint64_t read_word(std::uint64_t const& of)
{
#if !defined(__CUDA_ARCH__)
    HEDDLE_EXPECTS(of != 0, "an emulated block waits for a tile that no block has published");
#endif
    return detail::read_shared_word(of);
}
//! Reads two consecutive words, aligned to 16 bytes. Each word is read as a whole, but the pair is not.
HEDDLE_INLINE void read_words(std::uint64_t const* of, std::uint64_t& first, std::uint64_t& second)
{
#if defined(__CUDA_ARCH__)
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(first), "=l"(second)
                 : "l"(__cvta_generic_to_global(of))
                 : "memory");
#else
    first = read_word(of[0]);
    second = of[1];
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
