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

//! Lists of the segments that the first kernel defers: those that several blocks share, and those that one block
//! reduces. A list that is full takes no more segments. The counts of both lists are 0 before the launch.
struct deferred_segments {
    unsigned* counts;
    std::size_t* shared;
    std::size_t* whole;
    unsigned shared_capacity, whole_capacity;
    std::size_t min_shared, min_whole;  // lengths

    //! Returns whether the segment was added to a list.
    HEDDLE_INLINE bool take(std::size_t segment, std::size_t length) const
    {
        return (length >= min_shared && append(counts[0], shared, shared_capacity, segment)) ||
               (length >= min_whole && append(counts[1], whole, whole_capacity, segment));
    }
    HEDDLE_INLINE unsigned shared_count() const { return counts[0] < shared_capacity ? counts[0] : shared_capacity; }
    HEDDLE_INLINE unsigned whole_count() const { return counts[1] < whole_capacity ? counts[1] : whole_capacity; }

private:
    HEDDLE_INLINE static bool append(unsigned& count, std::size_t* list, unsigned capacity, std::size_t segment)
    {
        unsigned const place = detail::fetch_add(count, 1u);
        if (place < capacity) list[place] = segment;
        return place < capacity;
    }
};

#if defined(__CUDACC__)

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
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t i = rank; warp.ballot(i < size) != 0; i += width) {
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

//! Memory for the sums of the shared segments. A segment has `parts` sums, and a set of counters that are 0 before the
//! launch.
template <class Value>
struct segment_sums_memory {
    Value *of_blocks, *of_segments;
    unsigned* arrived;
    unsigned parts;

    HEDDLE_INLINE reduce_sums_memory<Value> of(unsigned place) const
    {
        unsigned* const counters = arrived + 2 * place;
        return {of_blocks + std::size_t{place} * parts, of_segments + place, counters + 1, counters, parts};
    }
};

//! Reduces the deferred segments. A shared segment has as many parts as it has pairs of tiles, but at most sums.parts.
template <unsigned Capacity, class Value, class T, class Begin, class End, class Result, class Operation>
__global__ void __launch_bounds__(reduce_threads)
    reduce_deferred_kernel(array_segments<T, Begin, End> segments, deferred_segments deferred,
                           segment_sums_memory<Value> sums, Result* out, Result init, Operation operation)
{
    unsigned const shared = deferred.shared_count();
    std::size_t const whole = deferred.whole_count();
    if (shared + whole == 0) return;
    __shared__ reduce_memory<T const*, Capacity, reduce_threads / 32, Value> memory;
    __shared__ unsigned part_ends[max_shared_segments];
    this_block<reduce_threads> const block;
    for (unsigned s = threadIdx.x; s < shared; s += reduce_threads) {
        std::size_t const parts = segments.length(deferred.shared[s]) / (2 * Capacity) + 1;
        part_ends[s] = parts < sums.parts ? static_cast<unsigned>(parts) : sums.parts;
    }
    block.sync();
    if (threadIdx.x == 0) {
        for (unsigned s = 1; s < shared; ++s) part_ends[s] += part_ends[s - 1];
    }
    block.sync();
    unsigned const parts = shared == 0 ? 0 : part_ends[shared - 1];
    unsigned s = 0;
    for (std::size_t task = blockIdx.x; task < parts + whole; task += gridDim.x) {
        while (s < shared && task >= part_ends[s]) ++s;
        unsigned const first_part = s == 0 || s == shared ? 0 : part_ends[s - 1];
        std::size_t const segment = s < shared ? deferred.shared[s] : deferred.whole[task - parts];
        block_of_many const share =
            s < shared ? block_of_many{task - first_part, part_ends[s] - first_part} : block_of_many{0, 1};
        identity every;
        detail::reduce_share<Capacity>(block, memory, share, sums.of(s < shared ? s : 0),
                                       segments.first + segments.begin(segment), segments.length(segment),
                                       out + segment, init, every, operation);
        block.sync();
    }
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
