// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters structs through a map of indices. Each thread has one struct; the threads of a warp move their
// structs together.
//
// For all functions below:
//   Iterators: raw pointers and coalesced_ptr are arrays of structs; any other random-access iterator, and every map,
//              is dereferenced on the device
//   Requires:  arrays lie in global memory, are aligned to alignof(T), and do not overlap; the elements of a map are
//              integers, each of which is the index of an existing element
//   Stream:    the launch is asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heddle {

namespace detail {

//! Returns coalesced_ptr<T> for arrays of T, and other iterators unchanged.
template <class Iterator>
constexpr auto indexed_side(Iterator const& iterator)
{
    auto const first = unwrapped(iterator);
    if constexpr (is_array<unwrapped_t<Iterator>>) {
        return make_coalesced(first);
    } else {
        return first;
    }
}
template <class Iterator>
using indexed_side_t = decltype(indexed_side(std::declval<Iterator const&>()));

//! Assigns input[from] to result[to], with the element type's operator=.
template <class In, class Out>
HEDDLE_INLINE void move_element(In const& input, std::ptrdiff_t from, Out const& result, std::ptrdiff_t to)
{
    if constexpr (is_coalesced<In>) {
        assign_to(result + to, (*(input + from)).heddle_load());
    } else {
        // Not auto: *iterator may be a proxy reference, which reads the element only when the proxy is converted.
        value_of<In> const value = *(input + from);
        assign_to(result + to, value);
    }
}

#if defined(__CUDACC__)

__device__ __forceinline__ std::size_t element_of_thread()
{
    return std::size_t{blockIdx.x} * indexed_threads + threadIdx.x;
}

template <class Map, class In, class Out>
__global__ void __launch_bounds__(indexed_threads) gather_kernel(std::size_t count, Map map, In input, Out result)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    move_element(input, static_cast<std::ptrdiff_t>(*(map + place)), result, place);
}

template <class In, class Map, class Out>
__global__ void __launch_bounds__(indexed_threads) scatter_kernel(std::size_t count, In input, Map map, Out result)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    move_element(input, place, result, static_cast<std::ptrdiff_t>(*(map + place)));
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! Sets result[k] = input[map_first[k]] for every k below map_last - map_first.
template <class Map, class In, class Out>
cudaError_t gather(cudaStream_t stream, Map map_first, Map map_last, In input, Out result)
{
    using map = detail::unwrapped_t<Map>;
    auto const count = static_cast<std::size_t>(map_last - map_first);
    return detail::launch(stream, detail::divide_up(count, detail::indexed_threads), detail::indexed_threads,
                          detail::gather_kernel<map, detail::indexed_side_t<In>, detail::indexed_side_t<Out>>, count,
                          detail::unwrapped(map_first), detail::indexed_side(input), detail::indexed_side(result));
}

//! Sets result[map[k]] = first[k] for every element of [first, last). If several elements have the same index,
//! result[index] is one of these elements, or a mixture of their words.
template <class In, class Map, class Out>
cudaError_t scatter(cudaStream_t stream, In first, In last, Map map, Out result)
{
    using maps = detail::unwrapped_t<Map>;
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(stream, detail::divide_up(count, detail::indexed_threads), detail::indexed_threads,
                          detail::scatter_kernel<detail::indexed_side_t<In>, maps, detail::indexed_side_t<Out>>, count,
                          detail::indexed_side(first), detail::unwrapped(map), detail::indexed_side(result));
}

#endif

}  // namespace heddle
