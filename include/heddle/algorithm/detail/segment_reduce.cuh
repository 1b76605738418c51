// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a reduction of segments. In the first kernel, a warp reduces consecutive segments, several at a time
// if they are short. It defers long segments to the second kernel, whose blocks reduce each of them alone, or together
// if a segment is huge.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/algorithm/detail/reduce_tile.cuh>
#include <heddle/algorithm/detail/running_sum.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/group_access.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/reduce.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The segments of an array. Those whose end does not exceed their begin are empty.
template <class T, class Begin, class End>
struct array_segments {
    T const* first;
    Begin begins;
    End ends;
    std::size_t count;

    HEDDLE_INLINE std::size_t begin(std::size_t s) const
    {
        return static_cast<std::size_t>(*(begins + static_cast<std::ptrdiff_t>(s)));
    }
    HEDDLE_INLINE std::size_t length(std::size_t s) const
    {
        auto const from = static_cast<std::ptrdiff_t>(begin(s));
        auto const to = static_cast<std::ptrdiff_t>(*(ends + static_cast<std::ptrdiff_t>(s)));
        return to > from ? static_cast<std::size_t>(to - from) : 0;
    }
};

//! A part of a deferred segment. Its block has place first_sum + part for its sum. An unused place has 0 parts.
struct segment_task {
    std::size_t segment;
    unsigned part, parts, first_sum;
};

//! Lists of the segments that the first kernel defers: parts of those that several blocks share, and those that one
//! block reduces. A list that is full takes no more segments. The counts are 0 before the launch.
struct deferred_segments {
    unsigned* counts;  // three counters: shared parts, whole segments, and tasks that blocks have claimed
    segment_task* shared;
    unsigned* arrived;  // two counters for each part, of which those of first parts are used
    std::size_t* whole;
    unsigned whole_capacity;
    std::size_t min_length, part_length;

    //! Returns whether the segment was added to a list.
    HEDDLE_INLINE bool take(std::size_t segment, std::size_t length) const
    {
        if (length < min_length) return false;
        std::size_t const all_parts = (length - 1) / part_length + 1;
        unsigned const parts = all_parts < max_segment_parts ? static_cast<unsigned>(all_parts) : max_segment_parts;
        if (parts > 1 && counts[0] < max_segment_tasks) {
            unsigned const first = detail::fetch_add(counts[0], parts);
            bool const fits = first <= max_segment_tasks - parts;
            for (unsigned p = 0; p < parts && first + p < max_segment_tasks; ++p) {
                shared[first + p] = {segment, p, fits ? parts : 0, first};
            }
            if (fits) arrived[2 * first] = arrived[2 * first + 1] = 0;
            if (fits) return true;
        }
        if (counts[1] >= whole_capacity) return false;
        unsigned const place = detail::fetch_add(counts[1], 1u);
        if (place < whole_capacity) whole[place] = segment;
        return place < whole_capacity;
    }
    HEDDLE_INLINE unsigned shared_count() const
    {
        return counts[0] < max_segment_tasks ? counts[0] : max_segment_tasks;
    }
    HEDDLE_INLINE unsigned whole_count() const { return counts[1] < whole_capacity ? counts[1] : whole_capacity; }
};

#if defined(__CUDACC__)

//! The number of elements that a lane loads at a time if a whole warp reduces a segment.
template <class T>
inline constexpr unsigned segment_items = sizeof(T) <= 4    ? 16
                                          : sizeof(T) <= 8  ? 8
                                          : sizeof(T) <= 16 ? 4
                                          : sizeof(T) <= 32 ? 2
                                                            : 1;

