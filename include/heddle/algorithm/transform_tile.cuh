// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: what one block does of a transform, or of for_each: a tile, staged in and staged out.
#pragma once

#include "../config.cuh"
#include "../words.cuh"
#include "callables.cuh"
#include "element_packs.cuh"
#include "launch.cuh"
#include "sequence.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle::detail {

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

//! Results k of a group are afterwards function(in[k]...).
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Function, class Out, class... In>
HEDDLE_INLINE void transform_items(Function& function, unsigned group, Out const& out, In... in)
{
    auto results = out.template make_results<Items>(group);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Items; ++i) results.set(i, call(function, in[i]...));
    out.store(group, results);
}

//! The same where predicate(in[k]...); the other elements stay.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Function, class Predicate, class Out, class... In>
HEDDLE_INLINE void transform_items(conditional<Function, Predicate>& function, unsigned group,
                                   Out const& out, In... in)
{
    auto results = out.template load_results<Items>(group);
    bool changed = false;
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Items; ++i) {
        auto const transform = [&](auto&... value) {
            if (!function.predicate(value...)) return;
            results.set(i, function.function(value...));
            changed = true;
        };
        call(transform, in[i]...);
    }
    if (changed) out.store(group, results);
}

//! Calls visit(items, g) for every group of Items elements, then visit(one, k) for every element
//! that is left; items and one are integral constants, for the number of elements.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, unsigned Unrolled, class Block, class Visit>
HEDDLE_INLINE void for_each_group(Block const& block, unsigned count, Visit const& visit)
{
    for_each_below<Unrolled>(block, count / Items, [&](unsigned group) {
        visit(std::integral_constant<unsigned, Items>(), group);
    });
    if constexpr (Items > 1) {
        for_each_below<1>(block, count % Items, [&](unsigned k) {
            visit(std::integral_constant<unsigned, 1>(), count / Items * Items + k);
        });
    }
}

//! Element k of `out` is afterwards function(in[k]...).
//! Group: all threads of the block, converged
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, unsigned Unrolled, class Block, class Function, class Out, class... In>
HEDDLE_INLINE void transform_tile(Block const& block, unsigned count, Function& function,
                                  Out const& out, In const&... in)
{
    // An array's tile is written as a whole: where some elements stay, they are read first.
    if constexpr (is_conditional<Function>) out.begin_load();
    (in.begin_load(), ...);
    block.sync();
    if constexpr (is_conditional<Function>) out.wait();
    (in.wait(), ...);
    for_each_group<Items, Unrolled>(block, count, [&](auto items, unsigned group) {
        constexpr unsigned count_of_items = decltype(items)::value;
        transform_items<count_of_items>(function, group, out,
                                        in.template load_items<count_of_items>(group)...);
    });
    out.publish();
    block.sync();
    out.write_back();
}

//! The block's share of a transform: tile `number`.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, std::size_t... Number, class Block, class Stages, class Function,
          class Out, class... In>
HEDDLE_INLINE void transform_share(std::index_sequence<Number...>, Block const& block,
                                   Stages&& stages, std::size_t number, std::size_t count,
                                   Function& function, Out const& out, In const&... in)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    constexpr unsigned items = items_of_group<Out, In...>();
    constexpr unsigned unrolled = unrolled_elements(items * largest_staged_of<Out, In...>());
    transform_tile<items, unrolled>(
        block, left < Capacity ? static_cast<unsigned>(left) : Capacity, function,
        tile_of(block, stages.template of<0, Out>(), out + places, left),
        tile_of(block, stages.template of<Number + 1, In>(), read_only(in + places), left)...);
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
    } else if constexpr (is_staged<Iterator> && std::is_const_v<std::remove_pointer_t<Iterator>> &&
                         sizeof(value_of<Iterator>) >= 4) {
        tile.begin_load();
        block.sync();
        tile.wait();
        using element = value_of<Iterator>;
        visit_in_packs<element>(block, tile.tile(), [&](element const& value) { function(value); });
    } else {
        using element = std::remove_pointer_t<Iterator>;
        constexpr unsigned items = items_of_group<Iterator>();
        tile.begin_load();
        block.sync();
        tile.wait();
        bool changed = false;
        for_each_group<items, unrolled_elements(items * sizeof(element))>(
            block, size, [&](auto items_here, unsigned group) {
                constexpr unsigned count_of_items = decltype(items_here)::value;
                auto results = tile.template load_results<count_of_items>(group);
                bool group_changed = false;
                HEDDLE_UNROLL
                for (unsigned i = 0; i < count_of_items; ++i) {
                    std::remove_const_t<element> const before = results[i];
                    element value = before;
                    function(value);
                    if constexpr (!std::is_const_v<element>) {
                        if (same_bytes(before, value)) continue;
                        results.set(i, value);
                        group_changed = true;
                    }
                }
                if constexpr (!std::is_const_v<element>) {
                    if (group_changed) tile.store(group, results);
                }
                changed |= group_changed;
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
    transform_share<Capacity>(std::index_sequence_for<In...>(), this_block<algorithm_threads>(),
                              shared_stages<Capacity>(), blockIdx.x, count, function, out, in...);
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

#endif

}  // namespace heddle::detail
