// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of a sort that moves each struct once: number the structs, sort the indices by keys with CUB, and gather.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/cub_call.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/indexed.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cuda_runtime.h>

#if defined(__CUDACC__)
#    include <cub/device/device_merge_sort.cuh>
#    include <cub/device/device_radix_sort.cuh>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Index>
struct number_of_element {
    HEDDLE_INLINE Index operator()(std::ptrdiff_t k) const { return static_cast<Index>(k); }
};
template <class Index>
cudaError_t number_elements(cudaStream_t stream, Index* first, std::size_t count)
{
    return heddle::tabulate(stream, first, first + count, number_of_element<Index>());
}

//! Calls sort(Index()). Index is the smallest unsigned type that can index `count` elements.
template <class Sort>
cudaError_t with_index(std::size_t count, Sort const& sort)
{
    return count >> 32 == 0 ? sort(std::uint32_t{}) : sort(std::uint64_t{});
}

//! Sorts an array of at most one element: copies the element if the output is another array.
template <class T>
cudaError_t sort_at_most_one(void const* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in,
                             T* out, std::size_t count)
{
    if (temporary == nullptr) temporary_bytes = 1;
    if (temporary == nullptr || in == out) return cudaSuccess;
    return ::cudaMemcpyAsync(out, in, count * sizeof(T), cudaMemcpyDeviceToDevice, stream);
}

//! Sets out[k] = in[indices[k]]. If in == out, copies the structs to `spare` first.
template <class T, class Index>
cudaError_t bring_in_order(cudaStream_t stream, Index const* indices, T const* in, T* out, T* spare, std::size_t count)
{
    if (in != out) return heddle::gather(stream, indices, indices + count, in, out);
    cudaError_t const error = heddle::gather(stream, indices, indices + count, in, spare);
    if (error != cudaSuccess) return error;
    return ::cudaMemcpyAsync(out, spare, count * sizeof(T), cudaMemcpyDeviceToDevice, stream);
}

