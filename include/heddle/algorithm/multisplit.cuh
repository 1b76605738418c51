// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Groups structs by buckets: cells of a grid, ranks of a computation, states of a particle. A function returns the
// number of each struct's bucket. The storage is that of an algorithm of CUB: a call with a null pointer returns its size.
//
//     heddle::device::multisplit(temporary, bytes, stream, in, out, count, offsets, cells, cell_of_particle{grid});
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/bucket_sort.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Returns the bucket of a struct, or bucket_count if bucket_of returns another number.
template <class T, class BucketOf>
struct bucket_at {
    T const* structs;
    std::uint32_t bucket_count;
    BucketOf bucket_of;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE std::uint32_t operator()(std::size_t index)
    {
        using type = std::decay_t<decltype(detail::call(bucket_of, structs[index]))>;
        static_assert(
            (std::is_integral_v<type> || std::is_enum_v<type>)&&sizeof(type) <= 8,
            "heddle: the function that returns the bucket of a struct must return an integer of up to 64 bits");
        auto const number = static_cast<std::uint64_t>(detail::call(bucket_of, structs[index]));  // huge if negative
        return number < bucket_count ? static_cast<std::uint32_t>(number) : bucket_count;
    }
};

//! The place of a struct in an array that has the buckets one after the other.
template <class T>
struct place_in_array {
    T* array;

    HEDDLE_INLINE T* operator()(std::uint32_t, std::size_t place) const { return array + place; }
};

}  // namespace detail

namespace device {

//! Sets `out` to the structs of `in`, grouped by bucket: first those for which bucket_of returns 0, then those of 1, and
//! so on. Structs of one bucket keep their order. Sets offsets[b] to the number of structs in the buckets before b, for
//! b = 0 … bucket_count. Structs for which bucket_of returns a number that is negative, or at least bucket_count, are
//! last: they begin at out[offsets[bucket_count]]. in == out is allowed.
//! Requires: the arrays lie in global memory; `offsets` has bucket_count + 1 elements; bucket_of can be called on the
//!           device with a T const&
//! Cost:     a call of bucket_of for each struct, then a copy of all structs. For more than 255 buckets, also a radix
//!           sort of buckets and indices. In place, copies the structs once more
//! Storage:  a byte for each struct, and an index for each bucket and 2,048 structs. For more than 255 buckets, two
//!           indices and two buckets for each struct. In place, the size of all structs, too
//! Stream:   as for sorts
//! Errors:   cudaErrorInvalidValue if an Offset cannot hold `count`, if `out` overlaps another part of `in`, or if the
//!           storage is too small; those of launches
template <class T, class Offset, class BucketOf>
cudaError_t multisplit(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                       std::size_t count, Offset* offsets, std::uint32_t bucket_count, BucketOf bucket_of)
{
    detail::check_sorted<T>();
    static_assert(std::is_integral_v<Offset>, "heddle: the offsets of buckets must be integers");
    if (count > static_cast<std::uint64_t>(std::numeric_limits<Offset>::max())) return cudaErrorInvalidValue;
    return detail::with_split(stream, count, bucket_count, [&](auto split) {
        detail::temporary_storage storage(temporary);
        cudaError_t error = split.take(storage);
        if (error != cudaSuccess) return error;
        T* const to = in == out ? storage.take<T>(count) : out;
        if (storage.is_missing(temporary_bytes, error)) return error;
        if (in != out && detail::overlap(in, count, static_cast<T const*>(out), count)) return cudaErrorInvalidValue;
        error = split.find(detail::bucket_at<T, BucketOf>{in, bucket_count, bucket_of}, offsets);
        if (error == cudaSuccess) error = split.move(in, detail::place_in_array<T>{to});
        return error == cudaSuccess ? detail::copy_unless_same(stream, static_cast<T const*>(to), out, count) : error;
    });
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
