// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a block's tile on their way between global and shared memory, by an engine:
// whole chunks of 16 bytes by the engine itself, what is left at both ends by the threads.
#pragma once

#include "../../config.cuh"
#include "../../tile_stages.cuh"
#include "../group/chunks.cuh"
#include "../group/word_access.cuh"
#include "../group/words.cuh"
#include "../standard_library.hpp"
#include "copy_engine.cuh"

namespace heddle::detail {

//! The bytes from begin to end, with their place in a stage for the tile that they belong to.
template <class Byte>
HEDDLE_INLINE chunked_bytes<Byte> chunks_in_stage(Byte* begin, Byte* end)
{
    auto bytes = chunked_bytes<Byte>::of(begin, static_cast<unsigned>(end - begin));
    bytes.skew = offset_in_word(begin, line_bytes);
    return bytes;
}

//! The same, with all of the chunks that they touch as far as those lie in the array.
template <class Byte>
HEDDLE_INLINE chunked_bytes<Byte> covering_chunks_in_stage(Byte* begin, Byte* end,
                                                           Byte* array_begin, Byte* array_end)
{
    unsigned const before = offset_in_word(begin, chunk_bytes);
    unsigned const after = (chunk_bytes - offset_in_word(end, chunk_bytes)) % chunk_bytes;
    if (before <= static_cast<std::size_t>(begin - array_begin)) begin -= before;
    if (after <= static_cast<std::size_t>(array_end - end)) end += after;
    return chunks_in_stage(begin, end);
}

//! Calls visit(at, wanted) for the bytes before the first chunk and after the last.
//! Requires: Units of UnitBytes, which divides their address and number
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned UnitBytes, class Block, class Byte, class Visit>
HEDDLE_INLINE void visit_ends(Block const& block, chunked_bytes<Byte> const& bytes,
                              Visit const& visit)
{
    if constexpr (UnitBytes < chunk_bytes) {
        unsigned const rest = bytes.head + bytes.tail;
        unsigned const step = static_cast<unsigned>(block.num_threads()) * UnitBytes;
        for (unsigned row = 0; row < rest; row += step) {
            unsigned const unit = row + static_cast<unsigned>(block.thread_rank()) * UnitBytes;
            unsigned const at = unit < bytes.head ? unit : unit + bytes.chunks * chunk_bytes;
            visit(at, unit < rest);
        }
    }
}

//! Calls visit(at, wanted) for every chunk, which begins with byte `at`, in one of the block's
//! threads; all threads make as many calls.
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Byte, class Visit>
HEDDLE_INLINE void visit_chunks_of_block(Block const& block, chunked_bytes<Byte> const& bytes,
                                         Visit const& visit)
{
    unsigned const step = static_cast<unsigned>(block.num_threads());
    unsigned const rank = static_cast<unsigned>(block.thread_rank());
    // clang does not unroll cp.async, which it takes for convergent, and warns that it did not.
#if defined(__CUDA_ARCH__) && !HEDDLE_CLANG_CUDA
#    pragma unroll 4
#endif
    for (unsigned row = 0; row < bytes.chunks; row += step) {
        unsigned const chunk = row + rank;
        visit(bytes.head + chunk * chunk_bytes, chunk < bytes.chunks);
    }
}

//! How an engine copies the tiles of one stage in shared memory.
//! Copies in bulk are ordered, in both directions, after all accesses of global memory that the
//! block's first thread knows of when it begins them: as if it made them itself.
template <copy_engine Engine, unsigned UnitBytes, class Block>
struct tile_mover {
    using instructions = typename instructions_of<Block>::type;

    HEDDLE_HOST_DEVICE static constexpr bool is_bulk()
    {
        return engine_of<instructions>(Engine) == copy_engine::bulk;
    }
    HEDDLE_HOST_DEVICE static constexpr bool has_barrier()
    {
        return engine_of<instructions>(Engine) != copy_engine::words;
    }

    Block const& block;
    std::byte* memory;  //!< in shared memory, aligned to line_bytes
    copy_barrier& barrier;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE bool is_first_thread() const { return block.thread_rank() == 0; }

    //! Group: all threads; a sync() stands between this and load
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void init() const
    {
        unsigned const arrivals = is_bulk() ? 1 : static_cast<unsigned>(block.num_threads());
        if (has_barrier() && is_first_thread()) instructions::init(barrier, arrivals);
    }
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void invalidate() const
    {
        if (has_barrier() && is_first_thread()) instructions::invalidate(barrier);
    }

