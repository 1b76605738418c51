// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that keep some elements of a sequence, in their order: copies, removals,
// partitions and runs of equals. Each element is read once and written once, if at all.
//
// What the functions below share, and their documentation does not repeat:
//   Temporary: as for reduce (reduce.cuh)
//   Iterators: as for transform (transform.cuh); arrays may have elements of up to 16 KiB
//   Requires:  results and inputs do not overlap, unless told otherwise; callables are called on the
//              device and always give the same answer; elements are trivially copyable
//   selected:  where the number of elements that are kept is written, as a std::ptrdiff_t or, by a pointer
//              to numbers, as one of those: any iterator that can be written to on the device. It is not
//              read, and may be of a type that the number does not fit
//   Stream:    asynchronous, and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes are too few
#pragma once

#include "../config.cuh"
#include "detail/launch.cuh"
#include "detail/markers.cuh"
#include "detail/select_tile.cuh"
#include "detail/sequence.cuh"
#include "detail/temporary.cuh"
#include "transform.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle {

namespace detail {

struct itself {
    template <class T>
    HEDDLE_INLINE T const& operator()(T const& value) const
    {
        return value;
    }
};

#if defined(__CUDACC__)

template <unsigned Capacity, class In, class Wanted, class Others, class Marker, class Selected>
__global__ void __launch_bounds__(select_threads)
    select_kernel(look_back<count_states> shared, In first, std::size_t count, Wanted wanted,
                  Others others, Marker marker, Selected selected)
{
    using element = value_of<In>;
    __shared__ select_memory<element, Capacity, !std::is_same_v<Others, discard>> memory;
    select_share(this_block<select_threads>(), memory, shared, first, count, wanted, others, marker,
                 selected);
}

template <class Selected>
__global__ void write_count_kernel(Selected selected)
{
    write_count(selected, 0);
}

//! The work of all functions below. `words` are look_back_words() of the tiles, for look_back_in().
template <class In, class Wanted, class Others, class Marker, class Selected>
cudaError_t select_elements(std::uint64_t* words, cudaStream_t stream, In const& first,
                            std::size_t count, Wanted const& wanted, Others const& others,
                            Marker const& marker, Selected const& selected)
{
    constexpr unsigned capacity = select_capacity<value_of<In>, !std::is_same_v<Others, discard>>();
    std::size_t const tiles = divide_up(count, capacity);
    if (tiles == 0) return launch(stream, 1, 1, write_count_kernel<Selected>, selected);
    if (tiles > 1) {
        std::size_t const word_count = look_back_words<count_states>(tiles);
        cudaError_t const status =
            cudaMemsetAsync(words, 0, word_count * sizeof(std::uint64_t), stream);
        if (status != cudaSuccess) return status;
    }
    bool const ordered = !std::is_pointer_v<In> || is_in_place(first, wanted);
    auto const shared = look_back_in<count_states>(words, tiles, ordered);
    return launch(stream, tiles, select_threads,
                  select_kernel<capacity, In, Wanted, Others, Marker, Selected>, shared, first,
                  count, wanted, others, marker, selected);
}

template <class In>
std::uint64_t* take_words(temporary_storage& storage, std::size_t count)
{
    using element = value_of<In>;
    static_assert(is_bitwise_copyable_v<element>,
                  "heddle: elements must be trivially copyable to be selected, because their bytes "
                  "are moved by other lanes");
    static_assert(sizeof(element) <= max_selected_bytes,
                  "heddle: elements of more than 16 KiB are too large to be selected: select their "
                  "indices");
    // Enough with tiles of either size.
    constexpr unsigned least = select_capacity<element, true>();
    return storage.take<std::uint64_t>(look_back_words<count_states>(divide_up(count, least)));
}

template <class In, class Wanted, class Others, class Marker, class Selected>
cudaError_t select_two_phase(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                             In const& first, In const& last, Wanted const& wanted,
                             Others const& others, Marker const& marker, Selected const& selected)
{
    temporary_storage storage(temporary);
    auto const count = static_cast<std::size_t>(last - first);
    auto* const words = take_words<unwrapped_t<In>>(storage, count);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    return select_elements(words, stream, unwrapped(first), count, unwrapped(wanted),
                           unwrapped(others), marker, unwrapped(selected));
}

//! The elements that were set aside follow the selected ones.
template <unsigned Capacity, class Element>
__global__ void __launch_bounds__(algorithm_threads)
    append_kernel(Element* first, Element const* aside, std::size_t count,
                  std::uint64_t const* selected)
{
    auto const kept = static_cast<std::size_t>(*selected);
    std::size_t const rest = count - kept;
    if (std::size_t{blockIdx.x} * Capacity >= rest) return;
    itself function;
    transform_share<Capacity>(std::make_index_sequence<1>(), this_block<algorithm_threads>(),
                              shared_stages<Capacity>(), blockIdx.x, rest, function, first + kept,
                              aside);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! Writes to `result` the elements of [first, last) of which predicate(element) holds.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Predicate>
cudaError_t copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first,
                    In last, Out result, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result,
                                    detail::discard{},
                                    detail::predicate_marker<true, Predicate>{predicate}, selected);
}

