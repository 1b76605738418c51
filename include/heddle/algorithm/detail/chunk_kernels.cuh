// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of run_chunks.cuh: each thread adds up a chunk of consecutive values in memory.
//
// No value moves between the registers of threads. Kernels that shuffle values of hundreds of bytes, as those of Thrust
// and of scan_tile.cuh, take minutes to compile, because all words of several values are live at once.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/run_summands.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/instructions/memory.cuh>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Maximum size of values that threads add up in memory, because a thread keeps a few of them in local memory.
inline constexpr std::size_t max_chunked_bytes = 4096;

//! Threads of a block; the fewest and the most values of a chunk, and the number of sums of chunks that are added.
inline constexpr unsigned chunk_threads = 32, min_chunk = 2, max_chunk = 64, sums_of_chunk = 8;
//! The total size of one value of each chunk, unless there are many or few values. With 12 or 48 MiB, scans and
//! reductions of 320 bytes take 1 to 22 % longer (H200).
inline constexpr std::size_t chunk_sum_bytes = 24 * 1024 * 1024;

//! The values of a level, and where their runs begin.
template <class T, class Runs>
struct chunked_values {
    T const* values;
    Runs runs;
    std::size_t count;
    unsigned chunk;

    HEDDLE_INLINE std::size_t begin(std::size_t chunk_number) const { return chunk_number * chunk; }
    HEDDLE_INLINE std::size_t end(std::size_t chunk_number) const
    {
        std::size_t const next = (chunk_number + 1) * chunk;
        return next < count ? next : count;
    }
    HEDDLE_INLINE std::size_t chunk_count() const { return divide_up(count, chunk); }
};

//! The runs of the sums of chunks. A sum begins a run if a run began in its chunk.
struct runs_of_chunks {
    bool const* has_begin;
    std::size_t count;

    HEDDLE_INLINE bool begins_at(std::size_t k) const { return k == 0 || k >= count || has_begin[k]; }
};

//! How a run begins: with its first value, or with the initial value of an exclusive scan.
template <class T>
struct begins_with_value {
    static constexpr bool is_exclusive = false;

    template <class Operation>
    HEDDLE_INLINE void set(T& sum, T const& value, Operation&) const
    {
        sum = value;
    }
};
template <class T>
struct begins_with_initial {
    static constexpr bool is_exclusive = true;
    T initial;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Operation>
    HEDDLE_INLINE void set(T& sum, T const& value, Operation& operation) const
    {
        sum = detail::converted_to<T>(detail::call(operation, initial, value));
    }
};

//! The sums of a level's chunks: of the last run that begins in a chunk, or of all its values if none does.
template <class T>
struct chunk_sums {
    T* sums;
    bool* has_begin;
};

//! The number of runs that begin in each chunk.
template <class Runs>
struct begin_count_iterator {
    using value_type = std::uint64_t;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = std::uint64_t;
    using iterator_category = std::random_access_iterator_tag;

    Runs runs;
    std::size_t place;
    unsigned chunk;

    HEDDLE_INLINE std::uint64_t operator*() const
    {
        auto own = runs;
        unsigned count = 0;
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t k = place * chunk; k < (place + 1) * chunk; ++k) {
            if (k < own.count && own.begins_at(k)) ++count;
        }
        return count;
    }
    HEDDLE_INLINE begin_count_iterator operator+(std::ptrdiff_t n) const
    {
        return {runs, place + static_cast<std::size_t>(n), chunk};
    }
};

//! Where the results of a reduction go. `before` has the number of runs that begin before each chunk.
template <class T, class Keys, class KeysOut>
struct reduced_runs {
    std::uint64_t const* before;
    Keys keys;
    KeysOut keys_out;
    T* out;
    std::ptrdiff_t* run_count;
};

#if defined(__CUDACC__)

HEDDLE_INLINE std::size_t own_chunk() { return std::size_t{blockIdx.x} * chunk_threads + threadIdx.x; }

