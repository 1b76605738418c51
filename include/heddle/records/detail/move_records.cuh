// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves records whose size is known only at run time, from numbered places of one array to numbered places of another.
// A block first lists the addresses of its records in shared memory, so that a word costs no load of an index.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/staged_records.cuh>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Threads of a block that moves records, and the maximum number of records that the block lists.
inline constexpr unsigned move_threads = 256;
inline constexpr std::uint32_t max_listed_records = 1024;

//! Moves records in words of 1, 2, 4, 8 or 16 bytes, to which all records are aligned.
template <unsigned Bytes, unsigned InFlight = (Bytes >= 8 ? 4 : 8)>
struct word_mover {
    struct memory {};
    static constexpr unsigned word_bytes = Bytes;

    std::uint32_t units;  //!< words of a record

    explicit word_mover(record_arrays const& arrays, bool) : units(arrays.record_bytes / Bytes) {}

    //! The number of units that a block moves at once.
    std::uint32_t most_units() const { return InFlight * move_threads; }

#if defined(__CUDACC__)
    //! Moves units first … end - 1 of the listed records.
    //! Group: all threads of the block
    __device__ __forceinline__ void move(memory&, moved_record const* records, fast_divisor const& divisor,
                                         std::uint32_t first, std::uint32_t end) const
    {
        constexpr std::uint32_t last = (InFlight - 1) * move_threads;
        strided_division place(divisor, first + threadIdx.x, move_threads);
        for (std::uint32_t x = first + threadIdx.x; x < end; x += InFlight * move_threads) {
            x + last < end ? move_words<true>(records, place, x, end) : move_words<false>(records, place, x, end);
        }
    }

private:
    //! Moves InFlight words of the calling thread, from word x on, or only those before `end`.
    template <bool AllExist>
    __device__ __forceinline__ static void move_words(moved_record const* records, strided_division& place,
                                                      std::uint32_t x, std::uint32_t end)
    {
        using word = typename moved_at_once<Bytes>::type;
        word held[InFlight];
        std::byte* out[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            if (AllExist || x + i * move_threads < end) {
                moved_record const record = records[place.quotient()];
                std::size_t const offset = std::size_t{place.remainder()} * Bytes;
                held[i] = detail::read_as<word>(detail::assume_global(record.in) + offset);
                out[i] = record.out + offset;
            }
            place.advance();
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            if (AllExist || x + i * move_threads < end) detail::write_as(detail::assume_global(out[i]), held[i]);
        }
    }
#endif
};

//! Moves records of any alignment through shared memory. Large records are moved in parts.
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
    bool is_consecutive;  //!< consecutive records of the list are consecutive in the output
    fast_divisor size, pitch, out_words;

    staged_mover(record_arrays const& arrays, bool to_consecutive)
        : units(std::max(arrays.record_bytes / part_bytes, 1u)),
          record_bytes(arrays.record_bytes),
          is_consecutive(to_consecutive && arrays.distance == arrays.record_bytes),
          size(arrays.record_bytes),
          pitch(units == 1 ? arrays.covering_words(arrays.in) : record_stage::capacity),
          out_words(units == 1 ? arrays.covering_words(arrays.out) : record_stage::capacity)
    {
    }

    std::uint32_t most_units() const { return std::min(record_stage::capacity / pitch.divisor(), max_listed_records); }

#if defined(__CUDACC__)
    __device__ __forceinline__ void move(memory& shared, moved_record const* records, fast_divisor const& divisor,
                                         std::uint32_t first, std::uint32_t end) const
    {
        record_stage const stage{shared.words + record_stage::margin, pitch.divisor()};
        std::uint32_t const most = units > 1 ? 1 : record_stage::capacity / pitch.divisor();
        for (std::uint32_t start = first; start < end; start += most) {
            auto const [record, part] = divisor.divide(start);
            std::uint32_t const offset = part * part_bytes;
            record_parts const parts{records + record, end - start < most ? end - start : most, offset,
                                     part + 1 < units ? part_bytes : record_bytes - offset};
            detail::load_parts<4>(parts, stage, pitch, threadIdx.x, move_threads);
            __syncthreads();
            if (!is_consecutive && units == 1) {
                detail::store_separate(parts, stage, out_words, threadIdx.x, move_threads);
            } else {
                // A part of a large record is a run of its own.
                fast_divisor const by = units == 1 ? size : fast_divisor(parts.bytes);
                detail::store_consecutive<Words>(parts, stage, by, threadIdx.x, move_threads);
            }
            __syncthreads();
        }
    }
