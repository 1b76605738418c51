// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies a block's tile between global and shared memory: engines copy chunks of 16 bytes, threads copy the ends.
#pragma once

#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/chunks.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class T>
HEDDLE_INLINE auto* bytes_at(T* element)
{
    using byte = std::conditional_t<std::is_const_v<T>, std::byte const, std::byte>;
    return reinterpret_cast<byte*>(element);
}

//! Divides the bytes [begin, end) into chunks. Returns the chunks with the offset of `begin` in the stage.
template <class Byte>
HEDDLE_INLINE chunked_bytes<Byte> chunks_in_stage(Byte* begin, Byte* end)
{
    auto bytes = chunked_bytes<Byte>::of(begin, static_cast<unsigned>(end - begin));
    bytes.skew = detail::offset_in_word(begin, line_bytes);
    return bytes;
}

//! Divides the bytes [begin, end) into chunks, like chunks_in_stage. Extends both ends to whole chunks if these lie in
//! the array, so that threads load no ends.
template <class Byte>
HEDDLE_INLINE chunked_bytes<Byte> covering_chunks_in_stage(Byte* begin, Byte* end, Byte* array_begin, Byte* array_end)
{
    unsigned const before = detail::offset_in_word(begin, chunk_bytes);
    unsigned const after = (chunk_bytes - detail::offset_in_word(end, chunk_bytes)) % chunk_bytes;
    if (before <= static_cast<std::size_t>(begin - array_begin)) begin -= before;
    if (after <= static_cast<std::size_t>(array_end - end)) end += after;
    return detail::chunks_in_stage(begin, end);
}

template <class T>
HEDDLE_INLINE auto chunks_of_tile(T* first, unsigned count)
{
    auto* const begin = detail::opaque(detail::bytes_at(first));
    return detail::chunks_in_stage(begin, begin + count * sizeof(T));
}

//! Copies the tiles of one stage with the given engine. If the architecture lacks that engine, uses its best engine.
//! A bulk copy is ordered as if the block's first thread accessed global memory itself: after all accesses that happen
//! before that thread begins the copy.
template <copy_engine Engine, class T, class Block>
struct tile_mover {
    using instructions = typename instructions_of<Block>::type;
    static constexpr copy_engine engine = Engine < instructions::best ? Engine : instructions::best;
    static constexpr bool is_bulk = engine == copy_engine::bulk;
    static constexpr bool has_barrier = engine != copy_engine::words;
    static constexpr unsigned unit_bytes = alignof(T) < chunk_bytes ? alignof(T) : chunk_bytes;

    Block const& block;
    std::byte* memory;  //!< in shared memory, aligned to line_bytes
    copy_barrier& barrier;

    HEDDLE_INLINE bool is_first_thread() const { return block.thread_rank() == 0; }

    //! Calls visit(at, is_valid) for every chunk, in one of the block's threads. The chunk begins at byte `at`. All
    //! threads make the same number of calls; is_valid is false in calls without a chunk.
    template <class Byte, class Visit>
    HEDDLE_INLINE void visit_chunks(chunked_bytes<Byte> const& bytes, Visit const& visit) const
    {
        unsigned const step = static_cast<unsigned>(block.num_threads());
        unsigned const rank = static_cast<unsigned>(block.thread_rank());
        // clang treats cp.async as convergent, so it does not unroll this loop, and would warn about the pragma.
#if !HEDDLE_CLANG_CUDA
        HEDDLE_UNROLL_4
#endif
        for (unsigned row = 0; row < bytes.chunks; row += step) {
            unsigned const chunk = row + rank;
            visit(bytes.chunk_at(chunk), chunk < bytes.chunks);
        }
    }

    //! Calls visit(at, is_valid) for every unit of unit_bytes before the first chunk and after the last chunk, in the
    //! same way as visit_chunks.
    template <class Byte, class Visit>
    HEDDLE_INLINE void visit_ends(chunked_bytes<Byte> const& bytes, Visit const& visit) const
    {
        if constexpr (unit_bytes < chunk_bytes) {
            unsigned const rest = bytes.head + bytes.tail;
            unsigned const step = static_cast<unsigned>(block.num_threads()) * unit_bytes;
            for (unsigned row = 0; row < rest; row += step) {
                unsigned const unit = row + static_cast<unsigned>(block.thread_rank()) * unit_bytes;
                visit(bytes.rest_at(unit), unit < rest);
            }
        }
    }

    //! Initializes the barrier. Later copies are ordered after the block's earlier accesses to this shared memory.
    //! Group:    all threads; a sync() must separate this call from load
    HEDDLE_INLINE void init() const
    {
        if constexpr (has_barrier) {
            unsigned const arrivals = is_bulk ? 1 : static_cast<unsigned>(block.num_threads());
            if (is_first_thread()) {
                instructions::init(barrier, arrivals);
                publish();
            }
        }
    }
    HEDDLE_INLINE void invalidate() const
    {
        if constexpr (has_barrier) {
            if (is_first_thread()) instructions::invalidate(barrier);
        }
    }

