// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs sorted by a member, by keys of their own, or by a comparison. What is sorted is
// keys and places; a struct is moved once, when its place is known.
//
//     std::size_t bytes = 0;
//     heddle::sort_by_member<&particle::cell>(nullptr, bytes, stream, in, out, count);
//     cudaMalloc(&temporary, bytes);
//     heddle::sort_by_member<&particle::cell>(temporary, bytes, stream, in, out, count);
//
// What the functions below share, and their documentation does not repeat:
//   Order:    `compare` is heddle::ascending, heddle::descending, std::less or std::greater of any type
//             (compared on the device by < and > of that type), Thrust's, or any strict weak ordering
//             that can be called on the device, const or not, with elements by value or by reference
//             to const. Elements that are equal keep their order: that of thrust::stable_sort. Numbers,
//             and enumerations that have no < or > of their own, are sorted by their digits where the
//             order is theirs: -0 equals +0, and NaN is beyond infinity, as its sign says
//   Storage:  without `temporary`, temporary_bytes becomes what the very same call will need
//   Requires: arrays in global memory; outputs overlap no input, except as the function says
//   Stream:   launches are asynchronous and can be captured in a graph
//   Errors:   those of the launches and of CUB; cudaErrorInvalidValue if temporary_bytes are too few, and
//             then nothing has been written. An earlier error of the runtime that nobody has asked for
//             is not reported, and is forgotten (cub_call.cuh)
#pragma once

#include "../config.cuh"
#include "../detail/host_code.hpp"
#include "detail/sort_indices.cuh"
#include "detail/sort_order.cuh"
#include "layout.cuh"
#include "members.cuh"
#include "transform.cuh"

#include <cstddef>
#include <type_traits>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Larger structs are not merged themselves, but their places: merging rewrites every struct some
//! fifteen times, 2·S bytes each, against about 64 of a random read and 8 of an index.
inline constexpr std::size_t max_merged_bytes = 32;

//! Structs that a key of their own sorts are carried along by every pass of a radix sort up to this
//! size, 2·S bytes each time; beyond it their places are, and each struct moves once.
inline constexpr std::size_t max_carried_bytes = 16;

template <auto Member, class Index, class T, class Order>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           T const* in, T* out, std::size_t count, Order const& order)
{
    using key = typename named_member<Member>::type;
    constexpr bool by_digits = sorts_digits<key, Order>;
    memory_layout layout(temporary);
    Index* indices[2] = {layout.take<Index>(count), nullptr};
    if (by_digits) indices[1] = layout.take<Index>(count);
    std::size_t const after_indices = layout.mark();
    key* keys[2] = {layout.take<key>(count), nullptr};
    if (by_digits) keys[1] = layout.take<key>(count);
    std::size_t cub_bytes = 0;
    Index* sorted = nullptr;
    cudaError_t error =
        sort_indices(nullptr, cub_bytes, stream, keys, indices, count, order, sorted);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    // Keys are forgotten when the structs are moved.
    layout.release_to(after_indices);
    T* const spare = in == out ? layout.take<T>(count) : nullptr;
    if (temporary == nullptr || temporary_bytes < layout.bytes()) {
        return tell_bytes(temporary, temporary_bytes, layout);
    }

    error = heddle::aos_to_soa<Member>(stream, in, in + count, keys[0]);
    if (error == cudaSuccess) error = number_elements(stream, indices[0], count);
    if (error == cudaSuccess) {
        error = sort_indices(for_cub, cub_bytes, stream, keys, indices, count, order, sorted);
    }
    return error == cudaSuccess ? bring_in_order(stream, sorted, in, out, spare, count) : error;
}

template <class Index, class Key, class T, class Order>
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                        Key const* keys_in, Key* keys_out, T const* in, T* out, std::size_t count,
                        Order const& order)
{
    constexpr bool by_digits = sorts_digits<Key, Order>;
    memory_layout layout(temporary);
    Index* indices[2] = {layout.take<Index>(count), nullptr};
    std::size_t const after_sorted = layout.mark();
    if (by_digits) indices[1] = layout.take<Index>(count);
    Key* const copied = by_digits && keys_in == keys_out ? layout.take<Key>(count) : nullptr;
    std::size_t cub_bytes = 0;
    cudaError_t error =
        sort_keys(nullptr, cub_bytes, stream, keys_in, keys_out, indices, count, order);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    layout.release_to(after_sorted);
    T* const spare = in == out ? layout.take<T>(count) : nullptr;
    if (temporary == nullptr || temporary_bytes < layout.bytes()) {
        return tell_bytes(temporary, temporary_bytes, layout);
    }

    // Radix sort has an array to come from, merge sort works where the keys are.
    Key* const to = by_digits ? copied : keys_in != keys_out ? keys_out : nullptr;
    if (to != nullptr) error = heddle::copy(stream, keys_in, keys_in + count, to);
    if (error == cudaSuccess) error = number_elements(stream, indices[by_digits ? 1 : 0], count);
    if (error == cudaSuccess) {
        error = sort_keys(for_cub, cub_bytes, stream, copied != nullptr ? copied : keys_in,
                          keys_out, indices, count, order);
    }
    return error == cudaSuccess ? bring_in_order(stream, indices[0], in, out, spare, count) : error;
}