#endif
};

//! Records of fewer bytes are not staged.
inline constexpr std::uint32_t min_staged_bytes = 16;

//! Calls call(mover) with what moves these records fastest. `to_consecutive` says that the records that a block lists
//! have consecutive numbers in the output.
template <class Call>
auto with_mover(record_arrays const& arrays, bool to_consecutive, Call const& call)
{
    unsigned const alignment = arrays.alignment();
    if (alignment < 4 && arrays.record_bytes >= min_staged_bytes) {
        return call(staged_mover<4>(arrays, to_consecutive));
    }
    switch (alignment) {
        case 16:
            return call(word_mover<16>(arrays, to_consecutive));
        case 8:
            return call(word_mover<8>(arrays, to_consecutive));
        case 4:
            return call(word_mover<4>(arrays, to_consecutive));
        case 2:
            return call(word_mover<2>(arrays, to_consecutive));
        default:
            return call(word_mover<1>(arrays, to_consecutive));
    }
}

//! Record k has number k.
struct consecutive_records {
    static constexpr bool are_consecutive = true;

    HEDDLE_INLINE std::size_t operator()(std::size_t k) const { return k; }
};

//! Record k has the number map[k].
template <class Map>
struct mapped_records {
    static constexpr bool are_consecutive = false;
    Map map;

    HEDDLE_INLINE std::size_t operator()(std::size_t k) const
    {
        return static_cast<std::size_t>(*(map + static_cast<std::ptrdiff_t>(k)));
    }
};

//! Divides `count` records among blocks: whole records if a block moves the units of one at once, otherwise parts.
struct record_share {
    std::size_t count;
    std::uint32_t records_of_block;
    std::uint32_t blocks_of_record;
    std::uint32_t units_of_block;
};

inline record_share share_of_blocks(std::size_t count, std::uint32_t units, std::uint32_t most)
{
    if (units > most) return {count, 1, static_cast<std::uint32_t>(detail::divide_up(units, most)), most};
    std::uint32_t const records = std::min(most / units, max_listed_records);
    return {count, records, 1, records * units};
}

#if defined(__CUDACC__)

template <class Mover, class From, class To>
__global__ void __launch_bounds__(move_threads)
    move_records_kernel(record_arrays arrays, Mover mover, fast_divisor units, record_share share, From from, To to)
{
    __shared__ moved_record records[max_listed_records];
    __shared__ typename Mover::memory memory;
    std::uint32_t block = blockIdx.x, part = 0;
    if (share.blocks_of_record > 1) {
        block = blockIdx.x / share.blocks_of_record;
        part = blockIdx.x % share.blocks_of_record;
    }
    std::size_t const number = std::size_t{block} * share.records_of_block, left = share.count - number;
    auto const count = left < share.records_of_block ? static_cast<std::uint32_t>(left) : share.records_of_block;
    for (std::uint32_t k = threadIdx.x; k < count; k += move_threads) {
        records[k] = arrays.at(from(number + k), to(number + k));
    }
    __syncthreads();
    std::uint32_t const all = count * units.divisor(), first = part * share.units_of_block;
    std::uint32_t const end = all - first < share.units_of_block ? all : first + share.units_of_block;
    mover.move(memory, records, units, first, end);
}

template <class Mover, class From, class To>
cudaError_t move_records_by(cudaStream_t stream, record_arrays const& arrays, Mover const& mover, std::size_t count,
                            From const& from, To const& to)
{
    record_share const share = detail::share_of_blocks(count, mover.units, mover.most_units());
    std::size_t const blocks = detail::divide_up(count, share.records_of_block) * share.blocks_of_record;
    return detail::launch(stream, blocks, move_threads, move_records_kernel<Mover, From, To>, arrays, mover,
                          fast_divisor(mover.units), share, from, to);
}

//! Moves record from(k) of the input to record to(k) of the output, for every k below count.
template <class From, class To>
cudaError_t move_records(cudaStream_t stream, record_arrays const& arrays, std::size_t count, From const& from,
                         To const& to)
{
    return detail::with_mover(arrays, To::are_consecutive, [&](auto const& mover) {
        return detail::move_records_by(stream, arrays, mover, count, from, to);
    });
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
