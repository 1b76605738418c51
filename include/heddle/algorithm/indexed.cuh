// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters structs through a map of indices, and adds them to structs at indices. Each thread has one
// struct; the threads of a warp move their structs together.
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
#include <heddle/atomic.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/policy.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns coalesced_ptr<T> for arrays of T, and other iterators unchanged.
template <class Iterator>
constexpr auto indexed_side(Iterator const& iterator)
{
    auto const first = detail::unwrapped(iterator);
    if constexpr (is_array<unwrapped_t<Iterator>>) {
        return heddle::make_coalesced(first);
    } else {
        return first;
    }
}
template <class Iterator>
using indexed_side_t = decltype(detail::indexed_side(std::declval<Iterator const&>()));

//! Assigns input[from] to result[to], with the element type's operator=.
template <class In, class Out>
HEDDLE_INLINE void move_element(In const& input, std::ptrdiff_t from, Out const& result, std::ptrdiff_t to)
{
    if constexpr (is_coalesced<In>) {
        detail::assign_to(result + to, (*(input + from)).heddle_load());
    } else {
        // Not auto: *iterator may be a proxy reference, which reads the element only when the proxy is converted.
        value_of<In> const value = *(input + from);
        detail::assign_to(result + to, value);
    }
}

//! Returns a coalesced_ptr to the records that a kernel changes, for any pointer that make_coalesced takes. Of the
//! pointer's policy, only the scope remains, because the other properties belong to kernels of the caller.
template <class Pointer>
constexpr auto changed_side(Pointer const& pointer)
{
    auto const first = heddle::make_coalesced(pointer);
    constexpr bool is_system = decltype(first)::policy_type::value.scope == memory_scope::system;
    using policy = std::conditional_t<is_system, system_scope, by_plan>;
    return coalesced_ptr<pointee_t<decltype(first)>, policy>(first.get());
}
template <class Pointer>
using changed_side_t = decltype(detail::changed_side(std::declval<Pointer const&>()));

//! Adds deltas[from] to out[to].
template <auto... Member, class In, class Out>
HEDDLE_INLINE void add_element(In const& deltas, std::ptrdiff_t from, Out const& out, std::ptrdiff_t to)
{
    if constexpr (is_coalesced<In>) {
        auto const delta = (*(deltas + from)).heddle_load();
        heddle::atomic_add<Member...>(out + to, detail::as_element(delta));
    } else {
        value_of<In> const delta = *(deltas + from);
        heddle::atomic_add<Member...>(out + to, delta);
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
    detail::move_element(input, static_cast<std::ptrdiff_t>(*(map + place)), result, place);
}

template <class In, class Map, class Out>
__global__ void __launch_bounds__(indexed_threads) scatter_kernel(std::size_t count, In input, Map map, Out result)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    detail::move_element(input, place, result, static_cast<std::ptrdiff_t>(*(map + place)));
}

template <class In, class Map, class Out, auto... Member>
__global__ void __launch_bounds__(indexed_threads) scatter_add_kernel(std::size_t count, In deltas, Map map, Out out)
{
    std::size_t const k = element_of_thread();
    if (k >= count) return;
    auto const place = static_cast<std::ptrdiff_t>(k);
    detail::add_element<Member...>(deltas, place, out, static_cast<std::ptrdiff_t>(*(map + place)));
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

//! Adds deltas[k] to out[indices[k]] for every k below count, as heddle::atomic_add does: all members, or those that
//! are named, as in scatter_add<&T::x, &T::y>(stream, deltas, indices, count, out). Several deltas may have the same
//! index. The order in which these are added is not determined, whereas device::deterministic_scatter_add always has
//! the same.
//! Requires: `out` is a pointer that atomic_add takes. Of its policy, only the scope of atomic operations applies
template <auto... Member, class In, class Map, class Out>
cudaError_t scatter_add(cudaStream_t stream, In deltas, Map indices, std::size_t count, Out out)
{
    using maps = detail::unwrapped_t<Map>;
    return detail::launch(
        stream, detail::divide_up(count, detail::indexed_threads), detail::indexed_threads,
        detail::scatter_add_kernel<detail::indexed_side_t<In>, maps, detail::changed_side_t<Out>, Member...>, count,
        detail::indexed_side(deltas), detail::unwrapped(indices), detail::changed_side(out));
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