template <class Index, class T, class Order>
cudaError_t sort_by_places(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           T const* in, T* out, std::size_t count, Order const& order)
{
    memory_layout layout(temporary);
    auto* const indices = layout.take<Index>(count);
    std::size_t const after_indices = layout.mark();
    compare_at<T, Order> const compare{in, order};
    std::size_t cub_bytes = 0;
    cudaError_t error = merge(nullptr, cub_bytes, stream, count, indices, compare);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    layout.release_to(after_indices);
    T* const spare = in == out ? layout.take<T>(count) : nullptr;
    if (temporary == nullptr || temporary_bytes < layout.bytes()) {
        return tell_bytes(temporary, temporary_bytes, layout);
    }

    error = number_elements(stream, indices, count);
    if (error == cudaSuccess) {
        error = merge(for_cub, cub_bytes, stream, count, indices, compare);
    }
    return error == cudaSuccess ? bring_in_order(stream, indices, in, out, spare, count) : error;
}

//! By digits, which come from one array and go to another; or merged where they are.
template <class T, class Order>
cudaError_t sort_themselves(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                            T const* in, T* out, std::size_t count, Order const& order)
{
    constexpr bool by_digits = sorts_digits<T, Order>;
    memory_layout layout(temporary);
    T* const spare = by_digits && in == out ? layout.take<T>(count) : nullptr;
    T const* const from = spare != nullptr ? spare : in;
    auto const run = [&](void* for_cub, std::size_t& bytes) {
        if constexpr (by_digits) {
            return sort_by_digits<Order>(for_cub, bytes, stream, count, from, out);
        } else {
            return merge(for_cub, bytes, stream, count, out, order);
        }
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = run(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    if (temporary == nullptr || temporary_bytes < layout.bytes()) {
        return tell_bytes(temporary, temporary_bytes, layout);
    }

    T* const to = by_digits ? spare : in != out ? out : nullptr;
    if (to != nullptr) error = heddle::copy(stream, in, in + count, to);
    return error == cudaSuccess ? run(for_cub, cub_bytes) : error;
}

}  // namespace detail

//! out has the structs of `in`, sorted by a member. in == out is allowed.
//! Cost:     of a member that is a number, a radix sort of it and of 32-bit indices (64-bit ones from
//!           2³² structs on), else a merge sort; then one gather. In place, one more copy of the
//!           structs
//! Storage:  two keys and two indices for each struct; in place no less than the structs themselves
template <auto Member, class T, class Compare = ascending>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           T const* in, T* out, std::size_t count, Compare compare = {})
{
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    using key = typename detail::named_member<Member>::type;
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_member<Member, decltype(index)>(
            temporary, temporary_bytes, stream, in, out, count, detail::order_of<key>(compare));
    });
}

//! keys_out and out have the keys and structs of keys_in and in, sorted by the keys. keys_in ==
//! keys_out and in == out are allowed, each by itself.
//! Cost:     as sort_by_member; keys in place, one more copy of them
template <class Key, class T, class Compare = ascending>
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                        Key const* keys_in, Key* keys_out, T const* in, T* out, std::size_t count,
                        Compare compare = {})
{
    if (count < 2) {
        cudaError_t const error =
            detail::sort_at_most_one(temporary, temporary_bytes, stream, keys_in, keys_out, count);
        if (error != cudaSuccess) return error;
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_key<decltype(index)>(temporary, temporary_bytes, stream, keys_in,
                                                    keys_out, in, out, count,
                                                    detail::order_of<Key>(compare));
    });
}

//! out has the structs of `in`, sorted by a comparison of structs. in == out is allowed.
//! Cost:     a radix sort of numbers; else a merge sort: of the structs themselves up to 32 bytes; of
//!           larger ones by their places, then one gather. In place one more copy of the numbers or of
//!           the larger structs
template <class T, class Compare = ascending>
cudaError_t sort(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in,
                 T* out, std::size_t count, Compare compare = {})
{
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    auto const order = detail::order_of<T>(compare);
    if constexpr (sizeof(T) <= detail::max_merged_bytes) {
        return detail::sort_themselves(temporary, temporary_bytes, stream, in, out, count, order);
    } else {
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_places<decltype(index)>(temporary, temporary_bytes, stream, in,
                                                           out, count, order);
        });
    }
}

#endif

}  // namespace heddle
