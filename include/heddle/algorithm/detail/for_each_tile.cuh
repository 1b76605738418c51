// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in for_each: the block stages a tile, calls the function, and writes the changed words back.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/element_packs.cuh>
#include <heddle/algorithm/detail/marked_tile.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/thread_items.cuh>
#include <heddle/algorithm/detail/tile_marks.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Iterator>
inline constexpr bool is_constant_array = is_array<Iterator>&& std::is_const_v<std::remove_pointer_t<Iterator>>;

//! Calls the function for each element of tile `number`. Writes only words that the function changes.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Stages, class Function, class Iterator>
HEDDLE_INLINE void for_each_share(Block const& block, Stages&& stages, std::size_t number, std::size_t count,
                                  Function& function, Iterator const& first)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
    auto const begin = first + static_cast<std::ptrdiff_t>(start);
    if constexpr (!is_staged<Iterator>) {
        detail::for_each_below<1>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            if constexpr (is_constant_array<Iterator>) {
                auto const element = heddle::make_coalesced(begin + k)[0].heddle_load();
                detail::call(function, element);
            } else {
                auto&& element = *(begin + k);
                detail::call(function, element);
            }
        });
    } else {
        using element = value_of<Iterator>;
        constexpr bool reads_only = is_constant_array<Iterator>;
        constexpr unsigned items = items_per_thread<Iterator>();
        auto const tile = detail::tile_of(block, stages.template of<0, Iterator>(), begin, left);
        if constexpr (!reads_only) stages.template marks<marks_of<Capacity, element>>().clear(block);
        tile.begin_load();
        block.sync();
        tile.wait();
        if constexpr (reads_only && sizeof(element) >= 4) {
            detail::visit_in_packs<element>(
                block, tile.tile(), [&](element const& value) HEDDLE_INLINE_LAMBDA { detail::call(function, value); });
        } else if constexpr (reads_only) {
            detail::for_each_items<items, unrolled_elements(items * sizeof(element))>(
                block, size, [&](auto items_here, unsigned k) HEDDLE_INLINE_LAMBDA {
                    constexpr unsigned count_of_items = decltype(items_here)::value;
                    auto const values = tile.template load_items<count_of_items>(k);
                    HEDDLE_UNROLL
                    for (unsigned i = 0; i < count_of_items; ++i) detail::call(function, detail::as_element(values)[i]);
                });
        } else {
            using marks_type = marks_of<Capacity, element>;
            item_marker<items, Block, std::remove_const_t<decltype(tile)>, marks_type> marker(
                block, tile, stages.template marks<marks_type>());
            detail::for_each_items<items, unrolled_elements(items * sizeof(element))>(
                block, size, [&](auto items_here, unsigned k) HEDDLE_INLINE_LAMBDA {
                    constexpr unsigned count_of_items = decltype(items_here)::value;
                    auto results = tile.template load_results<count_of_items>(k);
                    mark_bits<count_of_items * marks_type::units_of_element> changed;
                    HEDDLE_UNROLL
                    for (unsigned i = 0; i < count_of_items; ++i) {
                        carried_t<element> const before = detail::as_carried(results[i]);
                        carried_t<element> value = before;
                        detail::call(function, value);
                        detail::mark_changes<marks_type::unit_bytes>(changed, i, before, value);
                        results.set(i, value);
                    }
                    if (changed.any()) tile.store_items(k, results);
                    marker.template mark<count_of_items>(k, changed);
                });
            marker.write_back();
        }
    }
}

#if defined(__CUDACC__)

template <unsigned Capacity, class Function, class Iterator>
__global__ void __launch_bounds__(algorithm_threads)
    for_each_kernel(std::size_t count, Function function, Iterator first)
{
    detail::for_each_share<Capacity>(this_block<algorithm_threads>(), shared_stages<Capacity>(), blockIdx.x, count,
                                     function, first);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
