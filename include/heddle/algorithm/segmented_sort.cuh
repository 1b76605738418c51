// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the structs of each segment with a comparison or by members, and takes the first structs of each segment. The
// comments of sort.cuh on orders, storage, streams and errors hold here, too.
//
//     heddle::device::segmented_sort(temporary, bytes, stream, in, out, count, offsets, segment_count, is_earlier());
//     heddle::device::segmented_sort_by_member<&trade::price, &trade::time>(temporary, bytes, stream, in, out, count,
//                                                                           offsets, segment_count,
//                                                                           heddle::descending(), heddle::ascending());
//     heddle::device::segmented_top_k_by_member<&hit::score>(temporary, bytes, stream, in, out, count, offsets,
//                                                            segment_count, 10, heddle::descending());
//
// For all functions:
//   Segments: segment s has elements offsets[s] … offsets[s + 1] - 1. `offsets` is any random-access iterator over
//             integers, which the device dereferences
//   Order:    sorts by members take an order for each member, or none, which sorts all in ascending order
//   Requires: offsets[0] == 0, offsets[segment_count] == count, and no offset is less than the one before; fewer than
//             2³² segments
//   Errors:   cudaErrorInvalidValue if `in` and `out` overlap, unless in == out is allowed
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/member_keys.cuh>
#include <heddle/algorithm/detail/segment_keys.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/segment_passes.cuh>
#include <heddle/algorithm/detail/segment_rows.cuh>
#include <heddle/algorithm/detail/segment_structs.cuh>
#include <heddle/algorithm/detail/sort_choice.hpp>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/sort_members.cuh>
#include <heddle/config.cuh>

#include <algorithm>
#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Returns whether tiles and merges of keys are faster than passes over all keys. (Measured on an H200.)
constexpr bool sorts_segments_by_tiles(std::size_t count, std::size_t kept, std::size_t segment_count)
{
    if (count >> 32 != 0) return false;
    if (count <= segment_tile::capacity) return true;
    bool const is_small = count < std::size_t{1} << 19;
    if (kept < count) return segment_count > 1 || is_small;
    return segment_count > 1 && (is_small || count >> 11 < segment_count);
}

//! Calls call(sorter), where the sorter sorts segments by members.
template <auto... Member, class T, class Offsets, class Orders, class Call>
cudaError_t with_segment_sorter(cudaStream_t stream, T const* in, std::size_t count, std::size_t kept,
                                Offsets const& offsets, std::size_t segment_count, Orders const& orders,
                                Call const& call)
{
    using keys = typename keys_of_orders<Orders, Member...>::type;
    constexpr std::size_t end = sizeof...(Member);
    if constexpr (keys::first_of_key(end) == 0) {
        using key = typename keys::template key<0, end>;
        if constexpr (key::by_digits) {
            if (detail::sorts_segments_by_tiles(count, kept, segment_count)) {
                segment_sort_by_tiles<key, T, Offsets> sorter(stream, in, count, offsets, segment_count);
                return call(sorter);
            }
        }
    }
    if (segment_count >> 32 != 0) return cudaErrorInvalidValue;
    return detail::with_index(count, [&](auto index) {
        segment_sort_by_passes<decltype(index), keys, T, Orders, Offsets> sorter(stream, in, count, offsets,
                                                                                 segment_count, orders);
        return call(sorter);
    });
}

//! Sets the size of the storage, or copies at most one struct.
template <class T>
cudaError_t copy_at_most_one(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                             std::size_t count)
{
    cudaError_t error = cudaSuccess;
    if (temporary_storage(temporary).is_missing(temporary_bytes, error) || count == 0) return error;
    return detail::copy_unless_same(stream, in, out, count);
}

//! Sorts segments of structs that are moved in every pass, or of which indices are moved.
template <class T, class Offsets, class Order>
cudaError_t sort_segments_by_order(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in,
                                   T* out, std::size_t count, Offsets const& offsets, std::size_t segment_count,
                                   Order const& order)
{
    temporary_storage storage(temporary);
    cudaError_t error = cudaSuccess;
    auto const is_refused = [&] {
        if (storage.is_missing(temporary_bytes, error)) return true;
        if (in != out && detail::overlap(in, count, static_cast<T const*>(out), count)) error = cudaErrorInvalidValue;
        return error != cudaSuccess;
    };
    if constexpr (!detail::merges_indices(sizeof(T))) {
        segment_merge_sort<T, Offsets, Order> sorter(stream, count, offsets, segment_count, order);
        sorter.take(storage);
        return is_refused() ? error : sorter.run(in, out);
    } else {
        return detail::with_index(count, [&](auto number) {
            using index = decltype(number);
            auto* const indices = storage.take<index>(count);
            std::size_t const after_indices = storage.mark();
            segment_merge_sort<index, Offsets, compare_at<T, Order>> sorter(stream, count, offsets, segment_count,
                                                                            {in, order});
            sorter.take(storage);
            storage.release_to(after_indices);
            T* const spare = in == out ? storage.take<T>(count) : nullptr;
            if (is_refused()) return error;
            error = detail::number_elements(stream, indices, count);
            if (error == cudaSuccess) error = sorter.run(indices, indices);
            return error == cudaSuccess ? detail::bring_in_order(stream, indices, in, out, spare, count) : error;
        });
    }
}

