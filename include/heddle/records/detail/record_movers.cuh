// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves the words of records whose addresses a block has listed in shared memory, so that a word costs no load of an
// index. NVRTC compiles this header.
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

    std::uint32_t units;  //!< words of a record

    explicit word_mover(record_arrays const& arrays) : units(arrays.record_bytes / Bytes) {}

    //! The number of units that a block moves at once.
    std::uint32_t most_units() const { return InFlight * move_threads; }

#if defined(__CUDACC__)
    //! Moves units first … end - 1 of the listed records.
    //! Group: all threads of the block
    __device__ __forceinline__ void move(memory&, moved_record const* records, fast_divisor const& divisor,
                                         std::uint32_t first, std::uint32_t end) const
    {
        constexpr std::uint32_t last = (InFlight - 1) * move_threads;
        std::uint32_t x = first + threadIdx.x;
        if (x >= end) return;
        moved_record const start = records[0];
        strided_division place(divisor, x, move_threads);
        for (; x < end; x += InFlight * move_threads) {
            if (x + last < end) {
                move_words<true>(records, start, place, x, end);
            } else {
                move_words<false>(records, start, place, x, end);
            }
        }
    }

private:
    //! Moves InFlight words of the calling thread, from word x on, or only those before `end`. `start` is the first
    //! record.
    template <bool AllExist>
    __device__ __forceinline__ static void move_words(moved_record const* records, moved_record const& start,
                                                      strided_division& place, std::uint32_t x, std::uint32_t end)
    {
        using word = typename moved_at_once<Bytes>::type;
        std::byte const* const in = detail::assume_global(start.in) + std::size_t{x} * Bytes;
        std::byte* const out = detail::assume_global(start.out) + std::size_t{x} * Bytes;
        auto const offset = [&]() HEDDLE_INLINE_LAMBDA { return std::size_t{place.remainder()} * Bytes; };
        word held[InFlight];
        [[maybe_unused]] std::byte* to[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const distance = i * move_threads;
            if (AllExist || x + distance < end) {
                if constexpr (Dense == dense_side::in) {
                    held[i] = detail::read_as<word>(in + distance * Bytes);
                } else if constexpr (Dense == dense_side::out) {
                    std::byte const* const record = records[place.quotient()].in;
                    held[i] = detail::read_as<word>(detail::assume_global(record) + offset());
                } else {
                    moved_record const record = records[place.quotient()];
                    held[i] = detail::read_as<word>(detail::assume_global(record.in) + offset());
                    to[i] = record.out + offset();
                }
            }
            if constexpr (Dense != dense_side::in) place.advance();
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const distance = i * move_threads;
            if (AllExist || x + distance < end) {
                if constexpr (Dense == dense_side::in) {
                    detail::write_as(detail::assume_global(records[place.quotient()].out) + offset(), held[i]);
                } else if constexpr (Dense == dense_side::out) {
                    detail::write_as(out + distance * Bytes, held[i]);
                } else {
                    detail::write_as(detail::assume_global(to[i]), held[i]);
                }
            }
            if constexpr (Dense == dense_side::in) place.advance();
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
    static constexpr std::uint32_t part_bytes = 3840;

    std::uint32_t units;  //!< parts of a record; the last one has up to 2 * part_bytes - 1 bytes
    std::uint32_t record_bytes;
    std::uint32_t pitch;
    fast_divisor bytes_of_part, words_of_part;  //!< if a record has one part

    explicit staged_mover(record_arrays const& arrays)
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
        return most < max_listed_records ? most : max_listed_records;
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
            detail::load_parts<4>(parts, stage, is_whole ? words_of_part : fast_divisor(parts.bytes / 4), threadIdx.x,
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
