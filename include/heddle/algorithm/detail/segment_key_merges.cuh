// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Merges the keys and indices of long segments. (segment_merges.cuh runs the passes.)
#pragma once

#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/segment_merges.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Keys and indices of elements.
template <class Digits>
struct key_arrays {
    Digits* keys;
    std::uint32_t* indices;

    HEDDLE_DEVICE_INLINE void store(std::size_t to, Digits key, std::size_t index) const
    {
        keys[to] = key;
        indices[to] = static_cast<std::uint32_t>(index);
    }
};

//! A search by a warp, as thread_search.
//! Group: a warp
template <class Digits>
struct warp_key_search {
    Digits const* keys;

    template <class Compared>
    HEDDLE_DEVICE_INLINE std::size_t operator()(std::size_t low, std::size_t high, Compared const& compared) const
    {
        unsigned const lane = threadIdx.x % 32;
        HEDDLE_DO_NOT_UNROLL
        while (low < high) {
            // Each lane probes the last element of its part, in the last round the only one.
            std::size_t const part = high - low > 32 ? (high - low) / 32 : 1;
            std::size_t const probe = low + (lane + 1) * part - 1;
            bool found = false;
            if (probe < high) {
                auto const elements = compared(probe);
                found = keys[elements.a] < keys[elements.b];
            }
            std::uint32_t const votes = __ballot_sync(0xffffffffu, found);
            if (votes == 0) {
                std::size_t const probed = low + 32 * part;
                low = probed < high ? probed : high;
            } else {
                std::size_t const number = static_cast<unsigned>(__ffs(static_cast<int>(votes))) - 1;
                high = low + (number + 1) * part - 1;
                low += number * part;
            }
        }
        return low;
    }
};

template <class Digits>
struct key_merge_memory {
    Digits keys[segment_tile::size];
    std::uint32_t indices[segment_tile::size];
};

//! Sets outputs from … to - 1 of the merge of a pair of runs in global memory.
//! Group: all threads of the block
template <class Digits>
HEDDLE_DEVICE_INLINE void merge_keys(key_merge_memory<Digits>& memory, key_arrays<Digits> const& in,
                                     key_arrays<Digits> const& out, run_pair<std::size_t> const& pair, std::size_t from,
                                     std::size_t to, taken_elements const& taken, bool stores_keys)
{
    constexpr unsigned items = segment_tile::items, threads = segment_tile::threads;
    unsigned const thread = threadIdx.x;
    std::size_t const first = pair.begin + taken.before, second = pair.middle + (from - pair.begin - taken.before);
    auto const size = static_cast<unsigned>(to - from);
    auto const of_first = static_cast<unsigned>(taken.behind - taken.before);
    for (unsigned k = thread; k < size; k += threads) {
        std::size_t const at = k < of_first ? first + k : second + (k - of_first);
        memory.keys[k] = in.keys[at];
        memory.indices[k] = in.indices[at];
    }
    __syncthreads();
    run_pair<unsigned> const runs{0, of_first, size};
    unsigned const begin = thread * items < size ? thread * items : size;
    auto const precedes = [&](unsigned a, unsigned b) HEDDLE_INLINE_LAMBDA { return memory.keys[a] < memory.keys[b]; };
    unsigned a = runs.taken(begin, thread_search<decltype(precedes)>{precedes});
    unsigned b = of_first + (begin - a);
    Digits keys[items];
    std::uint32_t indices[items];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < items; ++i) {
        if (begin + i >= size) break;
        bool const takes_first = b >= size || (a < of_first && !(memory.keys[b] < memory.keys[a]));
        unsigned const k = takes_first ? a++ : b++;
        keys[i] = memory.keys[k];
        indices[i] = memory.indices[k];
    }
    __syncthreads();
    HEDDLE_UNROLL
    for (unsigned i = 0; i < items; ++i) {
        if (begin + i >= size) break;
        memory.keys[begin + i] = keys[i];
        memory.indices[begin + i] = indices[i];
    }
    __syncthreads();
    for (unsigned k = thread; k < size; k += threads) {
        out.indices[from + k] = memory.indices[k];
        if (stores_keys) out.keys[from + k] = memory.keys[k];
    }
    __syncthreads();
}

//! Merges keys and indices.
template <class Digits>
struct key_merges {
    using tile = segment_tile;
    using memory = key_merge_memory<Digits>;
    static constexpr unsigned min_blocks = min_resident_blocks(segment_tile::threads, 8);
    // A pass that merges more tiles divides them first.
    static constexpr std::size_t max_tiles_divided_by_blocks = 2047;

    segment_arrays<key_arrays<Digits>> arrays;

    HEDDLE_DEVICE_INLINE std::size_t taken(memory&, run_pair<std::size_t> const& pair, std::size_t output,
                                           unsigned left) const
    {
        return pair.taken(output, warp_key_search<Digits>{arrays.with(left).keys});
    }
    HEDDLE_DEVICE_INLINE void merge(memory& own, run_pair<std::size_t> const& pair, segment_range const& outputs,
                                    taken_elements const& known, unsigned left) const
    {
        detail::merge_keys(own, arrays.with(left), arrays.with(left - 1), pair, outputs.begin, outputs.end, known,
                           left > 1);
    }
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
