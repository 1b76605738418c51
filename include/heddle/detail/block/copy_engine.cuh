// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What copies bytes between global and shared memory beside the threads: the instructions
// of sm_80 and sm_90, and what stands in for them elsewhere.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"

namespace heddle {

//! How the chunks of a block's tile travel. An architecture that has no such thing takes the one
//! before.
enum class copy_engine {
    words,        //!< 16-byte words through registers, in and out: everywhere
    async_words,  //!< 16-byte words by cp.async in, through registers out: from sm_80 on
    bulk,         //!< one cp.async.bulk for all, in and out: from sm_90 on
};

namespace detail {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
inline constexpr copy_engine best_engine = copy_engine::words;
#elif __CUDA_ARCH__ < 900
inline constexpr copy_engine best_engine = copy_engine::async_words;
#else
inline constexpr copy_engine best_engine = copy_engine::bulk;
#endif

#if defined(__CUDA_ARCH__)
__device__ __forceinline__ std::uint32_t shared_address(void const* pointer)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}
#endif

//! Tells threads that what was copied for them has arrived: an mbarrier, in shared memory.
//! Its phases follow each other: in each, `arrivals` threads arrive, and announced bytes are
//! copied.
struct copy_barrier {
    std::uint64_t state;
};

//! The instructions of the engines. Copies in bulk access memory through another proxy than the
//! threads do; what orders the two is quoted from the PTX ISA, "Async Proxy" and "Memory Consistency
//! Model: Proxies".
struct copy_instructions {
    static constexpr copy_engine best = best_engine;

    //! Group:    one thread; the others may use it after a sync() of their block. What the block
    //!           wrote to shared memory before comes before copies that the barrier will tell of
    HEDDLE_INLINE static void init([[maybe_unused]] copy_barrier& barrier,
                                   [[maybe_unused]] unsigned arrivals)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
                     "r"(arrivals)
                     : "memory");
#endif
        publish_to_bulk();
    }

    //! Its memory is free for other use afterwards.
    //! Group:    one thread, after a sync() of the block
    HEDDLE_INLINE static void invalidate([[maybe_unused]] copy_barrier& barrier)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
#endif
    }

    //! Arrives, and announces bytes that copy_in_bulk will copy.
    HEDDLE_INLINE static void arrive_and_expect([[maybe_unused]] copy_barrier& barrier,
                                                [[maybe_unused]] unsigned bytes)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                         shared_address(&barrier)),
                     "r"(bytes)
                     : "memory");
#endif
    }

    //! Arrives once all that the calling thread has had copied by copy_async is there.
    HEDDLE_INLINE static void arrive_after_copies([[maybe_unused]] copy_barrier& barrier)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile(
            "cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier))
            : "memory");
#endif
    }

    //! Waits for the end of a phase: parity 0 for the first, 1 for the second, 0 for the third …
    HEDDLE_INLINE static void wait([[maybe_unused]] copy_barrier const& barrier,
                                   [[maybe_unused]] unsigned parity)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        unsigned done = 0;
        while (done == 0) {
#    if __CUDA_ARCH__ >= 900
            asm volatile(
                "{\n"
                ".reg .pred p;\n"
                "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p;\n"
                "}"
#    else
            asm volatile(
                "{\n"
                ".reg .pred p;\n"
                "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p;\n"
                "}"
#    endif
                : "=r"(done)
                : "r"(shared_address(&barrier)), "r"(parity)
                : "memory");
        }
#endif
    }

    //! Copies a chunk of 16 bytes into shared memory, through the threads' own proxy;
    //! arrive_after_copies tells when.
    HEDDLE_INLINE static void copy_async([[maybe_unused]] void* to,
                                         [[maybe_unused]] void const* from)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
#endif
    }

    //! Copies into shared memory, and tells the barrier.
    //! Requires: both addresses and bytes are multiples of 16; bytes > 0, announced to the barrier
    //! Group:    one thread, after order_bulk_accesses
    HEDDLE_INLINE static void copy_in_bulk([[maybe_unused]] void* to,
                                           [[maybe_unused]] void const* from,
                                           [[maybe_unused]] unsigned bytes,
                                           [[maybe_unused]] copy_barrier& barrier)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
            "[%3];" ::"r"(shared_address(to)),
            "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&barrier))
            : "memory");
#endif
    }

    //! Has L2 fetch bytes that some block will copy in soon.
    //! Requires: as for copy_in_bulk
    HEDDLE_INLINE static void prefetch_in_bulk([[maybe_unused]] void const* from,
                                               [[maybe_unused]] unsigned bytes)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile(
            "cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)),
            "r"(bytes)
            : "memory");
#endif
    }

    //! Copies from shared memory, as one of the calling thread's stores in bulk.
    //! Requires: both addresses and bytes are multiples of 16; bytes > 0
    //! Group:    one thread, after order_bulk_accesses, after all that wrote there called
    //!           publish_to_bulk and met
    HEDDLE_INLINE static void store_in_bulk([[maybe_unused]] void* to,
                                            [[maybe_unused]] void const* from,
                                            [[maybe_unused]] unsigned bytes)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                         __cvta_generic_to_global(to)),
                     "r"(shared_address(from)), "r"(bytes)
                     : "memory");
#endif
    }

    //! Ends one of the calling thread's stores in bulk, and begins the next.
    HEDDLE_INLINE static void commit_bulk_stores()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
    }

    //! Waits until all but the last Pending stores of the calling thread have read their shared
    //! memory. Global memory need not have what they store.
    template <unsigned Pending>
    HEDDLE_INLINE static void await_bulk_reads()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
#endif
    }

    //! Waits until the calling thread sees in global memory what all of its stores have stored.
    //! "cp.async.bulk.wait_group": the wait includes "writes being made visible to the executing
    //! thread"; "Async Proxy": completion is followed by an implicit fence between the proxies.
    HEDDLE_INLINE static void await_bulk_writes()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
    }

    //! What the calling thread wrote to shared memory is seen by stores in bulk after the next sync().
    HEDDLE_INLINE static void publish_to_bulk()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    }

    //! Copies in bulk that the calling thread begins from here on come after all accesses of global
    //! memory that it knows to have been made: its own, and those that a sync() or an acquire told of.
    HEDDLE_INLINE static void order_bulk_accesses()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("fence.proxy.async.global;" ::: "memory");
#endif
    }
};

//! The instructions that blocks of type Block have: an emulated block may bring its own.
template <class Block, class = void>
struct instructions_of {
    using type = copy_instructions;
};
template <class Block>
struct instructions_of<Block, std::void_t<typename Block::copy_instructions>> {
    using type = typename Block::copy_instructions;
};

//! The engine that the code being compiled has in place of the wanted one.
template <class Instructions>
HEDDLE_HOST_DEVICE constexpr copy_engine engine_of(copy_engine wanted)
{
    return wanted < Instructions::best ? wanted : Instructions::best;
}

}  // namespace detail

}  // namespace heddle
