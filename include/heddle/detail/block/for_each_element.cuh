// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which elements of a tile each thread of the block takes, and in which order.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../../tile_stages.cuh"
#include "../standard_library.hpp"

namespace heddle::detail {

//! Unrolled so far, small elements keep enough accesses in flight, and large ones stay in
//! registers.
HEDDLE_HOST_DEVICE constexpr unsigned unrolled_elements(std::size_t element_bytes)
{
    return element_bytes >= 64 ? 1 : element_bytes >= 16 ? 2 : element_bytes >= 4 ? 4 : 8;
}

//! Calls visit(k) for every k below `count` in one of the block's n threads: thread t takes t, t + n,
//! t + 2n …, Unrolled of them at a time.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Unrolled, class Block, class Visit>
HEDDLE_INLINE void for_each_below(Block const& block, unsigned count, Visit const& visit)
{
    unsigned const step = static_cast<unsigned>(block.num_threads());
    unsigned k = static_cast<unsigned>(block.thread_rank());
    if constexpr (Unrolled > 1) {
        for (; k + (Unrolled - 1) * step < count; k += Unrolled * step) {
            HEDDLE_UNROLL
            for (unsigned i = 0; i < Unrolled; ++i) visit(k + i * step);
        }
    }
#if defined(__CUDA_ARCH__)
#    pragma unroll 1
#endif
    for (; k < count; k += step) visit(k);
}

//! What the thread takes that would take element k of `count`: of all paired_elements one warp takes those
//! with even numbers, another one those with odd ones. At most two of its 32 begin in the same bank
//! (proved on the host).
HEDDLE_HOST_DEVICE constexpr unsigned every_second(unsigned k, unsigned count)
{
    constexpr unsigned all = paired_elements;
    return (k | (all - 1)) < count ? (k & ~(all - 1)) | (2 * k & (all - 2)) | (k / (all / 2) & 1)
                                   : k;
}

//! for_each_below, for elements that lie side by side in shared memory.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Block, class Visit>
HEDDLE_INLINE void for_each_of(Block const& block, unsigned count, Visit const& visit)
{
    constexpr bool has_bank_conflicts = words_of<Element>().has_bank_conflicts();
    for_each_below<unrolled_elements(sizeof(Element))>(
        block, count, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            visit(has_bank_conflicts ? every_second(k, count) : k);
        });
}

}  // namespace heddle::detail