    //! Begins to copy bytes into the stage. The chunks have arrived after wait(), the ends after a sync() of the block.
    //! With copy_engine::words, all bytes have arrived only after a sync().
    HEDDLE_INLINE void load(chunked_bytes<std::byte const> const& bytes) const
    {
        if constexpr (is_bulk) {
            if (is_first_thread()) {
                unsigned const whole = bytes.chunks * chunk_bytes;
                std::byte* const to = memory + bytes.skew + bytes.head;
                std::byte const* const from = bytes.first + bytes.head;
                instructions::arrive_and_expect(barrier, whole);
                instructions::order_bulk_accesses();
                if (whole != 0) {
                    instructions::copy_in_bulk(to, assume_global(from), whole, barrier);
                }
            }
        } else {
            visit_chunks(bytes, [&](unsigned at, bool is_valid) HEDDLE_INLINE_LAMBDA {
                std::byte* const to = memory + bytes.skew + at;
                std::byte const* const from = bytes.first + at;
                if constexpr (has_barrier) {
                    if (is_valid) instructions::copy_async(to, assume_global(from));
                } else {
                    detail::move_unit<chunk_bytes>(block, to, from, is_valid);
                }
            });
            if constexpr (has_barrier) instructions::arrive_after_copies(barrier);
        }
        visit_ends(bytes, [&](unsigned at, bool is_valid) HEDDLE_INLINE_LAMBDA {
            detail::move_unit<unit_bytes>(block, memory + bytes.skew + at, bytes.first + at, is_valid);
        });
        if (bytes.head + bytes.tail != 0) publish();
    }

    //! Prefetches to L2 the chunks that a block will load soon, if the engine is bulk.
    HEDDLE_INLINE void prefetch(chunked_bytes<std::byte const> const& bytes) const
    {
        if constexpr (is_bulk) {
            unsigned const whole = bytes.chunks * chunk_bytes;
            if (is_first_thread() && whole != 0) {
                instructions::prefetch_in_bulk(assume_global(bytes.first + bytes.head), whole);
            }
        }
    }

    HEDDLE_INLINE void wait(unsigned parity) const
    {
        if constexpr (has_barrier) instructions::wait(barrier, parity);
    }

    //! Orders the calling thread's earlier accesses to shared memory before copies that begin after the next sync().
    HEDDLE_INLINE static void publish()
    {
        if constexpr (is_bulk) instructions::publish_to_bulk();
    }

    //! Begins to copy bytes out of the stage.
    //! Group:    all threads, after every thread that wrote the stage has called publish() and then sync()
    HEDDLE_INLINE void store(chunked_bytes<std::byte> const& bytes) const
    {
        if constexpr (is_bulk) {
            if (is_first_thread()) {
                unsigned const whole = bytes.chunks * chunk_bytes;
                std::byte const* const from = memory + bytes.skew + bytes.head;
                std::byte* const to = bytes.first + bytes.head;
                instructions::order_bulk_accesses();
                if (whole != 0) instructions::store_in_bulk(assume_global(to), from, whole);
                instructions::commit_bulk_stores();
            }
        } else {
            visit_chunks(bytes, [&](unsigned at, bool is_valid) HEDDLE_INLINE_LAMBDA {
                detail::move_unit<chunk_bytes>(block, memory + bytes.skew + at, bytes.first + at, is_valid);
            });
        }
        visit_ends(bytes, [&](unsigned at, bool is_valid) HEDDLE_INLINE_LAMBDA {
            detail::move_unit<unit_bytes>(block, memory + bytes.skew + at, bytes.first + at, is_valid);
        });
    }

    //! Waits until all but the last Pending stores have read their stages. Other threads may rely on this after a
    //! sync(). Global memory may receive the bytes later, up to the end of the kernel.
    template <unsigned Pending>
    HEDDLE_INLINE void await_reads() const
    {
        if constexpr (is_bulk) {
            if (is_first_thread()) instructions::template await_bulk_reads<Pending>();
        }
    }

    //! Waits until all stores are in global memory; all threads see them after a sync().
    HEDDLE_INLINE void await_writes() const
    {
        if constexpr (is_bulk) {
            if (is_first_thread()) instructions::await_bulk_writes();
        }
    }
};

template <copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE auto mover_of(Block const& block, Stages& stages, unsigned stage)
{
    static_assert(std::is_same_v<typename Stages::element_type, std::remove_const_t<T>>,
                  "heddle: the stages must be for elements of the type that the pointer names");
    require_movable<std::remove_const_t<T>>();
    return tile_mover<Engine, T, Block>{block, stages.memory[stage], stages.barriers[stage]};
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
