// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Scans and reductions of runs of large values. Each thread adds up a chunk of consecutive values in memory. Then the
// sums of chunks are scanned in the same way, level by level, and give each chunk the sum of the run that it continues.
#pragma once

#include <heddle/algorithm/detail/chunk_kernels.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/run_summands.cuh>
#include <heddle/algorithm/detail/scan_tile.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/config.cuh>
#include <heddle/warp/operations.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

#if defined(__CUDACC__)

//! The sums of chunks in temporary storage, for each level. Level l adds up the sums of level l - 1.
template <class T>
class chunk_levels {
public:
    chunk_levels(temporary_storage& storage, std::size_t count) : chunk_(min_chunk)
    {
        while (chunk_ < max_chunk && count / chunk_ * sizeof(T) > chunk_sum_bytes) chunk_ *= 2;
        for (std::size_t n = divide_up(count, chunk_);; n = divide_up(n, sums_of_chunk)) {
            levels_[level_count_] = {storage.take<T>(n), storage.take<bool>(n)};
            counts_[level_count_++] = n;
            if (n <= sums_of_chunk) break;
        }
    }

    template <class Runs>
    chunked_values<T, Runs> chunked(T const* values, Runs const& runs, std::size_t count) const
    {
        return {values, runs, count, chunk_};
    }
    chunk_sums<T> const& sums() const { return levels_[0]; }
    std::size_t count() const { return counts_[0]; }

    //! Scans the sums of level 0 in place.
    template <class Operation>
    cudaError_t scan(cudaStream_t stream, Operation const& operation) const
    {
        using level_type = chunked_values<T, runs_of_chunks>;
        auto const level = [&](unsigned l) {
            return level_type{levels_[l].sums, {levels_[l].has_begin, counts_[l]}, counts_[l], sums_of_chunk};
        };
        constexpr begins_with_value<T> begin{};
        cudaError_t status = cudaSuccess;
        for (unsigned l = 0; status == cudaSuccess && l + 1 < level_count_; ++l) {
            status = detail::launch(stream, divide_up(counts_[l + 1], chunk_threads), chunk_threads,
                                    sum_chunks_kernel<T, runs_of_chunks, begins_with_value<T>, Operation>, level(l),
                                    begin, operation, levels_[l + 1]);
        }
        for (unsigned l = level_count_; status == cudaSuccess && l-- > 0;) {
            T const* const carries = l + 1 < level_count_ ? levels_[l + 1].sums : nullptr;
            status =
                detail::launch(stream, divide_up(divide_up(counts_[l], sums_of_chunk), chunk_threads), chunk_threads,
                               scan_chunks_kernel<T, runs_of_chunks, begins_with_value<T>, Operation>, level(l), begin,
                               operation, carries, levels_[l].sums);
        }
        return status;
    }

private:
    static constexpr unsigned max_levels = 22;  // 8^21 = 2^63
    chunk_sums<T> levels_[max_levels];
    std::size_t counts_[max_levels];
    unsigned level_count_ = 0;
    unsigned chunk_;
};

//! Scans the values of runs of equal keys.
template <class T, class Runs, class Begin, class Operation>
cudaError_t scan_runs_by_chunks(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* values,
                                Runs const& runs, T* out, Begin const& begin, Operation const& operation)
{
    temporary_storage storage(temporary);
    chunk_levels<T> const levels(storage, runs.count);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status) || runs.count == 0) return status;
    auto const level = levels.chunked(values, runs, runs.count);
    std::size_t const blocks = divide_up(levels.count(), chunk_threads);
    status = detail::launch(stream, blocks, chunk_threads, sum_chunks_kernel<T, Runs, Begin, Operation>, level, begin,
                            operation, levels.sums());
    if (status == cudaSuccess) status = levels.scan(stream, operation);
    if (status != cudaSuccess) return status;
    return detail::launch(stream, blocks, chunk_threads, scan_chunks_kernel<T, Runs, Begin, Operation>, level, begin,
                          operation, static_cast<T const*>(levels.sums().sums), out);
}

//! Reduces the values of runs of equal keys. Writes the number of runs to *run_count.
template <class T, class Keys, class Equal, class KeysOut, class Operation>
cudaError_t reduce_runs_by_chunks(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* values,
                                  runs_of_keys<Keys, Equal> const& runs, KeysOut const& keys_out, T* out,
                                  std::ptrdiff_t* run_count, Operation const& operation)
{
    using runs_type = runs_of_keys<Keys, Equal>;
    temporary_storage storage(temporary);
    chunk_levels<T> const levels(storage, runs.count);
    auto const level = levels.chunked(values, runs, runs.count);
    auto* const before = storage.take<std::uint64_t>(levels.count());
    auto const count_runs = [&](void* for_scan, std::size_t& bytes) {
        return detail::scan_by_tiles<scan_kind::exclusive>(
            for_scan, bytes, stream, begin_count_iterator<runs_type>{runs, 0, level.chunk}, levels.count(), before,
            initial_value<std::uint64_t>{0}, plus{});
    };
    std::size_t scan_bytes = 0;
    cudaError_t status = count_runs(nullptr, scan_bytes);
    if (status != cudaSuccess) return status;
    auto* const for_scan = storage.take<std::byte>(scan_bytes);
    if (storage.is_missing(temporary_bytes, status) || runs.count == 0) return status;

    status = count_runs(for_scan, scan_bytes);
    if (status != cudaSuccess) return status;
    using results_type = reduced_runs<T, Keys, KeysOut>;
    results_type const results{before, runs.keys, keys_out, out, run_count};
    std::size_t const blocks = divide_up(levels.count(), chunk_threads);
    status = detail::launch(stream, blocks, chunk_threads, reduce_chunks_kernel<T, runs_type, Operation, results_type>,
                            level, operation, results, levels.sums());
    if (status == cudaSuccess) status = levels.scan(stream, operation);
    if (status != cudaSuccess) return status;
    return detail::launch(stream, blocks, chunk_threads, add_carries_kernel<T, runs_type, Operation, results_type>,
                          level, operation, results, static_cast<T const*>(levels.sums().sums));
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
