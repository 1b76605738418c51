// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The keys that a block sorts in shared memory, and their merge sort.
#pragma once

#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/config.cuh>

#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A key in a tile, with the beginning of its segment and the number of the struct.
template <class Digits>
struct tile_key;
template <>
struct tile_key<std::uint32_t> {
    static constexpr unsigned number_bits = 11;
    static_assert(segment_tile::capacity == 1u << number_bits);

    std::uint64_t bits;

    HEDDLE_DEVICE_INLINE static tile_key make(unsigned begin, std::uint32_t key, unsigned number)
    {
        return {std::uint64_t{begin} << (32 + number_bits) | std::uint64_t{key} << number_bits | number};
    }
    HEDDLE_DEVICE_INLINE bool operator<(tile_key const& other) const { return bits < other.bits; }
    HEDDLE_DEVICE_INLINE unsigned number() const { return static_cast<unsigned>(bits) % segment_tile::capacity; }
    HEDDLE_DEVICE_INLINE std::uint32_t key() const { return static_cast<std::uint32_t>(bits >> number_bits); }
};
template <>
struct tile_key<std::uint64_t> {
    std::uint64_t digits;
    std::uint32_t begin, own_number;

    HEDDLE_DEVICE_INLINE static tile_key make(unsigned begin, std::uint64_t key, unsigned number)
    {
        return {key, begin, number};
    }
    HEDDLE_DEVICE_INLINE bool operator<(tile_key const& other) const
    {
        return begin != other.begin ? begin < other.begin : digits < other.digits;
    }
    HEDDLE_DEVICE_INLINE unsigned number() const { return own_number; }
    HEDDLE_DEVICE_INLINE std::uint64_t key() const { return digits; }
};

//! The threads of a block that sorts a tile, and the number of its keys that each of them sorts.
inline constexpr unsigned tile_sort_threads = 512, tile_sort_items = segment_tile::capacity / tile_sort_threads;
//! The blocks of a multiprocessor. Larger structs take more registers. (Measured for 28 and 128 bytes.)
template <class T>
inline constexpr unsigned tile_sort_blocks = sizeof(T) <= 32 ? 3 : 2;
//! Segments of up to max_counted keys are sorted by counting, and parts of longer ones of up to min_merged keys.
inline constexpr unsigned max_counted = 32, min_merged = 16;

//! Sorts `size` keys, of which runs of min_merged keys are sorted.
//! Group: all threads of the block
template <class Digits>
HEDDLE_DEVICE_INLINE void merge_tile_keys(tile_key<Digits>* keys, unsigned size)
{
    constexpr unsigned items = tile_sort_items;
    unsigned const begin = threadIdx.x * items;
    auto const precedes = [&](unsigned a, unsigned b) HEDDLE_INLINE_LAMBDA { return keys[a] < keys[b]; };
    HEDDLE_DO_NOT_UNROLL
    for (unsigned run = min_merged; run < size; run *= 2) {
        tile_key<Digits> merged[items];
        auto const pair = run_pair<unsigned>::at(begin & ~(2 * run - 1), run, size);
        bool const changes = begin < size && pair.middle < pair.end && precedes(pair.middle, pair.middle - 1);
        if (changes) {
            unsigned a = pair.begin + pair.taken(begin - pair.begin, thread_search<decltype(precedes)>{precedes});
            unsigned b = pair.middle + (begin - a);
            HEDDLE_UNROLL
            for (unsigned i = 0; i < items; ++i) {
                if (begin + i >= pair.end) break;
                bool const takes_first = b >= pair.end || (a < pair.middle && !precedes(b, a));
                merged[i] = keys[takes_first ? a++ : b++];
            }
        }
        __syncthreads();
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            if (changes && begin + i < pair.end) keys[begin + i] = merged[i];
        }
        __syncthreads();
    }
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
