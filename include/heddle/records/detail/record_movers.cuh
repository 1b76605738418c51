// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a block moves records whose size is known only at run time between the addresses that it has listed in shared
// memory: in words to which all records are aligned, or through shared memory. NVRTC compiles this header.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/staged_records.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Threads of a block that moves records, and the maximum number of records that the block lists.
inline constexpr unsigned move_threads = 256;
inline constexpr std::uint32_t max_listed_records = 1024;

//! Which of the arrays has the listed records one after another, without bytes between them.
enum class dense_side { none, in, out };

//! Moves records in words of 1, 2, 4, 8 or 16 bytes, to which all records are aligned. Addresses on the dense side
//! follow from the first record of the list, so that each thread has more words in flight.
template <unsigned Bytes, dense_side Dense = dense_side::none,
          unsigned InFlight = (Bytes >= 8 || Dense == dense_side::none ? 4 : 8)>
struct word_mover {
    struct memory {};
    static constexpr unsigned word_bytes = Bytes;
    static constexpr unsigned max_listed = max_listed_records, listed_at_once = 4;
    static constexpr bool copies_spans = Bytes < 4 && Dense != dense_side::none;
    //! The blocks of a multiprocessor that limit the registers of scatters; 0 for no limit.
    static constexpr unsigned resident_blocks = Bytes <= 4 && Dense == dense_side::in ? 6 : 0;
    //! The distance between two words of a thread. A warp moves adjacent rows of words, so that it stores both parts of
    //! a sector that lies in two rows one right after the other. Gathers of single bytes are faster if the warps of a
    //! block take its rows in turn.
    static constexpr std::uint32_t stride = Bytes == 1 && Dense == dense_side::out ? move_threads : 32;
    //! How often a thread moves InFlight words. Blocks that moved fewer bytes would wait for their indices too long.
    static constexpr std::uint32_t rounds = Bytes == 1 ? 4 : Bytes == 2 ? 2 : 1;

    std::uint32_t units;  //!< words of a record

    HEDDLE_INLINE explicit word_mover(record_arrays const& arrays) : units(arrays.record_bytes / Bytes) {}

    //! The number of units that a block moves.
    HEDDLE_INLINE std::uint32_t most_units() const { return rounds * InFlight * move_threads; }

#if defined(__CUDACC__)
    //! Moves units first … end - 1 of the listed records.
    //! Group: all threads of the block
    __device__ __forceinline__ void move(memory&, moved_record const* records, fast_divisor const& divisor,
                                         std::uint32_t first, std::uint32_t end) const
    {
        using word = typename moved_at_once<Bytes>::type;
        std::uint32_t x = first + threadIdx.x / stride * (InFlight * stride) + threadIdx.x % stride;
        if (x >= end) return;
        std::byte const* const first_in = detail::assume_global(records[0].in);
        std::byte* const first_out = detail::assume_global(records[0].out);
        for (; x < end; x += InFlight * move_threads) {
            strided_division place(divisor, x, stride);
            word held[InFlight];
            [[maybe_unused]] std::byte* to[InFlight];
            HEDDLE_UNROLL
            for (unsigned i = 0; i < InFlight; ++i) {
                std::uint32_t const own = x + i * stride;
                if (own < end) {
                    std::size_t const offset = std::size_t{place.remainder()} * Bytes, dense = std::size_t{own} * Bytes;
                    moved_record const& record = records[place.quotient()];
                    std::byte const* const in = Dense == dense_side::in ? first_in + dense : record.in + offset;
                    held[i] = detail::read_as<word>(detail::assume_global(in));
                    if constexpr (Dense != dense_side::out) to[i] = record.out + offset;
                }
                place.advance();
            }
            HEDDLE_UNROLL
            for (unsigned i = 0; i < InFlight; ++i) {
                std::uint32_t const own = x + i * stride;
                if (own >= end) continue;
                std::byte* const out = Dense == dense_side::out ? first_out + std::size_t{own} * Bytes : to[i];
                detail::write_as(detail::assume_global(out), held[i]);
            }
        }
    }
#endif
};

//! Moves records of any alignment through shared memory, to an output in which the listed records are dense. Large
//! records are moved in parts.
//! Requires: records of at least 4 * Words bytes
template <unsigned Words>
struct staged_mover {
    struct memory {
        std::uint32_t words[record_stage::margin + record_stage::capacity + record_stage::margin];
    };
    static constexpr unsigned word_bytes = 4 * Words;
    static constexpr unsigned max_listed = record_stage::capacity / 4, listed_at_once = 1;
    static constexpr bool copies_spans = true;
    static constexpr unsigned resident_blocks = 0;
    static constexpr std::uint32_t part_bytes = 3840;

    std::uint32_t units;  //!< parts of a record; the last one has up to 2 * part_bytes - 1 bytes
    std::uint32_t record_bytes;
    std::uint32_t pitch;
    fast_divisor bytes_of_part, words_of_part;  //!< if a record has one part

    HEDDLE_INLINE explicit staged_mover(record_arrays const& arrays)
        : units(arrays.record_bytes < part_bytes ? 1 : arrays.record_bytes / part_bytes),
          record_bytes(arrays.record_bytes),
          pitch(units == 1 ? arrays.covering_words(arrays.in) : record_stage::capacity),
          bytes_of_part(arrays.record_bytes),
          words_of_part(arrays.record_bytes / 4)
    {
    }

    HEDDLE_INLINE std::uint32_t most_units() const
    {
        std::uint32_t const most = record_stage::capacity / pitch;
        return most < max_listed ? most : max_listed;
    }

#if defined(__CUDACC__)
    __device__ __forceinline__ void move(memory& shared, moved_record const* records, fast_divisor const& divisor,
                                         std::uint32_t first, std::uint32_t end) const
    {
        record_stage const stage{shared.words + record_stage::margin, pitch};
        std::uint32_t const most = most_units();
        for (std::uint32_t start = first; start < end; start += most) {
            auto const [record, part] = divisor.divide(start);
            std::uint32_t const offset = part * part_bytes;
            record_parts const parts{records + record, end - start < most ? end - start : most, offset,
                                     part + 1 < units ? part_bytes : record_bytes - offset};
            bool const is_whole = units == 1;
            detail::load_parts(parts, stage, is_whole ? words_of_part : fast_divisor(parts.bytes / 4), threadIdx.x,
                               move_threads);
            __syncthreads();
            detail::store_parts<Words>(parts, stage, is_whole ? bytes_of_part : fast_divisor(parts.bytes), threadIdx.x,
                                       move_threads);
            __syncthreads();
        }
    }
#endif
};

//! Records of fewer bytes are not staged. Neither are records that are aligned to 2 bytes, because they move faster in
//! words of 2 bytes.
inline constexpr std::uint32_t min_staged_bytes = 16;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