//! Fails to compile if segments of these structs cannot be sorted.
template <class T, class Offsets, std::size_t Members, std::size_t Orders>
constexpr void require_sortable_segments()
{
    detail::check_sorted<T>();
    detail::require_offsets<Offsets>();
    static_assert(Orders == 0 || Orders == Members,
                  "heddle: a sort of segments needs an order for each member, as in segmented_sort_by_member<&T::x, "
                  "&T::y>(..., ascending(), descending()), or none");
}

}  // namespace detail

namespace device {

//! Sets `out` to the structs of `in`, with each segment sorted with a comparison of structs. in == out is allowed. The
//! sort is stable.
//! Order:    `compare` is any order of sort.cuh
//! Cost:     for structs of up to 256 bytes: one pass over all structs, and merges of the segments that lie in several
//!           tiles of 50 KB to 60 KB, in as many passes as the longest segment needs. For larger structs: the same for
//!           their indices, and a gather. Numbers are sorted with comparisons, too. (If the order is that of members,
//!           segmented_sort_by_member is faster for long segments)
//! Storage:  as large as all structs; for larger structs two indices for each; 1 bit for each struct
template <class T, class Offsets, class Compare = ascending>
cudaError_t segmented_sort(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Offsets offsets, std::size_t segment_count, Compare compare = {})
{
    detail::require_sortable_segments<T, Offsets, 0, 0>();
    if (count < 2) return detail::copy_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    return detail::sort_segments_by_order(temporary, temporary_bytes, stream, in, out, count,
                                          detail::unwrapped(offsets), segment_count, detail::order_of<T>(compare));
}

//! Sets `out` to the structs of `in`, with each segment sorted by the first member, structs with equal first members by
//! the second, and so on. in == out is allowed. The sort is stable.
//! Cost:     if the members are numbers of up to 8 bytes together: one pass over the structs of segments of up to 2,048
//!           structs; keys and indices of longer segments are merged in as many passes as the longest one needs, and
//!           then their structs are gathered. For other members, or if long segments are many enough that passes over
//!           all keys are faster: sorts of keys and indices as in sort_by_member, a sort by the numbers of segments,
//!           and a gather. A sort in place copies the structs once more. (cub::DeviceSegmentedSort of a key of 4 bytes
//!           and an index, and a gather, were faster if an array of 16,000 to 260,000 structs has segments of 1,000 to
//!           3,000, and for segments of 3,000 structs of 16 bytes on average)
//! Storage:  two keys and two indices for each struct, and up to 4 bytes; in place, the structs, too
template <auto First, auto... More, class T, class Offsets, class... Compare>
cudaError_t segmented_sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in,
                                     T* out, std::size_t count, Offsets offsets, std::size_t segment_count,
                                     Compare... compare)
{
    detail::require_sortable_segments<T, Offsets, 1 + sizeof...(More), sizeof...(Compare)>();
    if (count < 2) return detail::copy_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    return detail::with_segment_sorter<First, More...>(
        stream, in, count, count, detail::unwrapped(offsets), segment_count,
        detail::orders_of_members<First, More...>(compare...), [&](auto& sorter) {
            return detail::sort_segments(sorter, temporary, temporary_bytes, stream, in, out, count);
        });
}

//! Sets out[s * k + i] to struct i of segment s in the order of segmented_sort_by_member, for each i < k. If a segment
//! has fewer than k structs, the other places in `out` keep their contents. `out` has segment_count * k structs, and
//! does not overlap `in`.
//! Cost:     reads a key of each struct, which are sorted as in segmented_sort_by_member, but merges keep k keys of
//!           each run; then moves k structs of each segment
//! Errors:   cudaErrorInvalidValue if no memory has segment_count * k structs
//! Storage:  two keys and three indices for each struct, and up to 4 bytes
template <auto First, auto... More, class T, class Offsets, class... Compare>
cudaError_t segmented_top_k_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in,
                                      T* out, std::size_t count, Offsets offsets, std::size_t segment_count,
                                      std::size_t k, Compare... compare)
{
    detail::require_sortable_segments<T, Offsets, 1 + sizeof...(More), sizeof...(Compare)>();
    if (count == 0 || segment_count == 0 || k == 0) {
        return detail::copy_at_most_one(temporary, temporary_bytes, stream, in, out, 0);
    }
    auto const from = detail::unwrapped(offsets);
    return detail::with_segment_sorter<First, More...>(
        stream, in, count, std::min(k, count), from, segment_count,
        detail::orders_of_members<First, More...>(compare...), [&](auto& sorter) {
            return detail::take_first_of_segments(sorter, temporary, temporary_bytes, stream, in, out, count, from,
                                                  segment_count, k);
        });
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
