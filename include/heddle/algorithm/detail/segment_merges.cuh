// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Merges the sorted parts of long segments, of which each tile has one or two. One grid runs all passes.
#pragma once

#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/atomics.cuh>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

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
    std::size_t taken[2];  // if the block divides the merge
};

//! The numbers of elements that the outputs before a place and before a later one take from the first run.
struct taken_elements {
    std::size_t before, behind;
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

//! Waits until all blocks of the grid have arrived `times` times.
//! Group: all threads of the grid, whose blocks run at the same time
HEDDLE_DEVICE_INLINE void wait_for_grid(unsigned& arrived, unsigned times)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (*static_cast<unsigned volatile*>(&arrived) < times * gridDim.x) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

//! Returns the parts of a long segment that pass `number` merges in the pair of runs of a tile.
HEDDLE_DEVICE_INLINE run_pair<std::size_t> pair_of_tile(std::size_t tile, long_segment const& segment, unsigned number)
{
    std::size_t const run = std::size_t{segment_tile::size} << number, first = segment.first_tile();
    std::size_t const begin = (first + ((tile - first) >> number >> 1 << number << 1)) * segment_tile::size;
    auto const inside = [&](std::size_t place) HEDDLE_INLINE_LAMBDA {
        return place < segment.begin ? segment.begin : place < segment.end ? place : segment.end;
    };
    return {inside(begin), inside(begin + run), inside(begin + 2 * run)};
}

//! Merges all long segments, of which the first `kept` elements are kept. If `divided` is not null, the warps of the
//! grid first divide the merges of each pass: divided[t] is the number of elements that the tiles of a pair before tile
//! t take from the first run. Otherwise, each block divides the merges of its tile.
//! Requires: divided is null, or kept >= across.count
template <class Digits>
__global__ void __launch_bounds__(segment_tile::threads, min_resident_blocks(segment_tile::threads, 8))
    merge_segments_kernel(segment_arrays<Digits> const arrays, long_segments const across, std::size_t kept,
                          std::size_t* divided, segment_passes* passes)
{
    __shared__ key_merge_memory<Digits> memory;
    constexpr unsigned size = segment_tile::size, warps = segment_tile::threads / 32;
    unsigned const pass_count = passes->count, warp = threadIdx.x / 32;
    unsigned barriers = 0;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned number = 0; number < pass_count; ++number) {
        if (number > 0) detail::wait_for_grid(passes->arrived, ++barriers);
        if (divided != nullptr) {
            std::size_t const step = std::size_t{gridDim.x} * warps;
            HEDDLE_DO_NOT_UNROLL
            for (std::size_t tile = std::size_t{blockIdx.x} * warps + warp; tile * size < across.count; tile += step) {
                long_segment const segment = across.before(tile);
                unsigned const own_passes = segment.passes();
                if (number >= own_passes) continue;
                auto const pair = detail::pair_of_tile(tile, segment, number);
                if (tile * size <= pair.begin) continue;
                warp_key_search<Digits> const search{arrays.with(own_passes - number).keys};
                std::size_t const taken = pair.taken(tile * size - pair.begin, search);
                if (threadIdx.x % 32 == 0) divided[tile] = taken;
            }
            detail::wait_for_grid(passes->arrived, ++barriers);
        }
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t tile = blockIdx.x; tile * size < across.count; tile += gridDim.x) {
            std::size_t const start = tile * size, left = across.count - start;
            std::size_t const tile_end = start + (left < size ? left : size);
            taken_elements known{0, 0};  // loaded before the segments are known
            if (divided != nullptr) known = {divided[tile], left > size ? divided[tile + 1] : 0};
            HEDDLE_DO_NOT_UNROLL
            for (unsigned side = 0; side < 2; ++side) {
                long_segment const segment = side == 0 ? across.before(tile) : across.behind(tile);
                unsigned const own_passes = segment.passes();
                if (number >= own_passes || (side == 1 && segment.begin < start)) continue;
                auto const pair = detail::pair_of_tile(tile, segment, number);
                std::size_t const end = pair.end - pair.begin < kept ? pair.end : pair.begin + kept;
                std::size_t const from = start > pair.begin ? start : pair.begin, to = tile_end < end ? tile_end : end;
                if (from >= to) continue;
                auto const from_arrays = arrays.with(own_passes - number);
                taken_elements taken{known.before, known.behind};
                if (divided == nullptr) {
                    if (warp < 2) {
                        warp_key_search<Digits> const search{from_arrays.keys};
                        std::size_t const found = pair.taken((warp == 0 ? from : to) - pair.begin, search);
                        if (threadIdx.x % 32 == 0) memory.taken[warp] = found;
                    }
                    __syncthreads();
                    taken = {memory.taken[0], memory.taken[1]};
                } else {
                    if (from <= pair.begin) taken.before = 0;
                    if (to >= pair.end) taken.behind = pair.middle - pair.begin;
                }
                detail::merge_keys(memory, from_arrays, arrays.with(own_passes - number - 1), pair, from, to, taken,
                                   number + 1 < own_passes);
            }
        }
    }
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
