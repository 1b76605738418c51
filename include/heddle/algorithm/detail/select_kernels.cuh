// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of selections, and their launches.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/select_memory.cuh>
#include <heddle/algorithm/detail/select_tile.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/detail/transform_tile.cuh>
#include <heddle/bitwise_copyable.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

#if defined(__CUDACC__)

template <unsigned Capacity, class In, class Out, class Others, class Marker, class Selected>
__global__ void __launch_bounds__(select_threads)
    select_kernel(look_back<count_states> shared, In first, std::size_t count, Out out, Others others, Marker marker,
                  Selected selected)
{
    using element = value_of<In>;
    __shared__ select_memory<element, Capacity, unselected_by<Others>> memory;
    detail::select_share(this_block<select_threads>(), memory, shared, first, count, out, others, marker, selected);
}

template <class Selected>
__global__ void write_count_kernel(Selected selected)
{
    detail::write_count(selected, 0);
}

//! Launches a selection for any function of select.cuh. `words` has look_back_words() words for the number of tiles.
template <class In, class Out, class Others, class Marker, class Selected>
cudaError_t select_elements(std::uint64_t* words, cudaStream_t stream, In const& first, std::size_t count,
                            Out const& out, Others const& others, Marker const& marker, Selected const& selected)
{
    constexpr unsigned capacity = select_capacity<value_of<In>, unselected_by<Others>>();
    std::size_t const tiles = divide_up(count, capacity);
    if (tiles == 0) return detail::launch(stream, 1, 1, write_count_kernel<Selected>, selected);
    if (tiles > 1) {
        std::size_t const word_count = look_back_words<count_states>(tiles);
        cudaError_t const status = cudaMemsetAsync(words, 0, word_count * sizeof(std::uint64_t), stream);
        if (status != cudaSuccess) return status;
    }
    bool const ordered = !std::is_pointer_v<In> || detail::is_in_place(first, out);
    auto const shared = look_back_in<count_states>(words, tiles, ordered);
    return detail::launch(stream, tiles, select_threads, select_kernel<capacity, In, Out, Others, Marker, Selected>,
                          shared, first, count, out, others, marker, selected);
}

template <class In>
std::uint64_t* take_words(temporary_storage& storage, std::size_t count)
{
    using element = value_of<In>;
    static_assert(is_movable_v<element>,
                  "heddle: selected elements must be trivially copyable; specialize "
                  "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
    static_assert(sizeof(element) <= max_selected_bytes,
                  "heddle: elements of more than 16 KiB are too large to be selected; select their "
                  "indices");
    // The smaller of the two tile sizes needs more words.
    constexpr unsigned least = select_capacity<element, unselected::stored>();
    return storage.take<std::uint64_t>(look_back_words<count_states>(divide_up(count, least)));
}

template <class In, class Out, class Others, class Marker, class Selected>
cudaError_t select_two_phase(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In const& first,
                             In const& last, Out const& out, Others const& others, Marker const& marker,
                             Selected const& selected)
{
    temporary_storage storage(temporary);
    auto const count = static_cast<std::size_t>(last - first);
    auto* const words = detail::take_words<unwrapped_t<In>>(storage, count);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    return detail::select_elements(words, stream, detail::unwrapped(first), count, detail::unwrapped(out),
                                   detail::unwrapped(others), marker, detail::unwrapped(selected));
}

//! Appends the elements in `aside`, which were not selected, to the selected elements.
template <unsigned Capacity, class Element>
__global__ void __launch_bounds__(algorithm_threads)
    append_kernel(Element* first, Element const* aside, std::size_t count, std::uint64_t const* selected)
{
    auto const kept = static_cast<std::size_t>(*selected);
    std::size_t const rest = count - kept;
    if (std::size_t{blockIdx.x} * Capacity >= rest) return;
    identity function;
    detail::transform_share<Capacity>(std::make_index_sequence<1>(), this_block<algorithm_threads>(),
                                      shared_stages<Capacity>(), blockIdx.x, rest, function, first + kept, aside);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
