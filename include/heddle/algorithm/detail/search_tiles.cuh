// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels that find the first place at which a test holds: for an element, for the elements of two sequences at the
// same place, or for two neighbors. All blocks run at the same time, and share the tiles. A block stops when an earlier
// place is known.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/reduce_tile.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/this_block.cuh>
#include <heddle/block/tile_pipeline.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/instructions/atomics.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The memory of a block that searches: stages for the tiles of one sequence or two.
template <unsigned Capacity, class... Element>
struct search_memory;
template <unsigned Capacity, class Element>
struct search_memory<Capacity, Element> {
    tile_stages<Element, Capacity, reduce_stages> stages;
    unsigned first;  // the first place in the tile for which the test holds
};
template <unsigned Capacity, class Element, class Other>
struct search_memory<Capacity, Element, Other> : search_memory<Capacity, Element> {
    tile_stages<Other, Capacity, reduce_stages> others;
};

//! Visits the block's tiles, for which next() returns true, until holds(start, k) is true for an element k of a tile
//! that begins at place `start`. Then sets found = count - (start + k) for the first such k, unless `found` is larger.
//! Stops, too, if `found` shows that an earlier place is known.
template <unsigned Capacity, class Block, class Next, class Holds>
HEDDLE_INLINE void search_tiles(Block const& block, std::uint64_t& found, unsigned& first_in_tile,
                                block_of_many const& share, std::size_t count, Next const& next, Holds const& holds)
{
    bool const is_first_thread = block.thread_rank() == 0, is_alone = share.count == 1;
    if (is_first_thread) first_in_tile = Capacity;
    if (is_first_thread && is_alone) found = 0;
    block.sync();
    for (std::size_t start = share.index * Capacity; next(); start += share.count * Capacity) {
        // A single block knows what it has found. Each read of global memory would delay a tile.
        bool const is_late = is_first_thread && !is_alone && detail::read_shared_word(found) >= count - start;
        unsigned const size = count - start < Capacity ? static_cast<unsigned>(count - start) : Capacity;
        unsigned own = Capacity;
        detail::for_each_below<4>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            if (holds(start, k)) own = k < own ? k : own;
        });
        if (own < Capacity) detail::fetch_min(first_in_tile, own);
        if (!block.any(is_late || own < Capacity)) continue;
        if (is_first_thread && first_in_tile < Capacity) detail::fetch_max(found, count - start - first_in_tile);
        break;
    }
}

#if defined(__CUDACC__)

//! Finds the first k for which test(in[k]) holds.
template <unsigned Capacity, class Test, class Element>
__global__ void __launch_bounds__(reduce_threads)
    search_kernel(std::uint64_t* found, std::size_t count, Test test, Element const* in)
{
    __shared__ search_memory<Capacity, Element> memory;
    this_block<reduce_threads> const block;
    auto const share = block_of_many::in_grid();
    auto tiles = heddle::read_tiles(block, memory.stages, in, count, share);
    detail::search_tiles<Capacity>(
        block, *found, memory.first, share, count, [&]() HEDDLE_INLINE_LAMBDA { return tiles.next(); },
        [&](std::size_t, unsigned k) HEDDLE_INLINE_LAMBDA {
            auto value = tiles.tile().heddle_load(k);
            return static_cast<bool>(detail::call(test, value));
        });
}

//! Finds the first k for which test(in[k], others[k]) holds.
template <unsigned Capacity, class Test, class Element, class Other>
__global__ void __launch_bounds__(reduce_threads)
    search_both_kernel(std::uint64_t* found, std::size_t count, Test test, Element const* in, Other const* others)
{
    __shared__ search_memory<Capacity, Element, Other> memory;
    this_block<reduce_threads> const block;
    auto const share = block_of_many::in_grid();
    auto tiles = heddle::read_tiles(block, memory.stages, in, count, share);
    auto tiles_of_others = heddle::read_tiles(block, memory.others, others, count, share);
    detail::search_tiles<Capacity>(
        block, *found, memory.first, share, count,
        [&]() HEDDLE_INLINE_LAMBDA {
            bool const exists = tiles.next();
            return tiles_of_others.next() && exists;
        },
        [&](std::size_t, unsigned k) HEDDLE_INLINE_LAMBDA {
            auto value = tiles.tile().heddle_load(k);
            auto other = tiles_of_others.tile().heddle_load(k);
            return static_cast<bool>(detail::call(test, value, other));
        });
}

