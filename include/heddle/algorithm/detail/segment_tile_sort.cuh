// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the keys of each segment in a tile: short segments by counting, longer ones with a merge sort. Moves the structs
// of all segments that do not lie in several tiles.
#pragma once

#include <heddle/algorithm/detail/segment_places.cuh>
#include <heddle/algorithm/detail/segment_tile_keys.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The elements that a block sorts, as places in its tile.
struct sorted_range {
    unsigned first, last;
};

HEDDLE_DEVICE_INLINE bool is_sorted_alone(segment_range const& segment)
{
    return segment.size() <= segment_tile::capacity;
}

//! Returns the elements of a tile that are sorted together: those of short segments that begin in the tile, and the parts
//! of long segments. `before` and `behind` are the segments across its ends.
HEDDLE_DEVICE_INLINE sorted_range range_of_tile(segment_places const& segments, std::size_t start, unsigned count,
                                                segment_range const& before, segment_range const& behind, bool is_last)
{
    constexpr unsigned size = segment_tile::size;
    sorted_range range{0, count};
    if (before.is_empty()) {
        if (start > 0) range.first = segments.next_from(0);
    } else if (is_sorted_alone(before)) {
        std::size_t const end = before.end - start;
        range.first = end < count ? static_cast<unsigned>(end) : count;
    }
    if (is_last) return range;
    if (behind.is_empty()) {
        range.last = segments.next_from(size);
    } else if (!is_sorted_alone(behind)) {
        range.last = size;
    } else {
        range.last = behind.begin > start ? static_cast<unsigned>(behind.begin - start) : 0;
    }
    return range;
}

//! Returns the place of key number k in the order of keys low … high - 1.
template <class Digits>
HEDDLE_DEVICE_INLINE unsigned counted_place(Digits const* keys, Digits key, unsigned k, unsigned low, unsigned high)
{
    unsigned place = low;
    HEDDLE_UNROLL_4
    for (unsigned j = low; j < k; ++j) place += keys[j] <= key ? 1 : 0;
    HEDDLE_UNROLL_4
    for (unsigned j = k + 1; j < high; ++j) place += keys[j] < key ? 1 : 0;
    return place;
}

