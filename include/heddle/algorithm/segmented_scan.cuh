// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums of each segment of an array. The comments of scan.cuh on temporary storage, operations, sums, order,
// streams and errors hold here, too.
//
//     heddle::device::segmented_inclusive_scan(temporary, bytes, stream, in, out, count, offsets, segment_count,
//                                              operation);
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/run_summands.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/config.cuh>
#include <heddle/warp/operations.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Stands for the equality of keys if the keys are the bits of segment_marks.cuh.
struct marked_begins {};

//! Tells where segments begin. `marks` has a bit for each element, and 1 more word.
template <>
struct runs_of_keys<std::uint32_t const*, marked_begins> {
    std::uint32_t const* marks;
    std::size_t count;

    template <class Block>
    HEDDLE_INLINE void fetch_keys_ahead(Block const&, std::size_t, unsigned) const
    {
    }
    HEDDLE_INLINE bool begins_at(std::size_t k) const
    {
        std::size_t const own = k < count ? k : count;
        return (marks[own / 32] >> own % 32 & 1u) != 0;
    }
};

#if defined(__CUDACC__)

template <class In, class Out, class Offsets>
constexpr void require_scannable_segments()
{
    using array = unwrapped_t<In>;
    static_assert(is_array<array>,
                  "heddle: a scan of segments needs a pointer to trivially copyable elements; specialize "
                  "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
    detail::require_offsets<Offsets>();
    if constexpr (is_array<array>) {
        detail::require_scannable<In>();
        static_assert(sizeof(value_of<array>) > 1, "heddle: segments of single bytes cannot be scanned");
        static_assert(std::is_same_v<unwrapped_t<Out>, value_of<array>*>,
                      "heddle: scanned segments are written to an array of the same elements");
    }
}

//! Scans each segment. Summands are those of runs of keys, whose keys are bits.
template <scan_kind Kind, class Summands, class T, class Offsets, class Operation, class... Initial>
cudaError_t scan_segments(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                          std::size_t count, Offsets const& offsets, std::size_t segment_count,
                          Operation const& operation, Initial const&... initial)
{
    temporary_storage storage(temporary);
    auto* const marks = storage.take<std::uint32_t>(detail::mark_words(count));
    auto const scan = [&](void* for_scan, std::size_t& bytes) {
        return detail::scan_by_tiles<Kind>(
            for_scan, bytes, stream, in, count, out, no_initial_value<typename Summands::sum_type>{},
            added_run_sums<Operation>{operation}, Summands{{{marks, count}}, initial...});
    };
    std::size_t scan_bytes = 0;
    cudaError_t status = scan(nullptr, scan_bytes);
    if (status != cudaSuccess) return status;
    auto* const for_scan = storage.take<std::byte>(scan_bytes);
    if (storage.is_missing(temporary_bytes, status) || count == 0) return status;
    status = detail::mark_segments(stream, offsets, segment_count, count, marks);
    return status == cudaSuccess ? scan(for_scan, scan_bytes) : status;
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

namespace device {

//! Sets out[k] = in[b] + … + in[k] for each k in b … e - 1 of each segment s, where b = offsets[s], e = offsets[s + 1],
//! and + stands for the operation.
//! Iterators: `in` and `out` are pointers or coalesced_ptr; `offsets` is any random-access iterator over integers, which
//!            the device dereferences
//! Requires:  offsets[0] == 0, offsets[segment_count] == count, and no offset is less than the one before; elements
//!            have 2 bytes to 8 KiB; `out` is `in` or does not overlap it
//! Cost:      reads and writes each element once, and reads each offset twice. Up to 2 memsets, and 2 launches, for any
//!            lengths of segments
//! Storage:   a bit for each element, and the states of tiles as for inclusive_scan
template <class In, class Out, class Offsets, class Operation = plus>
cudaError_t segmented_inclusive_scan(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In in, Out out,
                                     std::size_t count, Offsets offsets, std::size_t segment_count,
                                     Operation operation = {})
{
    detail::require_scannable_segments<In, Out, Offsets>();
    using value = detail::value_of<detail::unwrapped_t<In>>;
    using summands = detail::inclusive_run_summands<value, std::uint32_t const*, detail::marked_begins>;
    return detail::scan_segments<detail::scan_kind::inclusive, summands, value>(
        temporary, temporary_bytes, stream, detail::unwrapped(in), detail::unwrapped(out), count,
        detail::unwrapped(offsets), segment_count, operation);
}

//! Sets out[k] = init + in[b] + … + in[k - 1], and out[b] = init. The comments of segmented_inclusive_scan hold here,
//! too.
template <class In, class Out, class Offsets, class Operation = plus>
cudaError_t segmented_exclusive_scan(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In in, Out out,
                                     std::size_t count, Offsets offsets, std::size_t segment_count,
                                     detail::value_of<detail::unwrapped_t<In>> init, Operation operation = {})
{
    detail::require_scannable_segments<In, Out, Offsets>();
    using value = detail::value_of<detail::unwrapped_t<In>>;
    using summands = detail::exclusive_run_summands<value, std::uint32_t const*, detail::marked_begins, Operation>;
    return detail::scan_segments<detail::scan_kind::exclusive, summands, value>(
        temporary, temporary_bytes, stream, detail::unwrapped(in), detail::unwrapped(out), count,
        detail::unwrapped(offsets), segment_count, operation, init, operation);
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
