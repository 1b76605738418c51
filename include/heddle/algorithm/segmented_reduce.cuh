// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of segments, which are given by offsets. The comments of reduce.cuh on temporary storage, operations,
// sums, streams and errors hold here, too.
//
//     heddle::device::segmented_reduce(temporary, bytes, stream, in, offsets, offsets + 1, segment_count, out, init,
//                                      operation);
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_reduce.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/warp/operations.cuh>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

template <class Iterator>
inline constexpr bool has_floating_values =
    std::is_floating_point_v<std::decay_t<decltype(*std::declval<Iterator const&>())>>;

//! Returns the number of segments that a warp reduces: as many as it has lanes, or fewer if there are few segments, so
//! that all warps that run at once have some.
constexpr unsigned segments_of_warp(std::size_t segment_count, std::size_t resident_warps)
{
    unsigned per_warp = 32;
    while (per_warp > 1 && segment_count / per_warp < 2 * resident_warps) per_warp /= 2;
    return per_warp;
}

}  // namespace detail

namespace device {

//! Sets out[s] = init + in[b] + in[b + 1] + … + in[e - 1] for each segment s, where b = begin_offsets[s], e =
//! end_offsets[s], and + stands for the operation. If e <= b, out[s] = init. Segments may have gaps between them, and
//! may overlap.
//! Iterators: `in` is a pointer or coalesced_ptr; offsets are any random-access iterators over integers, which the
//!            device dereferences; `out` is a pointer to global memory
//! Order:     unspecified; the same in all runs as in reduce.cuh, unless there are more long segments than places
//! Cost:      each element is read once. Short segments share a warp. Segments of 16 KiB or more are long: they have
//!            up to 512 blocks each, one for every 256 KiB. If there are no places left for such parts, of which
//!            there are 65,536, a long segment has one block, and after 65,536 such segments one warp. 1 memset and 2
//!            launches. (Of structs below 64 bytes in segments of 20 to 500 KB, cub::DeviceSegmentedReduce is up to a
//!            fifth faster.)
//! Storage:   65,536 sums, 2 MiB, and 8 bytes for each of up to 65,536 segments
template <class In, class Begin, class End, class Value, class Operation = plus>
cudaError_t segmented_reduce(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In in,
                             Begin begin_offsets, End end_offsets, std::size_t segment_count, Value* out,
                             detail::not_deduced_t<Value> init, Operation operation = {})
{
    using array = detail::unwrapped_t<In>;
    static_assert(detail::is_array<array>,
                  "heddle: segmented_reduce needs a pointer to trivially copyable elements; specialize "
                  "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
    if constexpr (detail::is_array<array>) {
        using element = std::remove_cv_t<std::remove_pointer_t<array>>;
        using sum = detail::accumulator_t<Operation, element, Value>;
        static_assert(detail::is_movable_v<Value> && detail::is_movable_v<sum>,
                      "heddle: reduced values must be trivially copyable; specialize "
                      "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
        static_assert(!std::is_const_v<Value>, "heddle: `out` points to const; segmented_reduce writes the sums there");
        using begins = detail::unwrapped_t<Begin>;
        using ends = detail::unwrapped_t<End>;
        static_assert(!detail::has_floating_values<begins> && !detail::has_floating_values<ends>,
                      "heddle: offsets of segments must be integers");
        constexpr unsigned capacity = detail::common_capacity<detail::reduce_threads, array>();
        auto const of_warps = detail::reduce_segments_kernel<sum, element, begins, ends, Value, Operation>;
        auto const of_blocks = detail::reduce_deferred_kernel<capacity, sum, element, begins, ends, Value, Operation>;
        static detail::resident_block_counts known_warps, known_blocks;
        std::size_t warp_blocks = 0, blocks = 0;
        cudaError_t status =
            detail::count_resident_blocks(warp_blocks, known_warps, of_warps, detail::segment_threads, 16);
        if (status == cudaSuccess) {
            status = detail::count_resident_blocks(blocks, known_blocks, of_blocks, detail::reduce_threads,
                                                   detail::resident_reduce_blocks);
        }
        if (status != cudaSuccess) return status;

        detail::temporary_storage storage(temporary);
        auto const whole = static_cast<unsigned>(std::min<std::size_t>(segment_count, detail::max_whole_segments));
        constexpr unsigned counters = 3;
        auto* const counts = storage.take<unsigned>(counters);
        detail::deferred_segments const deferred{
            counts,
            storage.take<detail::segment_task>(detail::max_segment_tasks),
            storage.take<unsigned>(2 * detail::max_segment_tasks),
            storage.take<std::size_t>(whole),
            whole,
            detail::divide_up(detail::min_block_segment_bytes, sizeof(element)),
            std::max<std::size_t>(detail::segment_part_bytes / sizeof(element), capacity)};
        auto* const sums = storage.take<sum>(detail::max_segment_tasks);
        if (storage.is_missing(temporary_bytes, status) || segment_count == 0) return status;

        status = cudaMemsetAsync(counts, 0, counters * sizeof(unsigned), stream);
        if (status != cudaSuccess) return status;
        unsigned const per_warp = detail::segments_of_warp(segment_count, warp_blocks * (detail::segment_threads / 32));
        detail::array_segments<element, begins, ends> const segments{
            detail::unwrapped(in), detail::unwrapped(begin_offsets), detail::unwrapped(end_offsets), segment_count};
        status = detail::launch(stream, detail::divide_up(segment_count, per_warp * (detail::segment_threads / 32)),
                                detail::segment_threads, of_warps, segments, per_warp, deferred, out, init, operation);
        if (status != cudaSuccess) return status;
        return detail::launch(stream, blocks, detail::reduce_threads, of_blocks, segments, deferred, sums, out, init,
                              operation);
    } else {
        return cudaErrorInvalidValue;
    }
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
