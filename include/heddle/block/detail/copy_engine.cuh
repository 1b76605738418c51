// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The asynchronous copy instructions of sm_80 and sm_90, which copy between global and shared memory in the background.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! The engine that copies the chunks of a block's tile. An architecture that lacks the engine uses the best one that it
//! has.
enum class copy_engine {
    words,        //!< 16-byte words through registers, in both directions; all architectures
    async_words,  //!< 16-byte words, loaded with cp.async and stored through registers; from sm_80 on
    bulk,         //!< one cp.async.bulk for all chunks, in both directions; from sm_90 on
};

}  // namespace types

using types::copy_engine;

namespace detail {

//! An mbarrier in shared memory. A phase ends when `arrivals` threads have arrived and all announced bytes are copied.
struct copy_barrier {
    std::uint64_t state;
};

//! The copy instructions of the architecture. Bulk copies access memory through the async proxy, threads through the
//! generic proxy. The PTX ISA defines the order between the two proxies: "Async Proxy" and "Memory Consistency Model:
//! Proxies".
struct copy_instructions {
    static constexpr copy_engine best = device_architecture >= 900   ? copy_engine::bulk
                                        : device_architecture >= 800 ? copy_engine::async_words
                                                                     : copy_engine::words;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    HEDDLE_INLINE static std::uint32_t shared_address(void const* pointer)
    {
        return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
    }

    //! Initializes the barrier.
    //! Group:    one thread; other threads may use the barrier after a sync() of their block
    HEDDLE_INLINE static void init(copy_barrier& barrier, unsigned arrivals)
    {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(arrivals) : "memory");
    }

    //! Frees the barrier's memory for other use.
    //! Group:    one thread, after a sync() of the block
    HEDDLE_INLINE static void invalidate(copy_barrier& barrier)
    {
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
    }

    //! Waits for the end of a phase: parity is 0 for the first phase, 1 for the second, 0 for the third …
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

    //! Begins to copy a chunk of 16 bytes into shared memory, through the generic proxy.
    HEDDLE_INLINE static void copy_async(void* to, void const* from)
    {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    }

    //! Lets the calling thread arrive at the barrier when all its copy_async copies are complete, without waiting for
    //! them.
    HEDDLE_INLINE static void arrive_after_copies(copy_barrier& barrier)
    {
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
    }
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    //! Arrives at the barrier, and announces the bytes that copy_in_bulk will copy.
    HEDDLE_INLINE static void arrive_and_expect(copy_barrier& barrier, unsigned bytes)
    {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
                     "r"(bytes)
                     : "memory");
    }

    //! Begins to copy into shared memory; the barrier counts the bytes as they are copied.
    //! Requires: both addresses and `bytes` are multiples of 16; bytes > 0; the bytes are announced to the barrier
    //! Group:    one thread, after order_bulk_accesses
    HEDDLE_INLINE static void copy_in_bulk(void* to, void const* from, unsigned bytes, copy_barrier& barrier)
    {
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
            "[%3];" ::"r"(shared_address(to)),
            "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&barrier))
            : "memory");
    }

    //! Prefetches to L2 the bytes that a block will copy soon.
    //! Requires: as for copy_in_bulk
    HEDDLE_INLINE static void prefetch_in_bulk(void const* from, unsigned bytes)
    {
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)), "r"(bytes)
                     : "memory");
    }

    //! Begins to copy from shared memory. The copy belongs to the calling thread's current group of bulk stores.
    //! Requires: both addresses and bytes are multiples of 16; bytes > 0
    //! Group:    one thread, after order_bulk_accesses; every thread that wrote the bytes has called publish_to_bulk
    //!           and then sync()
    HEDDLE_INLINE static void store_in_bulk(void* to, void const* from, unsigned bytes)
    {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(to)),
                     "r"(shared_address(from)), "r"(bytes)
                     : "memory");
    }

    //! Ends the calling thread's current group of bulk stores and begins the next.
    HEDDLE_INLINE static void commit_bulk_stores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

    //! Waits until all but the last Pending groups of the calling thread have read shared memory. The bytes may reach
    //! global memory later.
    template <unsigned Pending>
    HEDDLE_INLINE static void await_bulk_reads()
    {
        asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
    }

    //! Waits until the calling thread sees all of its bulk stores in global memory.
    //! Source:   PTX ISA, "cp.async.bulk.wait_group": "writes being made visible to the executing thread"; "Async
    //!           Proxy": completion is followed by an implicit proxy fence
    HEDDLE_INLINE static void await_bulk_writes() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }

    //! Orders the thread's earlier accesses to shared memory before bulk copies that begin after the next sync().
    HEDDLE_INLINE static void publish_to_bulk() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

    //! Orders earlier accesses to global memory before bulk copies that the calling thread begins later. These accesses
    //! are the thread's own, and those that a sync() or an acquire has made visible to the thread.
    HEDDLE_INLINE static void order_bulk_accesses() { asm volatile("fence.proxy.async.global;" ::: "memory"); }
#endif
};

//! The copy instructions for blocks of type Block; specialized for emulated blocks.
template <class Block>
struct instructions_of {
    using type = copy_instructions;
};

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
