// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs by several members, each in an order of its own. As in sort.cuh, whose comments on orders, storage,
// streams and errors hold here, indices are sorted, and then each struct is moved once.
//
//     heddle::device::sort_by_member<&trade::price, &trade::time>(temporary, bytes, stream, in, out, count,
//                                                                 heddle::descending(), heddle::ascending());
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/member_keys.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

inline constexpr unsigned member_key_threads = 256;

//! Sets keys[k] to the key of structs[indices[k]]. If is_first, first sets indices[k] = k.
template <class Key, class T, class Index>
__global__ void __launch_bounds__(member_key_threads)
    take_member_keys_kernel(T const* structs, std::size_t count, bool is_first, Index* indices,
                            typename Key::type* keys)
{
    std::size_t const k = std::size_t{blockIdx.x} * member_key_threads + threadIdx.x;
    if (k >= count) return;
    std::size_t const index = is_first ? k : indices[k];
    if (is_first) indices[k] = static_cast<Index>(k);
    detail::store_key(keys + k, Key::of(structs[index]));
}

//! The temporary arrays of a sort by several members. All keys use the same two arrays.
template <class Index>
struct member_sort_arrays {
    two_arrays<Index> indices;
    two_arrays<std::byte> keys;
    void* for_cub;
    std::size_t cub_bytes;
};

//! Sorts the indices by one key. Without memory for CUB, only sets cub_bytes.
template <class Key, class T, class Index, class Order>
cudaError_t sort_indices_by(member_sort_arrays<Index>& arrays, cudaStream_t stream, T const* in, std::size_t count,
                            bool is_first, Order const& order)
{
    using key = typename Key::type;
    two_arrays<key> keys{reinterpret_cast<key*>(arrays.keys.first), reinterpret_cast<key*>(arrays.keys.second)};
    if (arrays.for_cub != nullptr) {
        cudaError_t const error = detail::launch(stream, detail::divide_up(count, member_key_threads),
                                                 member_key_threads, take_member_keys_kernel<Key, T, Index>, in, count,
                                                 is_first, arrays.indices.first, keys.first);
        if (error != cudaSuccess) return error;
    }
    if constexpr (Key::by_digits) {
        return detail::sort_pairs(arrays.for_cub, arrays.cub_bytes, stream, count, keys, arrays.indices, ascending(),
                                  static_cast<int>(8 * Key::bytes));
    } else {
        return detail::sort_pairs(arrays.for_cub, arrays.cub_bytes, stream, count, keys, arrays.indices, order);
    }
}

//! Calls run(key, number of its first member, is_first) for each key of the members before number End, beginning with
//! the last key.
template <class Keys, std::size_t End = Keys::member_count, class Run>
cudaError_t for_each_key(Run const& run)
{
    if constexpr (End == 0) {
        return cudaSuccess;
    } else {
        constexpr std::size_t first = Keys::first_of_key(End);
        cudaError_t const error = run(typename Keys::template key<first, End>(),
                                      std::integral_constant<std::size_t, first>(), End == Keys::member_count);
        return error == cudaSuccess ? detail::for_each_key<Keys, first>(run) : error;
    }
}

template <class Index, class Keys, class T, class Orders>
cudaError_t sort_by_members(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, Orders const& orders)
{
    temporary_storage storage(temporary);
    member_sort_arrays<Index> arrays{};
    std::size_t key_bytes = 0, cub_bytes = 0;
    cudaError_t error = detail::for_each_key<Keys>([&](auto key, auto first, bool is_first) {
        cudaError_t const status =
            detail::sort_indices_by<decltype(key)>(arrays, stream, in, count, is_first, std::get<first>(orders));
        key_bytes = std::max(key_bytes, sizeof(typename decltype(key)::type));
        cub_bytes = std::max(cub_bytes, arrays.cub_bytes);
        return status;
    });
    if (error != cudaSuccess) return error;
    arrays.indices = {storage.take<Index>(count), storage.take<Index>(count)};
    std::size_t const after_indices = storage.mark();
    arrays.keys = {storage.take<std::byte>(count * key_bytes), storage.take<std::byte>(count * key_bytes)};
    arrays.for_cub = storage.take<std::byte>(cub_bytes);
    arrays.cub_bytes = cub_bytes;
    // Keys are no longer needed when the structs are moved.
    storage.release_to(after_indices);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;

    error = detail::for_each_key<Keys>([&](auto key, auto first, bool is_first) {
        return detail::sort_indices_by<decltype(key)>(arrays, stream, in, count, is_first, std::get<first>(orders));
    });
    return error == cudaSuccess ? detail::bring_in_order(stream, arrays.indices.first, in, out, spare, count) : error;
}

template <class Index, auto... Member, class T, class... Compare>
cudaError_t sort_by_ordered(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, Compare const&... compare)
{
    auto const orders = std::make_tuple(detail::order_of<typename named_member<Member>::type>(compare)...);
    using keys = member_keys<
        ordered_member<Member, decltype(detail::order_of<typename named_member<Member>::type>(compare))>...>;
    return detail::sort_by_members<Index, keys>(temporary, temporary_bytes, stream, in, out, count, orders);
}

}  // namespace detail

namespace device {

//! Sets `out` to the structs of `in`, sorted by the first member, structs with equal first members by the second, and so
//! on. in == out is allowed. `compare` is an order for each member, or nothing, which sorts all in ascending order.
//! Cost:     a sort of keys and indices for each 8 bytes of members that are numbers (a radix sort), and for each other
//!           member (a merge sort); then one gather of the structs. A sort in place copies the structs once more
//! Storage:  two keys and two indices for each struct; in place, at least the size of all structs
template <auto First, auto Second, auto... More, class T, class... Compare>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Compare... compare)
{
    detail::check_sorted<T>();
    constexpr std::size_t orders = sizeof...(Compare);
    static_assert(orders == 0 || orders == 2 + sizeof...(More),
                  "heddle: sort_by_member needs an order for each member, as in sort_by_member<&T::x, &T::y>(..., "
                  "ascending(), descending()), or none");
    if constexpr (orders == 0) {
        return device::sort_by_member<First, Second, More...>(temporary, temporary_bytes, stream, in, out, count,
                                                              ascending(), ascending(), ((void)More, ascending())...);
    } else if constexpr (orders == 2 + sizeof...(More)) {
        if (count < 2) return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_ordered<decltype(index), First, Second, More...>(temporary, temporary_bytes, stream,
                                                                                    in, out, count, compare...);
        });
    } else {
        return cudaErrorInvalidValue;
    }
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
