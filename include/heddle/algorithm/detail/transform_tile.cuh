// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in a transform: one tile.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/marked_tile.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/thread_items.cuh>
#include <heddle/algorithm/detail/tile_marks.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Computes the results of batch `number`, which has Items elements. The result of an element is function(in...).
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Function, class Out, class... In>
HEDDLE_INLINE void transform_items(Function& function, unsigned number, Out const& out, In... in)
{
    auto results = out.template make_results<Items>(number);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Items; ++i) results.set(i, detail::call(function, detail::as_element(in)[i]...));
    out.store_items(number, results);
}

//! Computes the results of those items in a batch for which predicate(in...) holds, and calls chosen(i) for each such
//! item i. Does not store other results.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Function, class Predicate, class Chosen, class Out, class... In>
HEDDLE_INLINE void transform_chosen_items(conditional<Function, Predicate>& function, unsigned number,
                                          Chosen const& chosen, Out const& out, In... in)
{
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Items; ++i) {
        auto const transform = [&](auto&&... value) HEDDLE_INLINE_LAMBDA {
            if (!static_cast<bool>(detail::call(function.predicate, value...))) return;
            out.store(number * Items + i, detail::call(function.function, value...));
            chosen(i);
        };
        detail::call(transform, detail::as_element(in)[i]...);
    }
}

//! The overload with a stencil as first input, whose element alone the predicate gets. For items that are not chosen,
//! only iterators of arrays are dereferenced.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Function, class Predicate, class Chosen, class Out, class Stencil, class... In>
HEDDLE_INLINE void transform_chosen_items(conditional<of_rest<Function>, of_first<Predicate>>& function,
                                          unsigned number, Chosen const& chosen, Out const& out, Stencil stencil,
                                          In... in)
{
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Items; ++i) {
        auto const transform = [&](auto&&... item) HEDDLE_INLINE_LAMBDA {
            if (!static_cast<bool>(detail::call(function.predicate.predicate, detail::as_element(stencil)[i]))) return;
            out.store(number * Items + i, detail::call(function.function.function, item.get()...));
            chosen(i);
        };
        transform(detail::item_of(detail::as_element(in), i)...);
    }
}

//! Sets element k of `out` to function(in[k]...), for every k below count.
//! Group: all threads of the block, converged
template <unsigned Items, unsigned Unrolled, class Block, class Marks, class Function, class Out, class... In>
HEDDLE_INLINE void transform_tile(Block const& block, [[maybe_unused]] Marks& marks, unsigned count, Function& function,
                                  Out const& out, In const&... in)
{
    constexpr bool marks_chosen = !std::is_same_v<Marks, no_marks>;
    if constexpr (marks_chosen) marks.clear(block);
    (in.begin_load(), ...);
    block.sync();
    (in.wait(), ...);
    if constexpr (marks_chosen) {
        item_marker<Items, Block, Out, Marks> marker(block, out, marks);
        detail::for_each_items<Items, Unrolled>(block, count, [&](auto items, unsigned k) HEDDLE_INLINE_LAMBDA {
            constexpr unsigned count_of_items = decltype(items)::value;
            constexpr unsigned units = Marks::units_of_element;
            mark_bits<count_of_items * units> chosen;
            auto const choose = [&](unsigned i) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned u = 0; u < units; ++u) chosen.set(i * units + u, 1, true);
            };
            detail::transform_chosen_items<count_of_items>(function, k, choose, out,
                                                           in.template load_items<count_of_items>(k)...);
            marker.template mark<count_of_items>(k, chosen);
        });
        marker.write_back();
    } else {
        detail::for_each_items<Items, Unrolled>(block, count, [&](auto items, unsigned k) HEDDLE_INLINE_LAMBDA {
            constexpr unsigned count_of_items = decltype(items)::value;
            if constexpr (is_conditional<Function>) {
                detail::transform_chosen_items<count_of_items>(
                    function, k, [](unsigned) HEDDLE_INLINE_LAMBDA {}, out,
                    in.template load_items<count_of_items>(k)...);
            } else {
                detail::transform_items<count_of_items>(function, k, out, in.template load_items<count_of_items>(k)...);
            }
        });
        out.publish();
        block.sync();
        out.write_back();
    }
}

//! The marks of a transform: the bytes of the elements that the predicate chooses.
template <unsigned Capacity, class Function, class Out, bool = (is_conditional<Function> && is_staged<Out>)>
struct transform_marks {
    using type = no_marks;
};
template <unsigned Capacity, class Function, class Element>
struct transform_marks<Capacity, Function, Element*, true> {
    using type = marks_of<Capacity, Element>;
};

template <unsigned Capacity, std::size_t... Number, class Block, class Stages, class Function, class Out, class... In>
HEDDLE_INLINE void transform_share(std::index_sequence<Number...>, Block const& block, Stages&& stages,
                                   std::size_t number, std::size_t count, Function& function, Out const& out,
                                   In const&... in)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    constexpr unsigned items = items_per_thread<Out, In...>();
    constexpr unsigned unrolled = detail::unrolled_elements(items * max_staged_of<Out, In...>());
    detail::transform_tile<items, unrolled>(
        block, stages.template marks<typename transform_marks<Capacity, Function, Out>::type>(),
        left < Capacity ? static_cast<unsigned>(left) : Capacity, function,
        detail::tile_of(block, stages.template of<0, Out>(), out + places, left),
        detail::tile_of(block, stages.template of<Number + 1, In>(), detail::read_only(in + places), left)...);
}

#if defined(__CUDACC__)

template <unsigned Capacity, class Function, class Out, class... In>
__global__ void __launch_bounds__(algorithm_threads)
    transform_kernel(std::size_t count, Function function, Out out, In... in)
{
    detail::transform_share<Capacity>(std::index_sequence_for<In...>(), this_block<algorithm_threads>(),
                                      shared_stages<Capacity>(), blockIdx.x, count, function, out, in...);
}

//! Sets out[k] = function(in[k]...) for every k below count.
template <class Function, class Out, class... In>
cudaError_t transform_arrays(cudaStream_t stream, std::size_t count, Function const& function, Out const& out,
                             In const&... in)
{
    constexpr unsigned capacity = common_capacity<algorithm_threads, Out, In...>();
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads,
                          transform_kernel<capacity, Function, Out, In...>, count, function, out, in...);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
