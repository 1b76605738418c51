// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the indices of structs by any keys, and then by the numbers of their segments, or by both together. The time does
// not depend on the lengths of segments.
#pragma once

#include <heddle/algorithm/detail/key_passes.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/sort_members.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the number of the segment of element k.
template <class Offsets>
HEDDLE_DEVICE_INLINE std::uint32_t segment_of_element(std::size_t k, Offsets const& offsets, std::size_t segment_count)
{
    std::size_t low = 0, high = segment_count;  // the first offset that exceeds k
    HEDDLE_DO_NOT_UNROLL
    while (low < high) {
        std::size_t const probe = low + (high - low) / 2;
        if (static_cast<std::size_t>(*(offsets + static_cast<std::ptrdiff_t>(probe))) > k) {
            high = probe;
        } else {
            low = probe + 1;
        }
    }
    return static_cast<std::uint32_t>(low > 0 ? low - 1 : 0);
}

//! Sets numbers[k] to the number of the segment of element k.
template <class Offsets>
__global__ void __launch_bounds__(mark_threads)
    number_segments_kernel(Offsets offsets, std::size_t segment_count, std::size_t count, std::uint32_t* numbers)
{
    std::size_t const k = std::size_t{blockIdx.x} * mark_threads + threadIdx.x;
    if (k < count) numbers[k] = detail::segment_of_element(k, offsets, segment_count);
}

//! Returns the number of the segment of an element.
struct stored_segment {
    std::uint32_t const* numbers;

    HEDDLE_INLINE std::uint32_t operator()(std::size_t index) const { return numbers[index]; }
};
//! Returns the number of the segment of a struct and the key of the struct as one number.
template <class Key, class T, class Offsets>
struct composed_segment {
    T const* structs;
    Offsets offsets;
    std::size_t segment_count;

    HEDDLE_DEVICE_INLINE std::uint64_t operator()(std::size_t index) const
    {
        std::uint64_t const segment = detail::segment_of_element(index, offsets, segment_count);
        return segment << 8 * Key::bytes | Key::of(structs[index]);
    }
};

template <class Index, class Place>
__global__ void __launch_bounds__(mark_threads)
    place_structs_kernel(Index const* indices, std::size_t count, Place const place)
{
    std::size_t const k = std::size_t{blockIdx.x} * mark_threads + threadIdx.x;
    if (k < count) place(indices[k], k);
}

//! Sorts structs within segments by any keys.
//! Requires: 0 < count; segment_count < 2³²
template <class Index, class Keys, class T, class Orders, class Offsets>
class segment_sort_by_passes {
public:
    using index_type = Index;

    segment_sort_by_passes(cudaStream_t stream, T const* in, std::size_t count, Offsets const& offsets,
                           std::size_t segment_count, Orders const& orders)
        : stream_(stream),
          in_(in),
          count_(count),
          offsets_(offsets),
          segment_count_(segment_count),
          orders_(orders),
          passes_(stream, count)
    {
        while (segment_count > 0 && (segment_count - 1) >> bits_ != 0) ++bits_;
    }

    //! Notes the storage that the passes need.
    cudaError_t prepare() { return run_passes(); }
    void take(temporary_storage& storage)
    {
        if (sorts_by_numbers()) numbers_ = storage.take<std::uint32_t>(count_);
        passes_.take(storage);
    }
    //! Calls place(index, k), where `index` is the index of the struct that belongs to place k, for each k.
    template <class Place>
    cudaError_t run(std::size_t, Place const& place)
    {
        cudaError_t error = cudaSuccess;
        if (sorts_by_numbers()) {
            error = detail::launch(stream_, detail::divide_up(count_, mark_threads), mark_threads,
                                   number_segments_kernel<Offsets>, offsets_, segment_count_, count_, numbers_);
        }
        if (error == cudaSuccess) error = run_passes();
        if (error != cudaSuccess) return error;
        return detail::launch(stream_, detail::divide_up(count_, mark_threads), mark_threads,
                              place_structs_kernel<Index, Place>, passes_.indices(), count_, place);
    }

private:
    using last_key = typename Keys::template key<Keys::first_of_key(Keys::member_count), Keys::member_count>;

    //! Returns whether a key and the number of its segment make one key of 8 bytes.
    static constexpr bool composes()
    {
        if constexpr (last_key::by_digits) {
            return Keys::first_of_key(Keys::member_count) == 0 && last_key::bytes <= 4;
        } else {
            return false;
        }
    }
    bool sorts_by_numbers() const { return bits_ > 0 && !composes(); }
    cudaError_t run_passes()
    {
        if constexpr (composes()) {
            if (bits_ > 0) {
                composed_segment<last_key, T, Offsets> const key_of{in_, offsets_, segment_count_};
                return passes_.template run<std::uint64_t>(key_of, ascending(),
                                                           static_cast<int>(8 * last_key::bytes) + bits_);
            }
        }
        cudaError_t const error = detail::run_key_passes<Keys>(passes_, in_, orders_);
        if (error != cudaSuccess || !sorts_by_numbers()) return error;
        return passes_.template run<std::uint32_t>(stored_segment{numbers_}, ascending(), bits_);
    }

    cudaStream_t const stream_;
    T const* const in_;
    std::size_t const count_;
    Offsets const offsets_;
    std::size_t const segment_count_;
    Orders const orders_;
    key_passes<Index> passes_;
    int bits_ = 0;  // number of bits of a segment number
    std::uint32_t* numbers_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