//! Reduces per_warp consecutive segments for each warp. Groups of `width` lanes reduce a segment each. If the segments
//! are short, `width` is so small that the lanes of a group add up several elements before they combine their sums.
template <class Value, class T, class Begin, class End, class Result, class Operation>
__global__ void __launch_bounds__(segment_threads)
    reduce_segments_kernel(array_segments<T, Begin, End> segments, unsigned per_warp, deferred_segments deferred,
                           Result* out, Result init, Operation operation)
{
    warp_of_block const warp;
    unsigned const lane = threadIdx.x % 32;
    std::size_t const first = (std::size_t{blockIdx.x} * (segment_threads / 32) + threadIdx.x / 32) * per_warp;
    if (first >= segments.count) return;
    std::size_t const number = first + lane;
    bool is_own = lane < per_warp && number < segments.count;
    std::size_t const begin = is_own ? segments.begin(number) : 0;
    std::size_t length = is_own ? segments.length(number) : 0;
    if (is_own && deferred.take(number, length)) {
        is_own = false;
        length = 0;
    }
    constexpr std::size_t many = 1u << 20;
    unsigned const total = heddle::reduce_to_all(warp, static_cast<unsigned>(length < many ? length : many));
    unsigned width = 32 / per_warp;
    while (width < 32 && width * per_warp * segment_rounds < total) width *= 2;
    Value reduced = detail::no_sum<Value>(init);
    HEDDLE_DO_NOT_UNROLL
    for (unsigned before = 0; before < per_warp; before += 32 / width) {
        unsigned const rank = lane % width, segment = before + lane / width;
        T const* const elements = segments.first + heddle::shuffle(warp, begin, segment);
        std::size_t const size = heddle::shuffle(warp, length, segment);
        running_sum<Value, Operation> sum{operation, detail::no_sum<Value>(init), false};
        std::size_t done = 0;
        if constexpr (segment_items < T >> 1) {
            constexpr unsigned row = 32 * segment_items<T>;
            HEDDLE_DO_NOT_UNROLL
            for (; width == 32 && size - done >= row; done += row) {
                auto const loaded = heddle::load_contiguous<segment_items<T>>(warp, elements + done);
                HEDDLE_UNROLL
                for (unsigned i = 0; i < segment_items<T>; ++i) {
                    sum.add(detail::converted_to<Value>(loaded.item[i]));
                }
            }
        }
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t i = done + rank; warp.ballot(i < size) != 0; i += width) {
            auto const element = heddle::load_if(warp, i < size, elements + i);
            if (i < size) sum.add(detail::converted_to<Value>(element));
        }
        HEDDLE_DO_NOT_UNROLL
        for (unsigned distance = 1; distance < width; distance *= 2) {
            Value const other = heddle::shuffle_down(warp, sum.value, distance);
            if (rank % (2 * distance) == 0 && rank + distance < size) sum.add(other);
        }
        Value const moved = heddle::shuffle(warp, sum.value, (lane - before) * width);
        if (lane - before < 32 / width) reduced = moved;
    }
    Result result = init;
    if (length > 0) result = detail::converted_to<Result>(detail::call(operation, init, reduced));
    if (is_own) detail::assign_to(heddle::make_coalesced(out) + static_cast<std::ptrdiff_t>(number), result);
}

//! Reduces the deferred segments. Blocks claim one task after the other; `sums` has a place for each part.
template <unsigned Capacity, class Value, class T, class Begin, class End, class Result, class Operation>
__global__ void __launch_bounds__(reduce_threads)
    reduce_deferred_kernel(array_segments<T, Begin, End> segments, deferred_segments deferred, Value* sums, Result* out,
                           Result init, Operation operation)
{
    __shared__ reduce_memory<T const*, Capacity, reduce_threads / 32, Value> memory;
    __shared__ unsigned next_task;
    this_block<reduce_threads> const block;
    unsigned const shared = deferred.shared_count(), all = shared + deferred.whole_count();
    for (unsigned number = blockIdx.x; number < all;) {
        unsigned claimed = 0;
        if (threadIdx.x == 0) claimed = gridDim.x + detail::fetch_add(deferred.counts[2], 1u);
        segment_task const task =
            number < shared ? deferred.shared[number] : segment_task{deferred.whole[number - shared], 0, 1, 0};
        if (task.parts != 0) {
            reduce_sums_memory<Value> const memory_of_sums{sums + task.first_sum, sums + task.first_sum,
                                                           deferred.arrived + 2 * task.first_sum + 1,
                                                           deferred.arrived + 2 * task.first_sum, task.parts};
            identity every;
            detail::reduce_share<Capacity>(block, memory, block_of_many{task.part, task.parts}, memory_of_sums,
                                           segments.first + segments.begin(task.segment), segments.length(task.segment),
                                           out + task.segment, init, every, operation);
        }
        if (threadIdx.x == 0) next_task = claimed;
        block.sync();
        number = next_task;
        block.sync();
    }
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