//! Sorts the parts of segments in each tile. Calls place(index, place) for each struct of a segment that is not long.
//! Parts of long segments go to the arrays from which their first pass reads. Notes the long segments. A block sorts a
//! tile and then the segment that is sorted alone, or only one of them if there are two blocks for each tile.
template <class Key, class T, class Offsets, class Place>
__global__ void __launch_bounds__(tile_sort_threads, min_resident_blocks(tile_sort_threads, tile_sort_blocks<T>))
    sort_segments_of_tiles_kernel(T const* in, Offsets offsets, std::size_t segment_count, std::uint32_t const* marks,
                                  long_segments<segment_tile> const across, std::size_t tiles, segment_passes* passes,
                                  segment_arrays<key_arrays<typename Key::type>> const arrays, Place const place_struct)
{
    using digits = typename Key::type;
    constexpr unsigned capacity = segment_tile::capacity, items = tile_sort_items;
    __shared__ tile_key<digits> sorted[capacity];
    __shared__ segment_places segments;
    __shared__ segment_range found[2];
    auto* const keys = reinterpret_cast<digits*>(sorted);
    bool const is_second = blockIdx.x >= tiles;
    std::size_t const tile = blockIdx.x - (is_second ? tiles : 0), tile_start = tile * segment_tile::size;
    bool const is_last = tile + 1 == tiles;
    unsigned const thread = threadIdx.x;
    digits key[items];
    auto const load = [&](std::size_t start) HEDDLE_INLINE_LAMBDA {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            std::size_t const k = start + i * tile_sort_threads + thread;
            if (k < across.count) key[i] = Key::of(in[k]);
        }
    };
    if (!is_second) load(tile_start);
    segments.mark(marks, tile_start, across.count, offsets, segment_count);
    if (thread / 32 == 2 || thread / 32 == 3) {
        bool const is_behind = thread / 32 == 3;
        segment_range one{0, 0};
        if (is_behind ? !is_last : tile > 0) {
            one = detail::find_segment_across(tile_start + (is_behind ? segment_tile::size : 0), offsets, segment_count,
                                              across.count);
        }
        if (thread % 32 == 0) {
            found[is_behind ? 1 : 0] = one.if_longer_than(segment_tile::max_short);
            if (is_behind && !is_last && !is_second) {
                across.note_behind(tile, one, marks != nullptr ? &passes->count : nullptr);
            }
            if (!is_behind && tile == 0 && !is_last) passes->arrived = 0;
        }
    }
    __syncthreads();
    segment_range const before = found[0], behind = found[1];
    bool const sorts_alone = !behind.is_empty() && is_sorted_alone(behind) && behind.begin >= tile_start;
    unsigned const rounds = sorts_alone && (is_second || gridDim.x == tiles) ? 2 : 1;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned round = is_second ? 1 : 0; round < rounds; ++round) {
        std::size_t const start = round == 0 ? tile_start : behind.begin, left = across.count - start;
        auto count = static_cast<unsigned>(left < capacity ? left : capacity);
        if (round > 0) {
            load(start);
            __syncthreads();
            if (thread < segment_places::words) segments.bits[thread] = 0;
            count = static_cast<unsigned>(behind.end - behind.begin);
        }
        __syncthreads();
        if (thread < 32) segments.scan(thread, count);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            unsigned const k = i * tile_sort_threads + thread;
            if (k < count) keys[k] = key[i];
        }
        __syncthreads();
        sorted_range range{0, count};
        if (round == 0) range = detail::range_of_tile(segments, start, count, before, behind, is_last);
        unsigned const first = range.first, last = range.last;
        unsigned begins[items];
        bool is_long = false;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            unsigned const k = i * tile_sort_threads + thread;
            if (k < first || k >= last) continue;
            unsigned const next = k + 1 < count ? segments.next_from(k + 1) : count, end = next < last ? next : last;
            begins[i] = segments.begin_of(k) << 16 | end;
            is_long = is_long || end - (begins[i] >> 16) > max_counted;
        }
        is_long = __syncthreads_or(is_long ? 1 : 0) != 0;
        unsigned places[items];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            unsigned const k = i * tile_sort_threads + thread;
            places[i] = k;
            if (k < first || k >= last) continue;
            unsigned low = begins[i] >> 16, high = begins[i] & 0xffffu;
            if (is_long) {
                unsigned const part = k & ~(min_merged - 1);
                if (low < part) low = part;
                if (high > part + min_merged) high = part + min_merged;
            }
            places[i] = detail::counted_place(keys, key[i], k, low, high);
        }
        __syncthreads();
        HEDDLE_UNROLL
        for (unsigned i = 0; i < items; ++i) {
            unsigned const k = i * tile_sort_threads + thread;
            // Elements of other tiles come before all others, and keep their order.
            bool const is_own = k >= first && k < last;
            auto const one = tile_key<digits>::make(is_own ? begins[i] >> 16 : 0, is_own ? key[i] : 0, k);
            if (k < last) sorted[places[i]] = one;
        }
        __syncthreads();
        if (is_long) detail::merge_tile_keys(sorted, last);
        bool const cuts_before = round == 0 && !before.is_empty() && !is_sorted_alone(before);
        bool const cuts_behind = round == 0 && !behind.is_empty() && !is_sorted_alone(behind);
        auto const of_before = arrays.with(across.passes_of(before)), of_behind = arrays.with(across.passes_of(behind));
        HEDDLE_DO_NOT_UNROLL
        for (unsigned k = thread; k < last; k += tile_sort_threads) {
            if (k < first) continue;
            tile_key<digits> const one = sorted[k];
            std::size_t const to = start + k, index = start + one.number();
            if (cuts_before && to < before.end) {
                of_before.store(to, one.key(), index);
            } else if (cuts_behind && to >= behind.begin) {
                of_behind.store(to, one.key(), index);
            } else {
                place_struct(index, to);
            }
        }
    }
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