//! For calls whose `temporary` is null or too small. Sets temporary_bytes to the layout's bytes. Returns an error
//! unless `temporary` is null.
inline cudaError_t tell_bytes(void const* temporary, std::size_t& temporary_bytes, memory_layout const& layout)
{
    temporary_bytes = layout.bytes();
    return temporary == nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

// Sorts with CUB: by all digits of Key, or with a comparison. `arrays` are CUB's double buffers, or pointers.
template <class Key, class Order, class... Array>
cudaError_t sort_pairs_by_digits(void* temporary, std::size_t& bytes, cudaStream_t stream, std::size_t count,
                                 Array&... arrays)
{
    constexpr int bits = sizeof(Key) * 8;
    return detail::call_cub([&] {
        if constexpr (std::is_same_v<Order, ascending>) {
            return cub::DeviceRadixSort::SortPairs(temporary, bytes, arrays..., count, 0, bits, stream);
        } else {
            return cub::DeviceRadixSort::SortPairsDescending(temporary, bytes, arrays..., count, 0, bits, stream);
        }
    });
}
template <class Order, class Key>
cudaError_t sort_by_digits(void* temporary, std::size_t& bytes, cudaStream_t stream, std::size_t count, Key const* in,
                           Key* out)
{
    auto const* const from = reinterpret_cast<digits_t<Key> const*>(in);
    auto* const to = reinterpret_cast<digits_t<Key>*>(out);
    constexpr int bits = sizeof(Key) * 8;
    return detail::call_cub([&] {
        if constexpr (std::is_same_v<Order, ascending>) {
            return cub::DeviceRadixSort::SortKeys(temporary, bytes, from, to, count, 0, bits, stream);
        } else {
            return cub::DeviceRadixSort::SortKeysDescending(temporary, bytes, from, to, count, 0, bits, stream);
        }
    });
}

//! The type of keys that is passed to CUB: Key, or its bytes if CUB cannot copy a Key.
template <class Key>
using cub_key_t = std::conditional_t<others_may_copy<Key>, Key, element_bytes<Key>>;

//! Compares two keys, which are given as bytes, with an order of keys.
template <class Order>
struct order_of_bytes {
    Order order;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Key>
    HEDDLE_INLINE bool operator()(element_bytes<Key> const& a, element_bytes<Key> const& b)
    {
        return static_cast<bool>(order(detail::as_element(a), detail::as_element(b)));
    }
};
template <class Key, class Order>
auto order_for_cub(Order const& order)
{
    if constexpr (others_may_copy<Key>) {
        return order;
    } else {
        return order_of_bytes<Order>{order};
    }
}
template <class Key, class Value, class Order>
cudaError_t merge_pairs(void* temporary, std::size_t& bytes, cudaStream_t stream, std::size_t count, Key* keys,
                        Value* values, Order const& order)
{
    auto* const cub_keys = reinterpret_cast<cub_key_t<Key>*>(keys);
    return detail::call_cub([&] {
        return cub::DeviceMergeSort::StableSortPairs(temporary, bytes, cub_keys, values, count,
                                                     detail::order_for_cub<Key>(order), stream);
    });
}
template <class Key, class Order>
cudaError_t merge(void* temporary, std::size_t& bytes, cudaStream_t stream, std::size_t count, Key* keys,
                  Order const& order)
{
    auto* const cub_keys = reinterpret_cast<cub_key_t<Key>*>(keys);
    return detail::call_cub([&] {
        return cub::DeviceMergeSort::StableSortKeys(temporary, bytes, cub_keys, count,
                                                    detail::order_for_cub<Key>(order), stream);
    });
}

//! Sorts `indices` by `keys`, both in temporary storage. Sets `sorted` to the array that holds the result. A radix
//! sort, for numbers, alternates between two arrays. A merge sort, for other keys, works in place.
template <class Order, class Key, class Index>
cudaError_t sort_indices(void* temporary, std::size_t& bytes, cudaStream_t stream, Key* const* keys,
                         Index* const* indices, std::size_t count, [[maybe_unused]] Order const& order, Index*& sorted)
{
    sorted = indices[0];
    if constexpr (sorts_digits<Key, Order>) {
        using digits = digits_t<Key>;
        cub::DoubleBuffer<digits> of_keys(reinterpret_cast<digits*>(keys[0]), reinterpret_cast<digits*>(keys[1]));
        cub::DoubleBuffer<Index> of_indices(indices[0], indices[1]);
        cudaError_t const error =
            detail::sort_pairs_by_digits<Key, Order>(temporary, bytes, stream, count, of_keys, of_indices);
        sorted = of_indices.Current();
        return error;
    } else {
        return detail::merge_pairs(temporary, bytes, stream, count, keys[0], indices[0], order);
    }
}

//! Sorts indices by keys. Sets `keys_out` to the sorted keys, and indices[0] to the sorted indices. A radix sort reads
//! `keys_in`, a different array, and indices[1]. A merge sort works in place, on keys_out and indices[0].
template <class Order, class Key, class Index>
cudaError_t sort_keys(void* temporary, std::size_t& bytes, cudaStream_t stream, Key const* keys_in, Key* keys_out,
                      Index* const* indices, std::size_t count, [[maybe_unused]] Order const& order)
{
    if constexpr (sorts_digits<Key, Order>) {
        using digits = digits_t<Key>;
        auto const* const from = reinterpret_cast<digits const*>(keys_in);
        auto* const to = reinterpret_cast<digits*>(keys_out);
        Index const* const numbered = indices[1];
        return detail::sort_pairs_by_digits<Key, Order>(temporary, bytes, stream, count, from, to, numbered,
                                                        indices[0]);
    } else {
        return detail::merge_pairs(temporary, bytes, stream, count, keys_out, indices[0], order);
    }
}

//! Compares the structs at two indices. Reads only what the comparison needs. order's operator() need not be const.
template <class T, class Order>
struct compare_at {
    T const* structs;
    Order order;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Index>
    HEDDLE_INLINE bool operator()(Index a, Index b)
    {
        return static_cast<bool>(order(structs[a], structs[b]));
    }
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
