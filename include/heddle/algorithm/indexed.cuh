// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs taken from, or brought to, the places that a map says: one struct a thread, the
// warps' structs together.
//
// What the functions below share, and their documentation does not repeat:
//   Iterators: raw pointers and coalesced_ptr are arrays of structs; any other random-access iterator
//              that can be dereferenced on the device is taken as it is, and so is every map
//   Requires:  arrays in global memory, at addresses aligned to alignof(T), that do not overlap; maps
//              of integers, each the place of an element that there is
//   Stream:    the launch is asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch
#pragma once

#include "../coalesced_ptr.cuh"
#include "../config.cuh"
#include "../detail/host_code.hpp"
#include "detail/assign.cuh"
#include "detail/launch.cuh"
#include "detail/sequence.cuh"
#include "detail/tile_sizes.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heddle {

namespace detail {

//! coalesced_ptr<T> from arrays of T; other iterators as they are.
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

//! result[to] = input[from], assigned as elements themselves would be.
template <class In, class Out>
HEDDLE_INLINE void move_element(In const& input, std::ptrdiff_t from, Out const& result,
                                std::ptrdiff_t to)
{
    if constexpr (is_coalesced<In>) {
        assign_to(result + to, (*(input + from)).heddle_load());
    } else {
        // By its own type: what an iterator gives may be a reference that reads late.
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
__global__ void __launch_bounds__(indexed_threads)
    gather_kernel(std::size_t count, Map map, In input, Out result)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    move_element(input, static_cast<std::ptrdiff_t>(*(map + place)), result, place);
}

template <class In, class Map, class Out>
__global__ void __launch_bounds__(indexed_threads)
    scatter_kernel(std::size_t count, In input, Map map, Out result)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    move_element(input, place, result, static_cast<std::ptrdiff_t>(*(map + place)));
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! result[k] = input[map_first[k]] for every k below map_last - map_first.
template <class Map, class In, class Out>
cudaError_t gather(cudaStream_t stream, Map map_first, Map map_last, In input, Out result)
{
    using map = detail::unwrapped_t<Map>;
    auto const count = static_cast<std::size_t>(map_last - map_first);
    return detail::launch(
        stream, detail::divide_up(count, detail::indexed_threads), detail::indexed_threads,
        detail::gather_kernel<map, detail::indexed_side_t<In>, detail::indexed_side_t<Out>>, count,
        detail::unwrapped(map_first), detail::indexed_side(input), detail::indexed_side(result));
}

//! result[map[k]] = first[k] for every element of [first, last). Where several go to one place, one
//! of them is there afterwards, whole or in parts.
template <class In, class Map, class Out>
cudaError_t scatter(cudaStream_t stream, In first, In last, Map map, Out result)
{
    using maps = detail::unwrapped_t<Map>;
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(
        stream, detail::divide_up(count, detail::indexed_threads), detail::indexed_threads,
        detail::scatter_kernel<detail::indexed_side_t<In>, maps, detail::indexed_side_t<Out>>,
        count, detail::indexed_side(first), detail::unwrapped(map), detail::indexed_side(result));
}

#endif

}  // namespace heddle