//! Finds the first k for which k + 1 is below `count` and test(in[k], in[k + 1]) holds.
template <unsigned Capacity, class Test, class Element>
__global__ void __launch_bounds__(reduce_threads)
    search_neighbors_kernel(std::uint64_t* found, std::size_t count, Test test, Element const* in)
{
    __shared__ search_memory<Capacity, Element> memory;
    this_block<reduce_threads> const block;
    auto const share = block_of_many::in_grid();
    auto tiles = heddle::read_tiles(block, memory.stages, in, count, share);
    detail::search_tiles<Capacity>(
        block, *found, memory.first, share, count, [&]() HEDDLE_INLINE_LAMBDA { return tiles.next(); },
        [&](std::size_t start, unsigned k) HEDDLE_INLINE_LAMBDA {
            if (start + k + 1 >= count) return false;
            auto const tile = tiles.tile();
            auto value = tile.heddle_load(k);
            carried_t<Element> after =
                k + 1 < tile.size() ? tile.heddle_load(k + 1) : detail::as_carried(in[start + k + 1]);
            return static_cast<bool>(detail::call(test, value, after));
        });
}

template <class Test, class... Element>
using search_function = void (*)(std::uint64_t*, std::size_t, Test, Element const*...);

//! Sets *found = count - k for the first k that the kernel finds, or *found = 0 without such a k.
//! Requires: count > 0
template <class Test, class... Element>
cudaError_t launch_search(search_function<Test, Element...> kernel, resident_block_counts& known, unsigned capacity,
                          cudaStream_t stream, std::uint64_t* found, std::size_t count, Test const& test,
                          Element const*... in)
{
    std::size_t blocks = 1;
    if (!detail::is_for_single_block(count, capacity)) {
        cudaError_t status =
            detail::count_resident_blocks(blocks, known, kernel, reduce_threads, resident_reduce_blocks);
        if (status == cudaSuccess) status = cudaMemsetAsync(found, 0, sizeof *found, stream);
        if (status != cudaSuccess) return status;
        std::size_t const tiles = divide_up(count, capacity);
        blocks = tiles < blocks ? tiles : blocks;
    }
    return detail::launch(stream, blocks, reduce_threads, kernel, found, count, test, in...);
}

template <class... Element>
constexpr unsigned search_capacity()
{
    return heddle::tile_capacity(max_staged_of<Element*...>(), reduce_threads,
                                 best_tile_bytes(reduce_threads) / sizeof...(Element));
}

//! Sets *found = count - k for the first k for which test(in[k]) holds, or *found = 0 without such a k.
template <class Test, class Element>
cudaError_t search_array(cudaStream_t stream, std::uint64_t* found, std::size_t count, Test const& test,
                         Element const* in)
{
    static resident_block_counts known;
    constexpr unsigned capacity = detail::search_capacity<Element>();
    return detail::launch_search<Test, Element>(search_kernel<capacity, Test, Element>, known, capacity, stream, found,
                                                count, test, in);
}

//! The same for test(in[k], others[k]).
template <class Test, class Element, class Other>
cudaError_t search_arrays(cudaStream_t stream, std::uint64_t* found, std::size_t count, Test const& test,
                          Element const* in, Other const* others)
{
    static resident_block_counts known;
    constexpr unsigned capacity = detail::search_capacity<Element, Other>();
    return detail::launch_search<Test, Element, Other>(search_both_kernel<capacity, Test, Element, Other>, known,
                                                       capacity, stream, found, count, test, in, others);
}

//! The same for test(in[k], in[k + 1]), for every k below count - 1.
template <class Test, class Element>
cudaError_t search_neighbors(cudaStream_t stream, std::uint64_t* found, std::size_t count, Test const& test,
                             Element const* in)
{
    static resident_block_counts known;
    constexpr unsigned capacity = detail::search_capacity<Element>();
    return detail::launch_search<Test, Element>(search_neighbors_kernel<capacity, Test, Element>, known, capacity,
                                                stream, found, count, test, in);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
