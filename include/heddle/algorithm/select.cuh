// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that select elements of a sequence and keep their order: copies, removals, partitions and runs of equal
// elements. Each element is read once, and written at most once.
//
// For all functions below:
//   Temporary: as for reduce (reduce.cuh)
//   Iterators: as for transform (transform.cuh); arrays may have elements of up to 16 KiB
//   Requires:  results and inputs do not overlap, unless the function says otherwise; callables can be called on the
//              device, and always return the same result for the same element; elements are trivially copyable
//   selected:  an iterator that can be written on the device; *selected is set to the number of selected elements, a
//              std::ptrdiff_t. If `selected` points to another type of numbers, the count is converted to this type,
//              which may be too small for the count
//   Stream:    the call is asynchronous and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes is too small
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/markers.cuh>
#include <heddle/algorithm/detail/select_kernels.cuh>
#include <heddle/algorithm/detail/select_tile.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/transform.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace device {

//! Copies to `result` the elements of [first, last) for which predicate(element) holds.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Predicate>
cudaError_t copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last, Out result,
                    Selected selected, Predicate predicate)
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result, detail::discard{},
                                    detail::predicate_marker<detail::selected_if::holds, Predicate>{predicate},
                                    selected);
}

//! Copies to `result` the elements first[k] for which predicate(stencil[k]) holds.
//! In place: `result` may be `first`, and the stencil may be `first`, too
template <class In, class Stencil, class Out, class Selected, class Predicate>
cudaError_t copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                    Stencil stencil, Out result, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(
        temporary, temporary_bytes, stream, first, last, result, detail::discard{},
        detail::stencil_marker<detail::selected_if::holds, Stencil, Predicate>{stencil, predicate}, selected);
}

//! Copies to `result` the elements of [first, last) for which predicate(element) does not hold.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Predicate>
cudaError_t remove_copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                           Out result, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result, detail::discard{},
                                    detail::predicate_marker<detail::selected_if::fails, Predicate>{predicate},
                                    selected);
}

//! Moves to the front those elements of [first, last) for which predicate(element) does not hold. The elements after
//! them, up to `last`, are unspecified.
template <class Iterator, class Selected, class Predicate>
cudaError_t remove_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Iterator first, Iterator last,
                      Selected selected, Predicate predicate)
{
    static_assert(detail::is_array<detail::unwrapped_t<Iterator>>,
                  "heddle: remove_if works in place, on an array; pass a pointer, or use "
                  "remove_copy_if");
    return device::remove_copy_if(temporary, temporary_bytes, stream, first, last, first, selected, predicate);
}

//! Copies the first element of each run of equal elements in [first, last) to `result`.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Equal = detail::are_equal>
cudaError_t unique_copy(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                        Out result, Selected selected, Equal equal = {})
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result, detail::discard{},
                                    detail::unique_marker<Equal>{equal}, selected);
}

//! Moves to the front the first element of each run of equal elements in [first, last). The elements after them, up to
//! `last`, are unspecified.
template <class Iterator, class Selected, class Equal = detail::are_equal>
cudaError_t unique(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Iterator first, Iterator last,
                   Selected selected, Equal equal = {})
{
    static_assert(detail::is_array<detail::unwrapped_t<Iterator>>,
                  "heddle: unique works in place, on an array; pass a pointer, or use unique_copy");
    return device::unique_copy(temporary, temporary_bytes, stream, first, last, first, selected, equal);
}

//! Copies the elements of [first, last) for which predicate(element) holds to `result`, and all others to `rejected`.
//! In place: `result` may be `first`
template <class In, class Out, class Others, class Selected, class Predicate>
cudaError_t partition_copy(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                           Out result, Others rejected, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result, rejected,
                                    detail::predicate_marker<detail::selected_if::holds, Predicate>{predicate},
                                    selected);
}

//! Moves to the front those elements of [first, last) for which predicate(element) holds. The other elements follow.
//! Cost:     the other elements are also written to temporary storage and read from there
template <class Iterator, class Selected, class Predicate>
cudaError_t partition(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Iterator first, Iterator last,
                      Selected selected, Predicate predicate)
{
    using sequence = detail::unwrapped_t<Iterator>;
    static_assert(detail::is_array<sequence>,
                  "heddle: partition works in place, on an array; pass a pointer, or use "
                  "partition_copy");
    using element = std::remove_pointer_t<sequence>;
    constexpr unsigned capacity = detail::common_capacity<detail::algorithm_threads, element*, element const*>();
    auto const count = static_cast<std::size_t>(last - first);
    detail::temporary_storage storage(temporary);
    auto* const words = detail::take_words<sequence>(storage, count);
    auto* const aside = storage.take<element>(count);
    auto* const kept = storage.take<std::uint64_t>(1);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    element* const array = detail::unwrapped(first);
    detail::shared_count<detail::unwrapped_t<Selected>> const told{detail::unwrapped(selected), kept};
    status = detail::select_elements(words, stream, array, count, array, aside,
                                     detail::predicate_marker<detail::selected_if::holds, Predicate>{predicate}, told);
    if (status != cudaSuccess) return status;
    return detail::launch(stream, detail::divide_up(count, capacity), detail::algorithm_threads,
                          detail::append_kernel<capacity, element>, array, static_cast<element const*>(aside), count,
                          static_cast<std::uint64_t const*>(kept));
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