    //! Begins to copy bytes into the stage. They are there after wait(), but for the ends, and for
    //! all with copy_engine::words: those are there after a sync() of the block.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void load(chunked_bytes<std::byte const> const& bytes) const
    {
        if constexpr (is_bulk()) {
            if (is_first_thread()) {
                unsigned const whole = bytes.chunks * chunk_bytes;
                instructions::arrive_and_expect(barrier, whole);
                std::byte* const to = memory + bytes.skew + bytes.head;
                std::byte const* const from = bytes.first + bytes.head;
                instructions::order_bulk_accesses();
                if (whole != 0) {
                    instructions::copy_in_bulk(to, assume_global(from), whole, barrier);
                }
            }
        } else {
            visit_chunks_of_block(block, bytes, [&](unsigned at, bool wanted) HEDDLE_INLINE_LAMBDA {
                std::byte* const to = memory + bytes.skew + at;
                std::byte const* const from = bytes.first + at;
                if constexpr (has_barrier()) {
                    announce_access<false>(block, from, chunk_bytes, wanted);
                    if (wanted) instructions::copy_async(to, assume_global(from));
                } else {
                    load_unit<chunk_bytes>(block, to, from, wanted);
                }
            });
            if constexpr (has_barrier()) instructions::arrive_after_copies(barrier);
        }
        visit_ends<UnitBytes>(block, bytes, [&](unsigned at, bool wanted) HEDDLE_INLINE_LAMBDA {
            load_unit<UnitBytes>(block, memory + bytes.skew + at, bytes.first + at, wanted);
        });
        if (is_bulk() && bytes.head + bytes.tail != 0) instructions::publish_to_bulk();
    }

    //! Has L2 fetch bytes that some block will load soon, if the engine can.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void prefetch(chunked_bytes<std::byte const> const& bytes) const
    {
        if constexpr (is_bulk()) {
            unsigned const whole = bytes.chunks * chunk_bytes;
            if (is_first_thread() && whole != 0) {
                instructions::prefetch_in_bulk(assume_global(bytes.first + bytes.head), whole);
            }
        }
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void wait(unsigned parity) const
    {
        if constexpr (has_barrier()) instructions::wait(barrier, parity);
    }

    //! Begins to copy bytes out of the stage.
    //! Group: all threads, after a sync() after publish() in all that wrote there
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void store(chunked_bytes<std::byte> const& bytes) const
    {
        if constexpr (is_bulk()) {
            if (is_first_thread()) {
                unsigned const whole = bytes.chunks * chunk_bytes;
                std::byte const* const from = memory + bytes.skew + bytes.head;
                std::byte* const to = bytes.first + bytes.head;
                instructions::order_bulk_accesses();
                if (whole != 0) instructions::store_in_bulk(assume_global(to), from, whole);
                instructions::commit_bulk_stores();
            }
        } else {
            visit_chunks_of_block(block, bytes, [&](unsigned at, bool wanted) HEDDLE_INLINE_LAMBDA {
                store_unit<chunk_bytes>(block, memory + bytes.skew + at, bytes.first + at, wanted);
            });
        }
        visit_ends<UnitBytes>(block, bytes, [&](unsigned at, bool wanted) HEDDLE_INLINE_LAMBDA {
            store_unit<UnitBytes>(block, memory + bytes.skew + at, bytes.first + at, wanted);
        });
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE static void publish()
    {
        if constexpr (is_bulk()) instructions::publish_to_bulk();
    }

    //! All but the last Pending stores have read their stages; all threads know after a sync().
    //! What they store need not be in global memory before the kernel ends.
    HEDDLE_EXEC_CHECK_DISABLE
    template <unsigned Pending>
    HEDDLE_INLINE void await_reads() const
    {
        if constexpr (is_bulk()) {
            if (is_first_thread()) instructions::template await_bulk_reads<Pending>();
        }
    }

    //! All stores are in global memory; all threads see them there after a sync().
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void await_writes() const
    {
        if constexpr (is_bulk()) {
            if (is_first_thread()) instructions::await_bulk_writes();
        }
    }
};

}  // namespace heddle::detail
