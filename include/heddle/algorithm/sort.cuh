// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs by a member, by an array of keys, or with a comparison. Keys and indices are sorted first; then each
// struct is moved once. (Small structs are moved directly.)
//
//     std::size_t bytes = 0;
//     heddle::device::sort_by_member<&particle::cell>(nullptr, bytes, stream, in, out, count);
//     cudaMalloc(&temporary, bytes);
//     heddle::device::sort_by_member<&particle::cell>(temporary, bytes, stream, in, out, count);
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

#include <heddle/algorithm/detail/merge_sort.cuh>
#include <heddle/algorithm/detail/sort_choice.hpp>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Sets keys_out and `out` to the keys and structs of keys_in and `in`, sorted by the keys. A struct moves with its key in
//! every pass.
template <class Key, class T, class Order>
cudaError_t sort_carried(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Key const* keys_in,
                         Key* keys_out, T const* in, T* out, std::size_t count, Order const& order)
{
    constexpr bool by_digits = sorts_digits<Key, Order>;
    bool const in_place = keys_in == keys_out || in == out || !by_digits;
    temporary_storage storage(temporary);
    two_arrays<Key> keys{keys_out, by_digits && in_place ? storage.take<Key>(count) : nullptr};
    two_arrays<T> structs{out, by_digits && in_place ? storage.take<T>(count) : nullptr};
    auto const sort = [&](void* for_cub, std::size_t& bytes) {
        if constexpr (by_digits) {
            if (!in_place) {
                return detail::sort_pairs_to<Order>(for_cub, bytes, stream, count, keys_in, keys_out, in, out);
            }
        }
        return detail::sort_pairs(for_cub, bytes, stream, count, keys, structs, order);
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = sort(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    if (storage.is_missing(temporary_bytes, error)) return error;

    if (in_place) error = detail::copy_unless_same(stream, keys_in, keys_out, count);
    if (error == cudaSuccess && in_place) error = detail::copy_unless_same(stream, in, out, count);
    if (error == cudaSuccess) error = sort(for_cub, cub_bytes);
    if (error == cudaSuccess) error = detail::copy_unless_same(stream, keys.first, keys_out, count);
    return error == cudaSuccess ? detail::copy_unless_same(stream, structs.first, out, count) : error;
}

//! Sets `out` to the first `kept` structs of the sorted ones.
template <auto Member, class Index, class T, class Order>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, std::size_t kept, Order const& order)
{
    using key = typename named_member<Member>::type;
    constexpr bool by_digits = sorts_digits<key, Order>;
    temporary_storage storage(temporary);
    two_arrays<Index> indices{storage.take<Index>(count), by_digits ? storage.take<Index>(count) : nullptr};
    std::size_t const after_indices = storage.mark();
    two_arrays<key> keys{storage.take<key>(count), by_digits ? storage.take<key>(count) : nullptr};
    std::size_t cub_bytes = 0;
    cudaError_t error = detail::sort_pairs(nullptr, cub_bytes, stream, count, keys, indices, order);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    // Keys are no longer needed when the structs are moved.
    storage.release_to(after_indices);
    T* const spare = in == out ? storage.take<T>(kept) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;

    error = heddle::aos_to_soa<Member>(stream, in, in + count, keys.first);
    if (error == cudaSuccess) error = detail::number_elements(stream, indices.first, count);
    if (error == cudaSuccess) error = detail::sort_pairs(for_cub, cub_bytes, stream, count, keys, indices, order);
    return error == cudaSuccess ? detail::bring_in_order(stream, indices.first, in, out, spare, kept) : error;
}

template <class Index, class Key, class T, class Order>
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Key const* keys_in,
                        Key* keys_out, T const* in, T* out, std::size_t count, Order const& order)
{
    constexpr bool by_digits = sorts_digits<Key, Order>;
    bool const in_place = keys_in == keys_out || !by_digits;
    temporary_storage storage(temporary);
    two_arrays<Index> indices{storage.take<Index>(count), by_digits ? storage.take<Index>(count) : nullptr};
    std::size_t const after_indices = storage.mark();
    two_arrays<Key> keys{keys_out, by_digits && in_place ? storage.take<Key>(count) : nullptr};
    auto const sort = [&](void* for_cub, std::size_t& bytes) {
        if constexpr (by_digits) {
            if (!in_place) {
                return detail::sort_pairs_to<Order>(for_cub, bytes, stream, count, keys_in, keys_out, indices.second,
                                                    indices.first);
            }
        }
        return detail::sort_pairs(for_cub, bytes, stream, count, keys, indices, order);
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = sort(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    storage.release_to(after_indices);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;

    if (in_place) error = detail::copy_unless_same(stream, keys_in, keys_out, count);
    if (error == cudaSuccess) error = detail::number_elements(stream, in_place ? indices.first : indices.second, count);
    if (error == cudaSuccess) error = sort(for_cub, cub_bytes);
    if (error == cudaSuccess) error = detail::copy_unless_same(stream, keys.first, keys_out, count);
    return error == cudaSuccess ? detail::bring_in_order(stream, indices.first, in, out, spare, count) : error;
}

template <class Index, class T, class Order>
cudaError_t sort_by_places(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Order const& order)
{
    temporary_storage storage(temporary);
    auto* const indices = storage.take<Index>(count);
    std::size_t const after_indices = storage.mark();
    compare_at<T, Order> const compare{in, order};
    std::size_t cub_bytes = 0;
    cudaError_t error = detail::merge(nullptr, cub_bytes, stream, static_cast<Index>(count), indices, compare);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    storage.release_to(after_indices);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;

    error = detail::number_elements(stream, indices, count);
    if (error == cudaSuccess) {
        error = detail::merge(for_cub, cub_bytes, stream, static_cast<Index>(count), indices, compare);
    }
    return error == cudaSuccess ? detail::bring_in_order(stream, indices, in, out, spare, count) : error;
}

//! Sorts the elements without indices: with a radix sort from one array to another, or with a merge sort in place.
template <class T, class Order>
cudaError_t sort_themselves(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, Order const& order)
{
    constexpr bool by_digits = sorts_digits<T, Order>;
    temporary_storage storage(temporary);
    T* const spare = by_digits && in == out ? storage.take<T>(count) : nullptr;
    T const* const from = spare != nullptr ? spare : in;
    auto const run = [&](void* for_cub, std::size_t& bytes) {
        if constexpr (by_digits) {
            return detail::sort_by_digits<Order>(for_cub, bytes, stream, count, from, out);
        } else {
            return detail::with_index(count, [&](auto index) {
                return detail::merge(for_cub, bytes, stream, static_cast<decltype(index)>(count), out, order);
            });
        }
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = run(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    if (storage.is_missing(temporary_bytes, error)) return error;

    T* const to = by_digits ? spare : in != out ? out : nullptr;
    if (to != nullptr) error = heddle::copy(stream, in, in + count, to);
    return error == cudaSuccess ? run(for_cub, cub_bytes) : error;
}

}  // namespace detail

namespace device {

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
    detail::check_sorted<T>();
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    auto const order = detail::order_of<typename detail::named_member<Member>::type>(compare);
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_member<Member, decltype(index)>(temporary, temporary_bytes, stream, in, out, count,
                                                               count, order);
    });
}

//! Sets keys_out and `out` to the keys and structs of keys_in and `in`, sorted by the keys. The sort may be in place
//! for the keys (keys_in == keys_out), for the structs (in == out), or for both.
//! Cost:     as for sort_by_member. Structs of up to 12 bytes are sorted with their keys, without indices
template <class Key, class T, class Compare = ascending>
cudaError_t sort_by_key(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Key const* keys_in,
                        Key* keys_out, T const* in, T* out, std::size_t count, Compare compare = {})
{
    detail::check_sorted<T, Key>();
    if (count < 2) {
        cudaError_t const error =
            detail::sort_at_most_one(temporary, temporary_bytes, stream, keys_in, keys_out, count);
        if (error != cudaSuccess) return error;
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    auto const order = detail::order_of<Key>(compare);
    if constexpr (sizeof(T) <= detail::max_carried_bytes) {
        return detail::sort_carried(temporary, temporary_bytes, stream, keys_in, keys_out, in, out, count, order);
    } else {
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_key<decltype(index)>(temporary, temporary_bytes, stream, keys_in, keys_out, in, out,
                                                        count, order);
        });
    }
}

//! Sets `out` to the structs of `in`, sorted with a comparison of structs. in == out is allowed.
//! Cost:     for numbers, a radix sort; for structs of up to 256 bytes, a merge sort; for larger structs, a merge sort
//!           of indices, then one gather. A sort in place copies numbers and larger structs once more
//! Storage:  for structs of up to 256 bytes, as large as all structs
template <class T, class Compare = ascending>
cudaError_t sort(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                 std::size_t count, Compare compare = {})
{
    detail::check_sorted<T>();
    if (count < 2) {
        return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
    }
    auto const order = detail::order_of<T>(compare);
    if constexpr (detail::merges_tiles(sizeof(T))) {
        return detail::merge_sort(temporary, temporary_bytes, stream, in, out, count, order);
    } else if constexpr (detail::merges_indices(sizeof(T))) {
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_places<decltype(index)>(temporary, temporary_bytes, stream, in, out, count, order);
        });
    } else {
        return detail::sort_themselves(temporary, temporary_bytes, stream, in, out, count, order);
    }
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
