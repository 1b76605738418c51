// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves, selects and sorts whole records whose size is known only when the program runs. The same kernels serve all
// sizes, so no type needs a compilation of its own.
//
//     heddle::record_layout points(22, {{0, 4}, {4, 4}, {8, 4}, {16, 2}});
//     heddle::gather(stream, points, in, indices, count, out);
//
// For all functions below:
//   Arrays:    records lie at any address of global memory, layout.distance() bytes apart in both arrays. Bytes
//              between records are not written. Up to 3 bytes before a record, in the same aligned word of 4 bytes,
//              may be read
//   Requires:  no record of one array overlaps a record of the other
//   Cost:      records move in words of 16, 8, 4 or 2 bytes if their size, the distance and both addresses are multiples
//              of it. From 4 bytes on, they are about as fast as structs of this size. Other records of 16 bytes or more
//              move in words of 4 bytes to a dense output, otherwise byte by byte. Records without bytes between them are
//              the fastest
//   Stream:    the launches are asynchronous and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if records of the two arrays overlap, and then nothing is
//              written. Of an array whose number of records is not passed, only the first record is checked
// For functions of heddle::device:
//   Temporary: a call with a null `temporary` only sets temporary_bytes to the size that the same call needs
//   Errors:    also those of CUB; cudaErrorInvalidValue if temporary_bytes is too small. An earlier error of the CUDA
//              runtime that was not queried is cleared and not returned (cub_call.cuh)
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/move_records.cuh>
#include <heddle/records/detail/record_keys.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/select_records.cuh>
#include <heddle/records/detail/sort_records.cuh>
#include <heddle/records/record_layout.hpp>
#include <heddle/records/sort_key.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

inline record_arrays arrays_of_records(record_layout const& layout, void const* in, void* out)
{
    return {static_cast<std::byte const*>(in), static_cast<std::byte*>(out), layout.distance(),
            static_cast<std::uint32_t>(layout.record_bytes())};
}

//! Returns whether Indices can be read at a position, and has integers; otherwise a sentence stops the compilation.
template <class Indices>
constexpr bool require_indices()
{
    using iterator = unwrapped_t<Indices>;
    constexpr bool is_iterator =
        !std::is_null_pointer_v<iterator> && !std::is_same_v<iterator, void*> && !std::is_same_v<iterator, void const*>;
    static_assert(is_iterator, "heddle: pass indices as a pointer to integers, or as another random-access iterator");
    if constexpr (is_iterator) {
        using index = std::decay_t<decltype(*std::declval<iterator>())>;
        constexpr bool is_index = std::is_class_v<index> || (std::is_integral_v<index> && !std::is_same_v<index, bool>);
        static_assert(is_index, "heddle: the indices of records must be integers");
        return is_index;
    }
    return is_iterator;
}

//! Returns whether the number of selected records can be written; otherwise a sentence stops the compilation.
template <class Selected>
constexpr bool require_number()
{
    using target = std::remove_pointer_t<unwrapped_t<Selected>>;
    constexpr bool is_number =
        !std::is_null_pointer_v<target> && !std::is_const_v<target> && !std::is_floating_point_v<target>;
    static_assert(is_number,
                  "heddle: pass a pointer to an integer in device memory, to which the number of records is written");
    return is_number;
}

}  // namespace detail

#if defined(__CUDACC__)

//! Copies record indices[k] of `in` to record k of `out`, for every k below count.
//! Iterators: `indices` is a pointer to integers of any type, or another iterator that can be read on the device
//! Requires:  each index is the index of an existing record
template <class Indices>
cudaError_t gather(cudaStream_t stream, record_layout const& layout, void const* in, Indices indices, std::size_t count,
                   void* out)
{
    if constexpr (detail::require_indices<Indices>()) {
        using map = detail::mapped_records<detail::unwrapped_t<Indices>>;
        auto const arrays = detail::arrays_of_records(layout, in, out);
        if (arrays.overlap(1, count)) return cudaErrorInvalidValue;
        return detail::move_records<detail::dense_side::out>(stream, arrays, count, map{detail::unwrapped(indices)},
                                                             detail::consecutive_records());
    } else {
        return cudaErrorInvalidValue;
    }
}

//! Copies record k of `in` to record indices[k] of `out`, for every k below count. If several records have the same
//! index, record `index` of the output is one of them, or a mixture of their words.
//! Iterators: as for gather
//! Requires:  each index is the index of an existing record
template <class Indices>
cudaError_t scatter(cudaStream_t stream, record_layout const& layout, void const* in, Indices indices,
                    std::size_t count, void* out)
{
    if constexpr (detail::require_indices<Indices>()) {
        using map = detail::mapped_records<detail::unwrapped_t<Indices>>;
        auto const arrays = detail::arrays_of_records(layout, in, out);
        if (arrays.overlap(count, 1)) return cudaErrorInvalidValue;
        return detail::move_records<detail::dense_side::in>(stream, arrays, count, detail::consecutive_records(),
                                                            map{detail::unwrapped(indices)});
    } else {
        return cudaErrorInvalidValue;
    }
}

