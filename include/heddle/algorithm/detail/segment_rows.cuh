// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A stable merge sort of each segment that moves whole elements: blocks sort the segments of a tile, and then long
// segments are merged. Every pass reads and writes consecutive bytes, whichever bytes the comparison reads.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/merge_numbers.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/merge_rows.cuh>
#include <heddle/algorithm/detail/merge_tiles.cuh>
#include <heddle/algorithm/detail/segment_merges.cuh>
#include <heddle/algorithm/detail/segment_places.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/this_block.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The shared memory of a block that sorts or merges segments.
template <class T>
struct segment_rows_memory : merge_memory<T, segment_rows_bytes, 3> {
    alignas(8) row_number ends[segment_rows_memory::capacity];  // the end of the segment of each row
};

//! A tile has `size` elements. A segment of up to max_short elements belongs to the tile in which it begins.
template <class T>
struct segment_rows_tile {
    static constexpr unsigned threads = segment_rows_memory<T>::shape.threads;
    static constexpr unsigned capacity = segment_rows_memory<T>::capacity, size = (capacity - capacity / 8) / 32 * 32;
    static constexpr unsigned max_short = capacity - size, max_unmerged = max_short;
    static_assert(threads >= 64 && size > max_short && capacity <= 32 * segment_places::words);
};

//! Merges elements with a comparison.
template <class T, class Order>
struct row_merges {
    using tile = segment_rows_tile<T>;
    using memory = segment_rows_memory<T>;
    static constexpr unsigned min_blocks = 1;
    static constexpr std::size_t max_tiles_divided_by_blocks = detail::max_tiles_divided_by_blocks;

    segment_arrays<T*> arrays;
    Order order;

    HEDDLE_DEVICE_INLINE std::size_t taken(memory& own, run_pair<std::size_t> const& pair, std::size_t output,
                                           unsigned left)
    {
        merge_rows<T> const rows(own.rows + threadIdx.x / 32 * merge_probe_bytes<T>);
        joined_arrays<T> const elements{arrays.with(left), arrays.with(left), 0};
        return pair.taken(output, warp_search<T, Order>{rows, elements, order});
    }
    HEDDLE_DEVICE_INLINE void merge(memory& own, run_pair<std::size_t> const& pair, segment_range const& outputs,
                                    taken_elements const& known, unsigned left)
    {
        T const* const in = arrays.with(left);
        detail::merge_tile(own, in, arrays.with(left - 1) + outputs.begin, pair, outputs.begin - pair.begin,
                           static_cast<unsigned>(outputs.size()), {known.before, known.behind}, order);
    }
};