//! Writes to `result` the elements first[k] for which predicate(stencil[k]) holds.
//! In place: `result` may be `first`; the stencil may be `first` too
template <class In, class Stencil, class Out, class Selected, class Predicate>
cudaError_t copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first,
                    In last, Stencil stencil, Out result, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(
        temporary, temporary_bytes, stream, first, last, result, detail::discard{},
        detail::stencil_marker<true, Stencil, Predicate>{stencil, predicate}, selected);
}

//! Writes to `result` the elements of [first, last) of which predicate(element) does not hold.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Predicate>
cudaError_t remove_copy_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           In first, In last, Out result, Selected selected, Predicate predicate)
{
    return detail::select_two_phase(
        temporary, temporary_bytes, stream, first, last, result, detail::discard{},
        detail::predicate_marker<false, Predicate>{predicate}, selected);
}

//! Moves the elements of [first, last) of which predicate(element) does not hold to `first`. What is
//! after them afterwards, up to `last`, is of no use.
template <class Iterator, class Selected, class Predicate>
cudaError_t remove_if(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                      Iterator first, Iterator last, Selected selected, Predicate predicate)
{
    static_assert(detail::is_array<detail::unwrapped_t<Iterator>>,
                  "heddle: remove_if works in place, on an array: pass a pointer, or use "
                  "remove_copy_if");
    return remove_copy_if(temporary, temporary_bytes, stream, first, last, first, selected,
                          predicate);
}

//! Writes to `result` the first of each run of elements in [first, last) that are equal to the one
//! before.
//! In place: `result` may be `first`
template <class In, class Out, class Selected, class Equal = detail::are_equal>
cudaError_t unique_copy(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                        In first, In last, Out result, Selected selected, Equal equal = {})
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result,
                                    detail::discard{}, detail::unique_marker<Equal>{equal},
                                    selected);
}

//! Moves the first of each run of equal elements in [first, last) to `first`. What is after them
//! afterwards, up to `last`, is of no use.
template <class Iterator, class Selected, class Equal = detail::are_equal>
cudaError_t unique(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                   Iterator first, Iterator last, Selected selected, Equal equal = {})
{
    static_assert(detail::is_array<detail::unwrapped_t<Iterator>>,
                  "heddle: unique works in place, on an array: pass a pointer, or use unique_copy");
    return unique_copy(temporary, temporary_bytes, stream, first, last, first, selected, equal);
}

//! Writes the elements of [first, last) of which predicate(element) holds to `result`, the others to
//! `rejected`, both in their order.
//! In place: `result` may be `first`
template <class In, class Out, class Others, class Selected, class Predicate>
cudaError_t partition_copy(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           In first, In last, Out result, Others rejected, Selected selected,
                           Predicate predicate)
{
    return detail::select_two_phase(temporary, temporary_bytes, stream, first, last, result,
                                    rejected, detail::predicate_marker<true, Predicate>{predicate},
                                    selected);
}

//! Moves the elements of [first, last) of which predicate(element) holds before the others; both
//! keep their order.
//! Cost:     beside the rest, the others are written to temporary storage and read again
template <class Iterator, class Selected, class Predicate>
cudaError_t partition(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                      Iterator first, Iterator last, Selected selected, Predicate predicate)
{
    using sequence = detail::unwrapped_t<Iterator>;
    static_assert(detail::is_array<sequence>,
                  "heddle: partition works in place, on an array: pass a pointer, or use "
                  "partition_copy");
    using element = std::remove_pointer_t<sequence>;
    constexpr unsigned capacity =
        detail::common_capacity<detail::algorithm_threads, element*, element const*>();
    auto const count = static_cast<std::size_t>(last - first);
    detail::temporary_storage storage(temporary);
    auto* const words = detail::take_words<sequence>(storage, count);
    auto* const aside = storage.take<element>(count);
    auto* const kept = storage.take<std::uint64_t>(1);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    element* const array = detail::unwrapped(first);
    detail::shared_count<detail::unwrapped_t<Selected>> const told{detail::unwrapped(selected),
                                                                   kept};
    status = detail::select_elements(words, stream, array, count, array, aside,
                                     detail::predicate_marker<true, Predicate>{predicate}, told);
    if (status != cudaSuccess) return status;
    return detail::launch(stream, detail::divide_up(count, capacity), detail::algorithm_threads,
                          detail::append_kernel<capacity, element>, array,
                          static_cast<element const*>(aside), count,
                          static_cast<std::uint64_t const*>(kept));
}

#endif

}  // namespace heddle