namespace device {

//! Copies the records in[k] whose flags[k] is not 0 to `out`, in the same order.
//! Flag:     bool or another type of 1 byte
//! selected: an iterator that can be written on the device; *selected is set to the number of records copied
template <class Flag, class Selected>
cudaError_t copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, record_layout const& layout,
                    void const* in, Flag const* flags, std::size_t count, void* out, Selected selected)
{
    static_assert(sizeof(Flag) == 1, "heddle: a flag must have one byte; pass bools or unsigned chars");
    if constexpr (detail::require_number<Selected>()) {
        auto const arrays = detail::arrays_of_records(layout, in, out);
        if (temporary != nullptr && arrays.overlap(count, 1)) return cudaErrorInvalidValue;
        return detail::select_records(temporary, temporary_bytes, stream, arrays,
                                      reinterpret_cast<std::uint8_t const*>(flags), count, detail::others::left_out,
                                      detail::unwrapped(selected));
    } else {
        return cudaErrorInvalidValue;
    }
}

//! Copies all records to `out`: first those whose flag is not 0, then the others, both in the same order as in `in`.
//! Flag, selected: as for copy_if
template <class Flag, class Selected>
cudaError_t partition(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, record_layout const& layout,
                      void const* in, Flag const* flags, std::size_t count, void* out, Selected selected)
{
    static_assert(sizeof(Flag) == 1, "heddle: a flag must have one byte; pass bools or unsigned chars");
    if constexpr (detail::require_number<Selected>()) {
        auto const arrays = detail::arrays_of_records(layout, in, out);
        if (temporary != nullptr && arrays.overlap(count, count)) return cudaErrorInvalidValue;
        return detail::select_records(temporary, temporary_bytes, stream, arrays,
                                      reinterpret_cast<std::uint8_t const*>(flags), count, detail::others::appended,
                                      detail::unwrapped(selected));
    } else {
        return cudaErrorInvalidValue;
    }
}

//! Sets `out` to the records of `in`, sorted by the first key, then by the second, and so on. The sort is stable.
//! Order:  numbers by their value, where -0 equals +0, and NaNs are equal and come last in both directions
//! Cost:   a radix sort of keys and record numbers for each group of keys that have at most 8 bytes together, then one
//!         gather. Numbers have 32 bits, or 64 bits for 2³² records or more
//! Errors: also std::invalid_argument if there is no key, if the layout lacks its field, or if no number of the key's
//!         type has the field's size
template <class In>
cudaError_t sort_by_field(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                          record_layout const& layout, std::vector<sort_key> const& keys, In const* in, void* out,
                          std::size_t count)
{
    auto const composed = detail::composed_keys(layout, keys, in);
    if (temporary != nullptr && detail::arrays_of_records(layout, in, out).overlap(count, count)) {
        return cudaErrorInvalidValue;
    }
    return detail::with_index(count, [&](auto index) {
        return detail::sort_records<decltype(index)>(
            temporary, temporary_bytes, stream, layout, composed, reinterpret_cast<std::byte const*>(in), count,
            [&](auto const* numbers) { return heddle::gather(stream, layout, in, numbers, count, out); });
    });
}

//! Copies the first record of each run of records with equal keys to `out`, in the same order.
//! Order:    numbers are equal as for sort_by_field. The direction of a key is ignored
//! selected: as for copy_if
//! Cost:     one pass over the records if they have less than 128 bytes, none between them, and keys of at most 8 bytes
//!           together. Otherwise one pass over the keys for each group of keys that have at most 8 bytes together, then
//!           copy_if
//! Errors:   also as for sort_by_field
template <class Selected>
cudaError_t unique_by_field(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                            record_layout const& layout, std::vector<sort_key> const& keys, void const* in, void* out,
                            std::size_t count, Selected selected)
{
    auto const composed = detail::composed_keys(layout, keys, in);
    auto const arrays = detail::arrays_of_records(layout, in, out);
    if (temporary != nullptr && arrays.overlap(count, 1)) return cudaErrorInvalidValue;
    if (composed.size() == 1 && detail::are_runs_selected_densely(arrays)) {
        return detail::select_densely(temporary, temporary_bytes, stream, arrays, detail::first_records{composed[0]},
                                      count, detail::unwrapped(selected));
    }
    detail::temporary_storage storage(temporary);
    auto* const flags = storage.take<std::uint8_t>(count);
    std::size_t select_bytes = 0;
    cudaError_t error = device::copy_if(nullptr, select_bytes, stream, layout, in, flags, count, out, selected);
    if (error != cudaSuccess) return error;
    auto* const for_selection = storage.take<std::byte>(select_bytes);
    if (storage.is_missing(temporary_bytes, error)) return error;
    for (std::size_t k = 0; k < composed.size() && error == cudaSuccess; ++k) {
        error = detail::launch(stream, detail::divide_up(count, detail::key_threads), detail::key_threads,
                               detail::mark_runs_kernel<>, static_cast<std::byte const*>(in), layout.distance(), count,
                               composed[k], k == 0, flags);
    }
    if (error != cudaSuccess) return error;
    return device::copy_if(for_selection, select_bytes, stream, layout, in, flags, count, out, selected);
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