template <class T, class Runs, class Begin, class Operation>
__global__ void __launch_bounds__(chunk_threads)
    sum_chunks_kernel(chunked_values<T, Runs> level, Begin begin, Operation operation, chunk_sums<T> to)
{
    std::size_t const own = detail::own_chunk();
    if (own >= level.chunk_count()) return;
    std::size_t const first = level.begin(own), end = level.end(own);
    std::size_t k = end - 1;
    while (k > first && !level.runs.begins_at(k)) --k;
    bool const has_begin = level.runs.begins_at(k);
    T sum(level.values[k]);
    if constexpr (Begin::is_exclusive) {
        if (has_begin) begin.set(sum, level.values[k], operation);
    }
    HEDDLE_DO_NOT_UNROLL
    for (++k; k < end; ++k) sum = detail::converted_to<T>(detail::call(operation, sum, level.values[k]));
    to.sums[own] = sum;
    to.has_begin[own] = has_begin;
}

//! Scans each chunk. `carries` has the scanned sums of all chunks. `out` may be the level's values.
template <class T, class Runs, class Begin, class Operation>
__global__ void __launch_bounds__(chunk_threads)
    scan_chunks_kernel(chunked_values<T, Runs> level, Begin begin, Operation operation, T const* carries, T* out)
{
    std::size_t const own = detail::own_chunk();
    if (own >= level.chunk_count()) return;
    std::size_t const end = level.end(own);
    T sum(own > 0 ? carries[own - 1] : level.values[0]);
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t k = level.begin(own); k < end; ++k) {
        bool const is_begin = level.runs.begins_at(k);
        if constexpr (Begin::is_exclusive) {
            T const value(level.values[k]);
            out[k] = is_begin ? begin.initial : sum;
            if (is_begin) sum = begin.initial;
            sum = detail::converted_to<T>(detail::call(operation, sum, value));
        } else {
            if (is_begin) {
                sum = level.values[k];
            } else {
                sum = detail::converted_to<T>(detail::call(operation, sum, level.values[k]));
            }
            out[k] = sum;
        }
    }
}

//! Writes the keys of the runs that end in each chunk, and their sums over the values of the chunk.
template <class T, class Runs, class Operation, class Results>
__global__ void __launch_bounds__(chunk_threads)
    reduce_chunks_kernel(chunked_values<T, Runs> level, Operation operation, Results results, chunk_sums<T> to)
{
    std::size_t const own = detail::own_chunk();
    if (own >= level.chunk_count()) return;
    std::size_t const first = level.begin(own), end = level.end(own);
    std::uint64_t run = results.before[own];
    bool has_begin = level.runs.begins_at(first);
    T sum(level.values[first]);
    if (!has_begin) --run;
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t k = first + 1; k <= end; ++k) {
        bool const is_begin = level.runs.begins_at(k);
        if (is_begin) {
            results.out[run] = sum;
            value_of<decltype(results.keys)> const key = *(results.keys + static_cast<std::ptrdiff_t>(k - 1));
            detail::assign_to(results.keys_out + static_cast<std::ptrdiff_t>(run), key);
            ++run;
        }
        if (k == end) break;
        if (is_begin) {
            sum = level.values[k];
            has_begin = true;
        } else {
            sum = detail::converted_to<T>(detail::call(operation, sum, level.values[k]));
        }
    }
    to.sums[own] = sum;
    to.has_begin[own] = has_begin;
    if (end == level.count) *results.run_count = static_cast<std::ptrdiff_t>(run);
}

//! Adds the sum of earlier chunks to the first result of each chunk whose first run began earlier and ends there.
template <class T, class Runs, class Operation, class Results>
__global__ void __launch_bounds__(chunk_threads)
    add_carries_kernel(chunked_values<T, Runs> level, Operation operation, Results results, T const* carries)
{
    std::size_t const own = detail::own_chunk();
    if (own == 0 || own >= level.chunk_count()) return;
    std::size_t k = level.begin(own);
    std::size_t const end = level.end(own);
    if (level.runs.begins_at(k)) return;
    for (++k; k < end && !level.runs.begins_at(k); ++k) {
    }
    if (!level.runs.begins_at(k)) return;
    T& result = results.out[results.before[own] - 1];
    result = detail::converted_to<T>(detail::call(operation, carries[own - 1], result));
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
