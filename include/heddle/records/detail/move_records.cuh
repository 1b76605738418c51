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
#include <type_traits>

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
        : units(std::max(arrays.record_bytes / part_bytes, 1u)),
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

//! Calls call(mover) with what moves these records fastest. `consecutive` is the side whose listed records have
//! consecutive numbers.
template <dense_side Consecutive, class Call>
auto with_mover(record_arrays const& arrays, Call const& call)
{
    unsigned const alignment = arrays.alignment();
    auto const in_words = [&](auto side) {
        constexpr dense_side dense = decltype(side)::value;
        switch (alignment) {
            case 16:
                return call(word_mover<16, dense>(arrays));
            case 8:
                return call(word_mover<8, dense>(arrays));
            case 4:
                return call(word_mover<4, dense>(arrays));
            case 2:
                return call(word_mover<2, dense>(arrays));
            default:
                return call(word_mover<1, dense>(arrays));
        }
    };
    if (arrays.distance != arrays.record_bytes) {
        return in_words(std::integral_constant<dense_side, dense_side::none>());
    }
    if constexpr (Consecutive == dense_side::out) {
        if (alignment == 1 && arrays.record_bytes >= min_staged_bytes) return call(staged_mover<4>(arrays));
    }
    return in_words(std::integral_constant<dense_side, Consecutive>());
}

//! Record k has number k.
struct consecutive_records {
    HEDDLE_INLINE std::size_t operator()(std::size_t k) const { return k; }
};

//! Record k has the number map[k].
template <class Map>
struct mapped_records {
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
template <dense_side Consecutive, class From, class To>
cudaError_t move_records(cudaStream_t stream, record_arrays const& arrays, std::size_t count, From const& from,
                         To const& to)
{
    return detail::with_mover<Consecutive>(
        arrays, [&](auto const& mover) { return detail::move_records_by(stream, arrays, mover, count, from, to); });
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
