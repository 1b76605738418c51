// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs by a member, by an array of keys, or with a comparison. Keys and indices are sorted first; then each
// struct is moved once. (Small structs that are sorted with a comparison are moved directly.)
//
//     std::size_t bytes = 0;
//     heddle::sort_by_member<&particle::cell>(nullptr, bytes, stream, in, out, count);
//     cudaMalloc(&temporary, bytes);
//     heddle::sort_by_member<&particle::cell>(temporary, bytes, stream, in, out, count);
//
// For all functions below:
//   Order:    `compare` is heddle::ascending, heddle::descending, std::less, std::greater, thrust::less,
//             thrust::greater, or any other strict weak ordering. std::less<X> and std::greater<X> may have any X; the
//             device compares with < and > of X. Any other ordering must be callable on the device, with elements by
//             value or by reference to const. Its operator() need not be const. All sorts are stable. In ascending or
//             descending order, numbers (and enumerations without a user-defined < or >) are sorted by their digits: -0
//             equals +0, and a NaN lies beyond the infinity of its sign
//   Storage:  a call with a null `temporary` only sets temporary_bytes to the size that the same call needs
//   Requires: arrays lie in global memory; outputs do not overlap inputs, unless the function allows it
//   Stream:   launches are asynchronous and can be captured in a graph
//   Errors:   those of the launches and of CUB; cudaErrorInvalidValue if temporary_bytes is too small, and then nothing
//             is written. An earlier error of the CUDA runtime that was not queried is cleared and not returned
//             (cub_call.cuh)
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Maximum size of structs that a merge sort moves directly. For larger structs, a merge sort moves indices. A merge
//! sort rewrites every item about fifteen times. Each time, a struct of S bytes causes 2·S bytes of traffic, and an
//! index 8 bytes. Indices also cause about 64 bytes each for the final gather.
inline constexpr std::size_t max_merged_bytes = 32;

//! Maximum size of structs that a radix sort with an array of keys moves in every pass (2·S bytes of traffic for a
//! struct of S bytes). For larger structs, the sort moves indices in every pass, and each struct once at the end.
inline constexpr std::size_t max_carried_bytes = 16;

template <auto Member, class Index, class T, class Order>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Order const& order)
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
    cudaError_t error = sort_indices(nullptr, cub_bytes, stream, keys, indices, count, order, sorted);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    // Keys are no longer needed when the structs are moved.
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
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Key const* keys_in,
                        Key* keys_out, T const* in, T* out, std::size_t count, Order const& order)
{
    constexpr bool by_digits = sorts_digits<Key, Order>;
    memory_layout layout(temporary);
    Index* indices[2] = {layout.take<Index>(count), nullptr};
    std::size_t const after_sorted = layout.mark();
    if (by_digits) indices[1] = layout.take<Index>(count);
    Key* const copied = by_digits && keys_in == keys_out ? layout.take<Key>(count) : nullptr;
    std::size_t cub_bytes = 0;
    cudaError_t error = sort_keys(nullptr, cub_bytes, stream, keys_in, keys_out, indices, count, order);
    if (error != cudaSuccess) return error;
    auto* const for_cub = layout.take<std::byte>(cub_bytes);
    layout.release_to(after_sorted);
    T* const spare = in == out ? layout.take<T>(count) : nullptr;
    if (temporary == nullptr || temporary_bytes < layout.bytes()) {
        return tell_bytes(temporary, temporary_bytes, layout);
    }

    // Radix sort writes to another array; merge sort works in place.
    Key* const to = by_digits ? copied : keys_in != keys_out ? keys_out : nullptr;
    if (to != nullptr) error = heddle::copy(stream, keys_in, keys_in + count, to);
    if (error == cudaSuccess) error = number_elements(stream, indices[by_digits ? 1 : 0], count);
    if (error == cudaSuccess) {
        error = sort_keys(for_cub, cub_bytes, stream, copied != nullptr ? copied : keys_in, keys_out, indices, count,
                          order);
    }
    return error == cudaSuccess ? bring_in_order(stream, indices[0], in, out, spare, count) : error;
}

template <class Index, class T, class Order>
cudaError_t sort_by_places(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Order const& order)
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

//! Sorts the elements without indices: with a radix sort from one array to another, or with a merge sort in place.
template <class T, class Order>
cudaError_t sort_themselves(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, Order const& order)
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

//! Sets `out` to the structs of `in`, sorted by a member. in == out is allowed.
//! Cost:     a sort of keys and indices, then one gather of the structs. The sort is a radix sort if the member is a
//!           number, otherwise a merge sort. Indices have 32 bits, or 64 bits for 2³² structs or more. A sort in place
//!           copies the structs once more
//! Storage:  two keys and two indices for each struct. A sort in place also copies the structs to the storage, which is
//!           then at least as large as all structs
template <auto Member, class T, class Compare = ascending>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Compare compare = {})
{
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    using key = typename detail::named_member<Member>::type;
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_member<Member, decltype(index)>(temporary, temporary_bytes, stream, in, out, count,
                                                               detail::order_of<key>(compare));
    });
}

//! Sets keys_out and `out` to the keys and structs of keys_in and `in`, sorted by the keys. The sort may be in place
//! for the keys (keys_in == keys_out), for the structs (in == out), or for both.
//! Cost:     as for sort_by_member; if keys_in == keys_out, one more copy of the keys
template <class Key, class T, class Compare = ascending>
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Key const* keys_in,
                        Key* keys_out, T const* in, T* out, std::size_t count, Compare compare = {})
{
    if (count < 2) {
        cudaError_t const error =
            detail::sort_at_most_one(temporary, temporary_bytes, stream, keys_in, keys_out, count);
        if (error != cudaSuccess) return error;
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_key<decltype(index)>(temporary, temporary_bytes, stream, keys_in, keys_out, in, out,
                                                    count, detail::order_of<Key>(compare));
    });
}

//! Sets `out` to the structs of `in`, sorted with a comparison of structs. in == out is allowed.
//! Cost:     for numbers, a radix sort; for structs of up to 32 bytes, a merge sort; for larger structs, a merge sort
//!           of indices, then one gather. A sort in place copies numbers and larger structs once more
template <class T, class Compare = ascending>
cudaError_t sort(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                 std::size_t count, Compare compare = {})
{
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    auto const order = detail::order_of<T>(compare);
    if constexpr (sizeof(T) <= detail::max_merged_bytes) {
        return detail::sort_themselves(temporary, temporary_bytes, stream, in, out, count, order);
    } else {
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_places<decltype(index)>(temporary, temporary_bytes, stream, in, out, count, order);
        });
    }
}

#endif

}  // namespace heddle
