// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the structs of each segment by members, and takes the first structs of each segment. The comments of sort.cuh
// on orders, storage, streams and errors hold here, too.
//
//     heddle::device::segmented_sort_by_member<&trade::price, &trade::time>(temporary, bytes, stream, in, out, count,
//                                                                           offsets, segment_count,
//                                                                           heddle::descending(), heddle::ascending());
//     heddle::device::segmented_top_k_by_member<&hit::score>(temporary, bytes, stream, in, out, count, offsets,
//                                                            segment_count, 10, heddle::descending());
//
// For both functions:
//   Segments: segment s has elements offsets[s] … offsets[s + 1] - 1. `offsets` is any random-access iterator over
//             integers, which the device dereferences
//   Order:    `compare` is an order for each member, or nothing, which sorts all in ascending order
//   Requires: offsets[0] == 0, offsets[segment_count] == count, and no offset is less than the one before; fewer than
//             2³² segments
//   Errors:   cudaErrorInvalidValue if `in` and `out` overlap, unless in == out is allowed
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/member_keys.cuh>
#include <heddle/algorithm/detail/segment_keys.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/segment_passes.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/indexed.cuh>
#include <heddle/algorithm/sort_members.cuh>
#include <heddle/config.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Moves struct `index` of an array to place `to` of another array.
template <class In, class Out>
struct moved_struct {
    In in;
    Out out;

    HEDDLE_DEVICE_INLINE void operator()(std::size_t index, std::size_t to) const
    {
        detail::move_element(in, static_cast<std::ptrdiff_t>(index), out, static_cast<std::ptrdiff_t>(to));
    }
};

//! Sets indices[to] to the index of a struct.
template <class Index>
struct stored_index {
    Index* indices;

    HEDDLE_DEVICE_INLINE void operator()(std::size_t index, std::size_t to) const
    {
        indices[to] = static_cast<Index>(index);
    }
};

//! Sets out[s * stride + i] to the struct in place i of segment s, for each i below k and the size of the segment.
template <class Index, class Offsets, class In, class Out>
__global__ void __launch_bounds__(mark_threads)
    take_first_of_segments_kernel(Index const* indices, Offsets offsets, std::size_t segment_count, std::size_t k,
                                  std::size_t stride, In in, Out out)
{
    std::size_t const places = segment_count * k, threads = std::size_t{gridDim.x} * mark_threads;
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t own = std::size_t{blockIdx.x} * mark_threads + threadIdx.x; own < places; own += threads) {
        std::size_t const segment = own / k, number = own - segment * k;
        auto const at = offsets + static_cast<std::ptrdiff_t>(segment);
        auto const begin = static_cast<std::size_t>(*at), end = static_cast<std::size_t>(*(at + 1));
        if (begin >= end || number >= end - begin) continue;
        detail::move_element(in, static_cast<std::ptrdiff_t>(indices[begin + number]), out,
                             static_cast<std::ptrdiff_t>(segment * stride + number));
    }
}
inline constexpr std::size_t max_blocks_that_take = 1u << 16;

template <class T>
bool overlap(T const* a, std::size_t a_count, T const* b, std::size_t b_count)
{
    auto const first = reinterpret_cast<std::uintptr_t>(a), second = reinterpret_cast<std::uintptr_t>(b);
    return first < second + b_count * sizeof(T) && second < first + a_count * sizeof(T);
}

//! Sets `out` to the structs of `in` with each segment in order.
template <class Sorter, class T>
cudaError_t sort_segments(Sorter& sorter, void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                          T const* in, T* out, std::size_t count)
{
    temporary_storage storage(temporary);
    cudaError_t error = sorter.prepare();
    if (error != cudaSuccess) return error;
    sorter.take(storage);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;
    if (in != out && detail::overlap(in, count, static_cast<T const*>(out), count)) return cudaErrorInvalidValue;
    T* const sorted = spare != nullptr ? spare : out;
    auto const to = detail::indexed_side(sorted);
    auto const from = detail::indexed_side(in);
    error = sorter.run(count, moved_struct<indexed_side_t<T const*>, indexed_side_t<T*>>{from, to});
    if (error != cudaSuccess || spare == nullptr) return error;
    return ::cudaMemcpyAsync(out, spare, count * sizeof(T), cudaMemcpyDeviceToDevice, stream);
}

//! Sets out[s * k + i] to the struct in place i of segment s.
template <class Sorter, class T, class Offsets>
cudaError_t take_first_of_segments(Sorter& sorter, void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                   T const* in, T* out, std::size_t count, Offsets const& offsets,
                                   std::size_t segment_count, std::size_t k)
{
    using index = typename Sorter::index_type;
    temporary_storage storage(temporary);
    cudaError_t error = sorter.prepare();
    if (error != cudaSuccess) return error;
    sorter.take(storage);
    auto* const indices = storage.take<index>(count);
    if (storage.is_missing(temporary_bytes, error)) return error;
    bool const is_too_large = k > std::numeric_limits<std::size_t>::max() / sizeof(T) / segment_count;
    if (is_too_large || detail::overlap(in, count, static_cast<T const*>(out), segment_count * k)) {
        return cudaErrorInvalidValue;
    }
    std::size_t const taken = std::min(k, count);
    error = sorter.run(taken, stored_index<index>{indices});
    if (error != cudaSuccess) return error;
    std::size_t const blocks = detail::divide_up(segment_count * taken, mark_threads);
    return detail::launch(stream, std::min(blocks, max_blocks_that_take), mark_threads,
                          take_first_of_segments_kernel<index, Offsets, indexed_side_t<T const*>, indexed_side_t<T*>>,
                          indices, offsets, segment_count, taken, k, detail::indexed_side(in),
                          detail::indexed_side(out));
}

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

//! Sets `out` to the structs of `in`, with each segment sorted by the first member, structs with equal first members by
//! the second, and so on. in == out is allowed. The sort is stable.
//! Cost:     if the members are numbers of up to 8 bytes together: one pass over the structs of segments of up to 2,048
//!           structs; keys and indices of longer segments are merged in as many passes as the longest one needs, and
//!           then their structs are gathered. For other members, or if long segments are many enough that passes over
//!           all keys are faster: sorts of keys and indices as in sort_by_member, a sort by the numbers of segments,
//!           and a gather. A sort in place copies the structs once more. (cub::DeviceSegmentedSort of a key of 4 bytes
//!           and an index, and a gather, were faster on an H200 for segments of 2,000 to 10,000 structs, and if an
//!           array of 16,000 to 65,000 structs has segments of 100 to 3,000)
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
