// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that compute each element of a sequence from the elements with the same index in other sequences. Each
// block stages one tile in shared memory.
//
// For all functions below:
//   Iterators: raw pointers and coalesced_ptr are arrays of structs; any other random-access iterator is dereferenced
//              on the device
//   Requires:  arrays lie in global memory and are aligned to alignof(T); `result` is one of the inputs or does not
//              overlap them; callables can be called on the device. A callable is called once per element, in any order
//   Stream:    the launch is asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/for_each_tile.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/detail/transform_tile.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

//! Sets result[k] = function(first[k]) for every element of [first, last).
template <class In, class Out, class Function>
cudaError_t transform(cudaStream_t stream, In first, In last, Out result, Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last - first), function, detail::unwrapped(result),
                                    detail::unwrapped(first));
}

//! Sets result[k] = function(first1[k], first2[k]) for every element of [first1, last1).
template <class In1, class In2, class Out, class Function>
cudaError_t transform(cudaStream_t stream, In1 first1, In1 last1, In2 first2, Out result, Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last1 - first1), function,
                                    detail::unwrapped(result), detail::unwrapped(first1), detail::unwrapped(first2));
}

//! Sets result[k] = function(first[k]) for every k for which predicate(first[k]) holds. No other element of `result` is
//! read or written.
//! Races:    during the call, other threads may write other elements. They may not write the selected elements, which
//!           are written whole
template <class In, class Out, class Function, class Predicate>
cudaError_t transform_if(cudaStream_t stream, In first, In last, Out result, Function function, Predicate predicate)
{
    return heddle::transform(stream, first, last, result,
                             detail::conditional<Function, Predicate>{function, predicate});
}

//! Sets result[k] = function(first[k]) for every k for which predicate(stencil[k]) holds.
//! Races:    as for the overload without a stencil
template <class In, class Stencil, class Out, class Function, class Predicate>
cudaError_t transform_if(cudaStream_t stream, In first, In last, Stencil stencil, Out result, Function function,
                         Predicate predicate)
{
    using chosen = detail::conditional<detail::of_rest<Function>, detail::of_first<Predicate>>;
    return heddle::transform(stream, stencil, stencil + (last - first), first, result, chosen{{function}, {predicate}});
}

//! Sets result[k] = function(first1[k], first2[k]) for every k for which predicate(stencil[k]) holds.
//! Races:    as for the overload without a stencil
template <class In1, class In2, class Stencil, class Out, class Function, class Predicate>
cudaError_t transform_if(cudaStream_t stream, In1 first1, In1 last1, In2 first2, Stencil stencil, Out result,
                         Function function, Predicate predicate)
{
    using chosen = detail::conditional<detail::of_rest<Function>, detail::of_first<Predicate>>;
    return detail::transform_arrays(stream, static_cast<std::size_t>(last1 - first1), chosen{{function}, {predicate}},
                                    detail::unwrapped(result), detail::unwrapped(stencil), detail::unwrapped(first1),
                                    detail::unwrapped(first2));
}

//! Sets result[k] = first[k] for every element of [first, last).
template <class In, class Out>
cudaError_t copy(cudaStream_t stream, In first, In last, Out result)
{
    return heddle::transform(stream, first, last, result, detail::identity{});
}

//! Calls function(first[k]), which may change the element, for every element of [first, last). In arrays with elements
//! of up to 512 bytes, the function gets a copy of the element, of which only the changed words are written back. A
//! word is 4 bytes, counted from the start of the element.
//! Races:    a changed word is written as a whole, so a write to any of its bytes by another thread is a race. Other
//!           threads, and the callable, may write all other bytes of the array
template <class Iterator, class Function>
cudaError_t for_each(cudaStream_t stream, Iterator first, Iterator last, Function function)
{
    using sequence = detail::unwrapped_t<Iterator>;
    constexpr unsigned capacity = detail::common_capacity<detail::algorithm_threads, sequence>();
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(stream, detail::divide_up(count, capacity), detail::algorithm_threads,
                          detail::for_each_kernel<capacity, Function, sequence>, count, function,
                          detail::unwrapped(first));
}

//! Sets first[k] = function(k) for every element of [first, last).
template <class Out, class Function>
cudaError_t tabulate(cudaStream_t stream, Out first, Out last, Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last - first), function, detail::unwrapped(first),
                                    detail::counting{0});
}

//! Sets every element of [first, last) to `value`.
template <class Out, class Value>
cudaError_t fill(cudaStream_t stream, Out first, Out last, Value const& value)
{
    return heddle::tabulate(stream, first, last, detail::constant<Value>{value});
}

//! Sets first[k] = generator() for every element of [first, last).
template <class Out, class Generator>
cudaError_t generate(cudaStream_t stream, Out first, Out last, Generator generator)
{
    return heddle::tabulate(stream, first, last, detail::generated<Generator>{generator});
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
