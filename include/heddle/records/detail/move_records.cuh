// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves records whose size is known only at run time, from numbered places of one array to numbered places of another.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/records/detail/record_words.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The records of a block have the consecutive numbers `first`, `first` + 1, …
struct consecutive_records {
    std::size_t first = 0;

    HEDDLE_INLINE consecutive_records starting_at(std::size_t number) const { return {first + number}; }
    HEDDLE_INLINE std::size_t operator()(std::uint32_t k) const { return first + k; }
};

//! The records of a block have the numbers *map, *(map + 1), …
template <class Map>
struct mapped_records {
    Map map;

    HEDDLE_INLINE mapped_records starting_at(std::size_t number) const
    {
        return {map + static_cast<std::ptrdiff_t>(number)};
    }
    HEDDLE_INLINE std::size_t operator()(std::uint32_t k) const
    {
        return static_cast<std::size_t>(*(map + static_cast<std::ptrdiff_t>(k)));
    }
};

//! Threads of a block that moves records.
inline constexpr unsigned move_threads = 256;

//! The number of words that a thread loads before it stores the first.
template <class Word>
inline constexpr unsigned words_in_flight = Word::bytes >= 8 ? 4 : 8;
template <>
inline constexpr unsigned words_in_flight<covering_word> = 4;

#if defined(__CUDACC__)

//! Moves words first … end - 1 of records: record k of the words is record from(k) of the input, to(k) of the output.
//! Group: all threads of the block
template <class Word, unsigned InFlight, class From, class To>
__device__ __forceinline__ void move_words(record_arrays const& arrays, fast_divisor const& words, std::uint32_t first,
                                           std::uint32_t end, From const& from, To const& to)
{
    for (std::uint32_t start = first + threadIdx.x; start < end; start += InFlight * move_threads) {
        // Three loops, so that the loads of all numbers, then of all words, are in flight at the same time.
        std::byte const* in[InFlight];
        std::byte* out[InFlight];
        std::uint32_t word[InFlight];
        typename Word::held held[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const x = start + i * move_threads;
            auto const [record, place] = words.divide(x < end ? x : start);
            in[i] = arrays.in + from(record) * arrays.in_distance;
            out[i] = arrays.out + to(record) * arrays.out_distance;
            word[i] = place;
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            if (start + i * move_threads < end) held[i] = Word::load(in[i], out[i], word[i], arrays.record_bytes);
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            if (start + i * move_threads < end) Word::store(held[i], in[i], out[i], word[i], arrays.record_bytes);
        }
    }
}

//! Divides `count` records among blocks: whole records if a block has enough threads for one, otherwise parts of one.
struct record_share {
    std::size_t count;
    std::uint32_t records_of_block;
    std::uint32_t blocks_of_record;
    std::uint32_t words_of_block;
};

template <class Word, unsigned InFlight, class From, class To>
__global__ void __launch_bounds__(move_threads)
    move_records_kernel(record_arrays arrays, fast_divisor words, record_share share, From from, To to)
{
    std::uint32_t block = blockIdx.x, part = 0;
    if (share.blocks_of_record > 1) {
        block = blockIdx.x / share.blocks_of_record;
        part = blockIdx.x % share.blocks_of_record;
    }
    std::size_t const number = std::size_t{block} * share.records_of_block, left = share.count - number;
    auto const records = left < share.records_of_block ? static_cast<std::uint32_t>(left) : share.records_of_block;
    std::uint32_t const all = records * words.divisor(), first = part * share.words_of_block;
    std::uint32_t const end = all - first < share.words_of_block ? all : first + share.words_of_block;
    detail::move_words<Word, InFlight>(arrays, words, first, end, from.starting_at(number), to.starting_at(number));
}

template <class Word, unsigned InFlight = words_in_flight<Word>, class From, class To>
cudaError_t move_records_in(cudaStream_t stream, record_arrays const& arrays, std::size_t count, From const& from,
                            To const& to)
{
    constexpr std::uint32_t most = InFlight * move_threads;
    std::uint32_t const words = Word::words_of(arrays.record_bytes, arrays.most_offset(Word::bytes));
    record_share share{count, most / words, 1, most};
    if (words > most) {
        share.records_of_block = 1;
        share.blocks_of_record = static_cast<std::uint32_t>(detail::divide_up(words, most));
    }
    std::size_t const blocks = detail::divide_up(count, share.records_of_block) * share.blocks_of_record;
    return detail::launch(stream, blocks, move_threads, move_records_kernel<Word, InFlight, From, To>, arrays,
                          fast_divisor(words), share, from, to);
}

//! Moves record from(k) of the input to record to(k) of the output, for every k below count.
template <class From, class To>
cudaError_t move_records(cudaStream_t stream, record_arrays const& arrays, std::size_t count, From const& from,
                         To const& to)
{
    return detail::with_word(
        arrays, [&](auto word) { return detail::move_records_in<decltype(word)>(stream, arrays, count, from, to); });
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