//! Sorts the segments of each tile, and the parts of long segments, which go to the arrays from which their first pass
//! reads. Notes the long segments.
template <class T, class Offsets, class Order>
__global__ void __launch_bounds__(segment_rows_tile<T>::threads)
    sort_rows_of_segments_kernel(T const* in, Offsets offsets, std::size_t segment_count, std::uint32_t const* marks,
                                 long_segments<segment_rows_tile<T>> const across, segment_passes* passes,
                                 segment_arrays<T*> const arrays, Order order)
{
    using tile_type = segment_rows_tile<T>;
    __shared__ segment_places segments;
    __shared__ segment_range found[2];
    auto& memory = heddle::dynamic_shared<segment_rows_memory<T>>();
    this_block<tile_type::threads> const block;
    unsigned const thread = threadIdx.x, warp = thread / 32;
    std::size_t const tile = blockIdx.x, start = tile * tile_type::size;
    bool const is_last = tile + 1 == gridDim.x;
    std::size_t const end = is_last ? across.count : start + tile_type::size;
    segments.mark(marks, start, across.count, offsets, segment_count);
    if (warp < 2) {
        segment_range one{0, 0};
        if (warp == 0 ? tile > 0 : !is_last) {
            one = detail::find_segment_across(warp == 0 ? start : end, offsets, segment_count, across.count);
        }
        if (thread % 32 == 0) {
            found[warp] = one;
            if (warp == 1 && !is_last) across.note_behind(tile, one, marks != nullptr ? &passes->count : nullptr);
            if (warp == 0 && tile == 0 && !is_last) passes->arrived = 0;
        }
    }
    block.sync();
    segment_range const before = found[0], behind = found[1];
    segment_range const cut_before = before.if_longer_than(tile_type::max_short);
    segment_range const cut_behind = behind.if_longer_than(tile_type::max_short);
    // Short segments across the ends of the tile belong to the tile before, and to this one.
    std::size_t const from = before.is_empty() || !cut_before.is_empty() ? start : before.end;
    std::size_t const to = behind.is_empty() || !cut_behind.is_empty() ? end : behind.end;
    auto const skipped = static_cast<unsigned>(from - start), count = static_cast<unsigned>(to - from);
    if (warp == 0) segments.scan(thread, skipped + count);
    merge_rows<T> const rows(memory.rows);
    rows.load(block, in + from, count, in + from, 0);
    block.sync();
    HEDDLE_DO_NOT_UNROLL
    for (unsigned k = thread; k < count; k += tile_type::threads) {
        unsigned const next = k + 1 < count ? segments.next_from(skipped + k + 1) - skipped : count;
        memory.ends[k] = static_cast<row_number>(next < count ? next : count);
    }
    block.sync();
    row_order<T, Order> const precedes{rows, order};
    // Row i comes after row j, so both are in one segment if the segment of row j ends after row i.
    auto const* const sorted = detail::sort_numbers<segment_rows_memory<T>::shape.items>(
        block, memory.numbers, count,
        [&](unsigned i, unsigned j) HEDDLE_INLINE_LAMBDA { return i < memory.ends[j] && precedes(i, j); },
        [&](run_pair<unsigned> const& pair, unsigned first, unsigned last) HEDDLE_INLINE_LAMBDA {
            // Only the segment across the middle changes.
            unsigned const end = pair.middle < pair.end ? memory.ends[pair.middle - 1] : 0;
            return first < end && memory.ends[last - 1] >= end && end > pair.middle;
        });
    block.sync();
    auto const store = [&](T* out, std::size_t begin, std::size_t behind_last) HEDDLE_INLINE_LAMBDA {
        if (begin >= behind_last) return;
        rows.store(block, out + begin, static_cast<unsigned>(behind_last - begin), sorted + (begin - from));
    };
    std::size_t const own_begin = cut_before.end > from ? (cut_before.end < to ? cut_before.end : to) : from;
    std::size_t const own_end = cut_behind.is_empty() ? to : cut_behind.begin > from ? cut_behind.begin : from;
    store(arrays.with(across.passes_of(cut_before)), from, own_begin);
    store(arrays.out, own_begin, own_end);
    store(arrays.with(across.passes_of(cut_behind)), own_begin > own_end ? own_begin : own_end, to);
}

//! Sorts elements within segments with a comparison.
//! Requires: 0 < count
template <class T, class Offsets, class Order>
class segment_merge_sort {
public:
    segment_merge_sort(cudaStream_t stream, std::size_t count, Offsets const& offsets, std::size_t segment_count,
                       Order const& order)
        : stream_(stream), tiles_(count, segment_count), offsets_(offsets), segment_count_(segment_count), order_(order)
    {
    }

    void take(temporary_storage& storage)
    {
        tiles_.take(storage);
        spare_ = tiles_.tiles() > 1 ? storage.take<T>(tiles_.count()) : nullptr;
    }
    //! Sets `out` to the elements of `in` with each segment in order. in == out is allowed.
    cudaError_t run(T const* in, T* out) const
    {
        auto* const sort_tiles = sort_rows_of_segments_kernel<T, Offsets, Order>;
        constexpr std::size_t shared_bytes = sizeof(segment_rows_memory<T>);
        segment_arrays<T*> const arrays{out, spare_};
        cudaError_t error = detail::allow_shared_bytes(sort_tiles, shared_bytes);
        if (error == cudaSuccess) error = tiles_.mark(stream_, offsets_);
        if (error != cudaSuccess) return error;
        launch_shape const grid{stream_, tiles_.tiles(), segment_rows_tile<T>::threads, shared_bytes};
        error = detail::launch(grid, sort_tiles, in, offsets_, segment_count_, tiles_.marks(), tiles_.across(),
                               tiles_.passes(), arrays, order_);
        if (error != cudaSuccess) return error;
        return tiles_.merge(stream_, row_merges<T, Order>{arrays, order_}, tiles_.count());
    }

private:
    cudaStream_t const stream_;
    merged_tiles<row_merges<T, Order>> tiles_;
    Offsets const offsets_;
    std::size_t const segment_count_;
    Order const order_;
    T* spare_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
