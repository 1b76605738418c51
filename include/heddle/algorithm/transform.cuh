// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: algorithms that make each element of a sequence from those at its place in others: a tile
// a block, staged in and staged out.
//
// What the functions below share, and their documentation does not repeat:
//   Iterators: raw pointers and coalesced_ptr are arrays of structs; any other random-access iterator
//              that can be dereferenced on the device is taken as it is
//   Requires:  arrays in global memory, at addresses aligned to alignof(T); `result` may be one of
//              the inputs, and otherwise overlaps none of them; callables are called on the device,
//              once for each element, in any order
//   Stream:    the launch is asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch
#pragma once

#include "../config.cuh"
#include "../words.cuh"
#include "launch.cuh"
#include "sequence.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle {

namespace detail {

//! The numbers from `start` on.
struct counting {
    std::ptrdiff_t value;

    HEDDLE_INLINE std::ptrdiff_t operator*() const { return value; }
    HEDDLE_INLINE counting operator+(std::ptrdiff_t n) const { return {value + n}; }
};

//! Callables may take what they are given by reference.
HEDDLE_EXEC_CHECK_DISABLE
template <class Function, class... Value>
HEDDLE_INLINE decltype(auto) call(Function& function, Value&&... value)
{
    return function(value...);
}

//! Whether two elements have the same bytes; decided by the compiler where it sees that.
template <class Element>
HEDDLE_INLINE bool same_bytes(Element const& a, Element const& b)
{
    constexpr unsigned word_count = static_cast<unsigned>((sizeof(Element) + 3) / 4);
    memory_word<4> of_a[word_count], of_b[word_count];
    words_from_element(of_a, a);
    words_from_element(of_b, b);
    std::uint32_t difference = 0;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) difference |= of_a[w].part[0] ^ of_b[w].part[0];
    return difference == 0;
}

//! Element k of `out` is afterwards function(in[k]...).
//! Group: all threads of the block, converged
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Unrolled, class Block, class Function, class Out, class... In>
HEDDLE_INLINE void transform_tile(Block const& block, unsigned count, Function& function,
                                  Out const& out, In const&... in)
{
    (in.begin_load(), ...);
    block.sync();
    (in.wait(), ...);
    for_each_below<Unrolled>(block, count,
                             [&](unsigned k) { out.store(k, call(function, in.load(k)...)); });
    out.publish();
    block.sync();
    out.write_back();
}

//! The block's share of a transform: tile `number`.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, std::size_t... Number, class Block, class Stages, class Function,
          class Out, class... In>
HEDDLE_INLINE void transform_share(std::index_sequence<Number...>, Block const& block,
                                   Stages& stages, std::size_t number, std::size_t count,
                                   Function& function, Out const& out, In const&... in)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    constexpr unsigned unrolled = unrolled_elements(largest_staged_of<Out, In...>());
    transform_tile<unrolled>(block, left < Capacity ? static_cast<unsigned>(left) : Capacity,
                             function, tile_of(block, stage<0>(stages), out + places, left),
                             tile_of(block, stage<Number + 1>(stages), in + places, left)...);
}

//! The block's share of for_each: tile `number`. What a callable leaves as it was is not written.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Stage, class Function, class Iterator>
HEDDLE_INLINE void for_each_share(Block const& block, Stage& stage, std::size_t number,
                                  std::size_t count, Function& function, Iterator const& first)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
    auto const tile = tile_of(block, stage, first + static_cast<std::ptrdiff_t>(start), left);
    if constexpr (!is_array<Iterator>) {
        for_each_below<1>(block, size, [&](unsigned k) {
            auto&& element = tile.load(k);
            function(element);
        });
    } else {
        using element = std::remove_pointer_t<Iterator>;
        tile.begin_load();
        block.sync();
        tile.wait();
        bool changed = false;
        for_each_below<unrolled_elements(sizeof(element))>(block, size, [&](unsigned k) {
            std::remove_const_t<element> const before = tile.load(k);
            element value = before;
            function(value);
            if constexpr (!std::is_const_v<element>) {
                if (same_bytes(before, value)) return;
                tile.store(k, value);
                changed = true;
            }
        });
        if constexpr (!std::is_const_v<element>) {
            tile.publish();
            if (block.any(changed)) tile.write_back();
        }
    }
}

