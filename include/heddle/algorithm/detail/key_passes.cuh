// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the indices of elements by several keys: a stable pass for each key, beginning with the last one. A pass takes
// the keys of the elements to an array, and CUB sorts them together with the indices.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr unsigned key_threads = 256;

//! Stores the key of an element.
template <class Key>
HEDDLE_INLINE void store_key(Key* to, carried_t<Key> const& key)
{
    std::memcpy(static_cast<void*>(to), detail::address_of(key), sizeof(Key));
}

//! Sets keys[k] to the key of element indices[k]. If is_first, first sets indices[k] = k.
template <class Key, class Index, class KeyOf>
__global__ void __launch_bounds__(key_threads)
    take_keys_kernel(std::size_t count, bool is_first, KeyOf key_of, Index* indices, Key* keys)
{
    std::size_t const k = std::size_t{blockIdx.x} * key_threads + threadIdx.x;
    if (k >= count) return;
    std::size_t const index = is_first ? k : indices[k];
    if (is_first) indices[k] = static_cast<Index>(k);
    detail::store_key(keys + k, key_of(index));
}

//! The passes of a sort of `count` indices. run() is called for all keys twice: before take(), when it only notes the
//! storage that the pass needs, and afterwards, when it sorts. All passes use the same arrays.
template <class Index>
class key_passes {
public:
    key_passes(cudaStream_t stream, std::size_t count) : stream_(stream), count_(count) {}

    //! Sorts by the keys key_of(index), of which only the lowest `bits` bits differ if they are sorted by digits.
    template <class Key, class KeyOf, class Order>
    cudaError_t run(KeyOf const& key_of, Order const& order, int bits = bits_of_key<Key>)
    {
        two_arrays<Key> keys{reinterpret_cast<Key*>(keys_.first), reinterpret_cast<Key*>(keys_.second)};
        if (for_cub_ == nullptr) {
            std::size_t bytes = 0;
            cudaError_t const error = detail::sort_pairs(nullptr, bytes, stream_, count_, keys, indices_, order, bits);
            cub_bytes_ = std::max(cub_bytes_, bytes);
            key_bytes_ = std::max(key_bytes_, sizeof(Key));
            return error;
        }
        cudaError_t const error =
            detail::launch(stream_, detail::divide_up(count_, key_threads), key_threads,
                           take_keys_kernel<Key, Index, KeyOf>, count_, is_first_, key_of, indices_.first, keys.first);
        if (error != cudaSuccess) return error;
        is_first_ = false;
        return detail::sort_pairs(for_cub_, cub_bytes_, stream_, count_, keys, indices_, order, bits);
    }

    //! Takes the arrays. What is taken from `storage` afterwards shares the bytes of the keys.
    void take(temporary_storage& storage)
    {
        indices_ = {storage.take<Index>(count_), storage.take<Index>(count_)};
        std::size_t const after_indices = storage.mark();
        keys_ = {storage.take<std::byte>(count_ * key_bytes_), storage.take<std::byte>(count_ * key_bytes_)};
        for_cub_ = storage.take<std::byte>(cub_bytes_);
        storage.release_to(after_indices);
    }

    //! Returns the indices in the order of the keys.
    Index const* indices() const { return indices_.first; }

private:
    cudaStream_t const stream_;
    std::size_t const count_;
    std::size_t key_bytes_ = 0;
    std::size_t cub_bytes_ = 0;
    bool is_first_ = true;
    two_arrays<Index> indices_{};
    two_arrays<std::byte> keys_{};
    void* for_cub_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
