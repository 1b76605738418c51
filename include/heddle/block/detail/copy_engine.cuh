// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What copies bytes between global and shared memory beside the threads: the instructions
// of sm_80 and sm_90, and what stands in for them elsewhere.
#pragma once

#include "../../config.cuh"
#include "../../detail/standard_library.hpp"

namespace heddle {

//! How the chunks of a block's tile travel. An architecture that has no such thing takes the one
//! before.
enum class copy_engine {
    words,        //!< 16-byte words through registers, in and out: everywhere
    async_words,  //!< 16-byte words by cp.async in, through registers out: from sm_80 on
    bulk,         //!< one cp.async.bulk for all, in and out: from sm_90 on
};

namespace detail {

//! Tells threads that what was copied for them has arrived: an mbarrier, in shared memory.
//! Its phases follow each other: in each, `arrivals` threads arrive, and announced bytes are
//! copied.
struct copy_barrier {
    std::uint64_t state;
};

//! The instructions of the engines, as far as the architecture has them. Copies in bulk access
//! memory through another proxy than the threads do; what orders the two is quoted from the PTX ISA,
//! "Async Proxy" and "Memory Consistency Model: Proxies".
struct copy_instructions {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
    static constexpr copy_engine best = copy_engine::words;
#else
    static constexpr copy_engine best =
        __CUDA_ARCH__ < 900 ? copy_engine::async_words : copy_engine::bulk;

    HEDDLE_INLINE static std::uint32_t shared_address(void const* pointer)
    {
        return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
    }

    //! Group:    one thread; the others may use the barrier after a sync() of their block
    HEDDLE_INLINE static void init(copy_barrier& barrier, unsigned arrivals)
    {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
                     "r"(arrivals)
                     : "memory");
    }

    //! Its memory is free for other use afterwards.
    //! Group:    one thread, after a sync() of the block
    HEDDLE_INLINE static void invalidate(copy_barrier& barrier)
    {
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
    }

    //! Waits for the end of a phase: parity 0 for the first, 1 for the second, 0 for the third …
    HEDDLE_INLINE static void wait(copy_barrier const& barrier, unsigned parity)
    {
        unsigned done = 0;
        while (done == 0) {
            asm volatile(
                "{\n"
                ".reg .pred p;\n"
#    if __CUDA_ARCH__ >= 900
                "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
#    else
                "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
#    endif
                "selp.u32 %0, 1, 0, p;\n"
                "}"
                : "=r"(done)
                : "r"(shared_address(&barrier)), "r"(parity)
                : "memory");
        }
    }

    //! Copies a chunk of 16 bytes into shared memory, through the threads' own proxy.
    HEDDLE_INLINE static void copy_async(void* to, void const* from)
    {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    }

    //! Arrives once all that copy_async copies for the calling thread is there.
    HEDDLE_INLINE static void arrive_after_copies(copy_barrier& barrier)
    {
        asm volatile(
            "cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier))
            : "memory");
    }
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    //! Arrives, and announces bytes that copy_in_bulk will copy.
    HEDDLE_INLINE static void arrive_and_expect(copy_barrier& barrier, unsigned bytes)
    {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                         shared_address(&barrier)),
                     "r"(bytes)
                     : "memory");
    }

    //! Copies into shared memory, and tells the barrier.
    //! Requires: both addresses and bytes are multiples of 16; bytes > 0, announced to the barrier
    //! Group:    one thread, after order_bulk_accesses
    HEDDLE_INLINE static void copy_in_bulk(void* to, void const* from, unsigned bytes,
                                           copy_barrier& barrier)
    {
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
            "[%3];" ::"r"(shared_address(to)),
            "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&barrier))
            : "memory");
    }

    //! Has L2 fetch bytes that some block will copy in soon.
    //! Requires: as for copy_in_bulk
    HEDDLE_INLINE static void prefetch_in_bulk(void const* from, unsigned bytes)
    {
        asm volatile(
            "cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)),
            "r"(bytes)
            : "memory");
    }

    //! Copies from shared memory, as one of the calling thread's stores in bulk.
    //! Requires: both addresses and bytes are multiples of 16; bytes > 0
    //! Group:    one thread, after order_bulk_accesses, after all that wrote there called
    //!           publish_to_bulk and met
    HEDDLE_INLINE static void store_in_bulk(void* to, void const* from, unsigned bytes)
    {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                         __cvta_generic_to_global(to)),
                     "r"(shared_address(from)), "r"(bytes)
                     : "memory");
    }

    //! Ends one of the calling thread's stores in bulk, and begins the next.
    HEDDLE_INLINE static void commit_bulk_stores()
    {
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }

    //! Waits until all but the last Pending stores of the calling thread have read their shared
    //! memory. Global memory need not have what they store.
    template <unsigned Pending>
    HEDDLE_INLINE static void await_bulk_reads()
    {
        asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
    }

    //! Waits until the calling thread sees in global memory what all of its stores have stored.
    //! "cp.async.bulk.wait_group": the wait includes "writes being made visible to the executing
    //! thread"; "Async Proxy": completion is followed by an implicit fence between the proxies.
    HEDDLE_INLINE static void await_bulk_writes()
    {
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }

    //! Copies in bulk after the next sync() come after what the calling thread accessed in shared
    //! memory.
    HEDDLE_INLINE static void publish_to_bulk()
    {
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }

    //! Copies in bulk that the calling thread begins from here on come after all accesses of global
    //! memory that it knows to have been made: its own, and those that a sync() or an acquire told of.
    HEDDLE_INLINE static void order_bulk_accesses()
    {
        asm volatile("fence.proxy.async.global;" ::: "memory");
    }
#endif
};

//! The instructions that blocks of type Block have. Specialized for emulated blocks that have their own.
template <class Block>
struct instructions_of {
    using type = copy_instructions;
};

}  // namespace detail

}  // namespace heddle