#if defined(__CUDACC__)

template <unsigned Capacity, class Function, class Out, class... In>
__global__ void __launch_bounds__(algorithm_threads)
    transform_kernel(std::size_t count, Function function, Out out, In... in)
{
    __shared__ stage_set<Capacity, Out, In...> stages;
    transform_share<Capacity>(std::index_sequence_for<In...>(), this_block<algorithm_threads>(),
                              stages, blockIdx.x, count, function, out, in...);
}

//! out[k] = function(in[k]...) for every k below count.
template <class Function, class Out, class... In>
cudaError_t transform_arrays(cudaStream_t stream, std::size_t count, Function const& function,
                             Out const& out, In const&... in)
{
    constexpr unsigned capacity = common_capacity<algorithm_threads, Out, In...>();
    return launch(stream, divide_up(count, capacity), algorithm_threads,
                  transform_kernel<capacity, Function, Out, In...>, count, function, out, in...);
}

template <unsigned Capacity, class Function, class Iterator>
__global__ void __launch_bounds__(algorithm_threads)
    for_each_kernel(std::size_t count, Function function, Iterator first)
{
    __shared__ typename stage_of<Iterator, Capacity>::type stage;
    for_each_share<Capacity>(this_block<algorithm_threads>(), stage, blockIdx.x, count, function,
                             first);
}

//! What makes constants.
template <class Value>
struct constant {
    Value value;
    HEDDLE_INLINE Value const& operator()(std::ptrdiff_t) const { return value; }
};
template <class Generator>
struct generated {
    Generator generator;
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE decltype(auto) operator()(std::ptrdiff_t) { return generator(); }
};
struct identity {
    template <class Value>
    HEDDLE_INLINE Value const& operator()(Value const& value) const
    {
        return value;
    }
};

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! result[k] = function(first[k]) for every element of [first, last).
template <class In, class Out, class Function>
cudaError_t transform(cudaStream_t stream, In first, In last, Out result, Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last - first), function,
                                    detail::unwrapped(result), detail::unwrapped(first));
}

//! result[k] = function(first1[k], first2[k]) for every element of [first1, last1).
template <class In1, class In2, class Out, class Function>
cudaError_t transform(cudaStream_t stream, In1 first1, In1 last1, In2 first2, Out result,
                      Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last1 - first1), function,
                                    detail::unwrapped(result), detail::unwrapped(first1),
                                    detail::unwrapped(first2));
}

//! result[k] = first[k].
template <class In, class Out>
cudaError_t copy(cudaStream_t stream, In first, In last, Out result)
{
    return transform(stream, first, last, result, detail::identity{});
}

//! function(first[k]) for every element, which it may change. An element of an array is a copy while
//! the callable has it, and written back if it was changed.
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

//! first[k] = function(k).
template <class Out, class Function>
cudaError_t tabulate(cudaStream_t stream, Out first, Out last, Function function)
{
    return detail::transform_arrays(stream, static_cast<std::size_t>(last - first), function,
                                    detail::unwrapped(first), detail::counting{0});
}

//! first[k] = value.
template <class Out, class Value>
cudaError_t fill(cudaStream_t stream, Out first, Out last, Value const& value)
{
    return tabulate(stream, first, last, detail::constant<Value>{value});
}

//! first[k] = generator().
template <class Out, class Generator>
cudaError_t generate(cudaStream_t stream, Out first, Out last, Generator generator)
{
    return tabulate(stream, first, last, detail::generated<Generator>{generator});
}

#endif

}  // namespace heddle
