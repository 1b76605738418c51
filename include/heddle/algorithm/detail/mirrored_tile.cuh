// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of reverse, reverse_copy and swap_ranges. A block stages a tile and its counterpart, which lies at the
// same distance from the other end of the sequence, or at the same place of the other sequence.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Which element of the counterpart belongs to an element: the one at the same place, or at the mirrored place.
enum class counterpart { same_place, mirrored };

//! Returns the start of the counterpart of a tile of `size` elements that begins at `start`.
template <counterpart Which>
HEDDLE_INLINE std::ptrdiff_t counterpart_of_tile(std::size_t start, unsigned size, std::size_t count)
{
    return static_cast<std::ptrdiff_t>(Which == counterpart::mirrored ? count - start - size : start);
}

//! Swaps tile `number` of first[0 … count - 1] with its counterpart in second[0 … count - 1].
template <counterpart Which, unsigned Capacity, class Block, class Stages, class Element>
HEDDLE_INLINE void swap_share(Block const& block, Stages&& stages, std::size_t number, Element* first, Element* second,
                              std::size_t count)
{
    std::size_t const start = number * Capacity;
    unsigned const size = count - start < Capacity ? static_cast<unsigned>(count - start) : Capacity;
    auto const a = detail::tile_of(block, stages.template of<0, Element*>(), first + start, size);
    auto const b = detail::tile_of(block, stages.template of<1, Element*>(),
                                   second + detail::counterpart_of_tile<Which>(start, size, count), size);
    a.begin_load();
    b.begin_load();
    block.sync();
    a.wait();
    b.wait();
    detail::for_each_below<unrolled_elements(sizeof(Element))>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        unsigned const other = Which == counterpart::mirrored ? size - 1 - k : k;
        auto const of_a = a.load(k);
        auto const of_b = b.load(other);
        a.store(k, of_b);
        b.store(other, of_a);
    });
    a.publish();
    b.publish();
    block.sync();
    a.begin_write_back();
    b.begin_write_back();
    a.await_write_back();
    b.await_write_back();
}

//! Writes tile `number` of a reversed copy of first[0 … count - 1].
template <unsigned Capacity, class Block, class Stages, class Element>
HEDDLE_INLINE void reverse_copy_share(Block const& block, Stages&& stages, std::size_t number, Element const* first,
                                      std::size_t count, Element* result)
{
    std::size_t const start = number * Capacity;
    unsigned const size = count - start < Capacity ? static_cast<unsigned>(count - start) : Capacity;
    auto const in =
        detail::tile_of(block, stages.template of<0, Element const*>(),
                        first + detail::counterpart_of_tile<counterpart::mirrored>(start, size, count), size);
    auto const out = detail::tile_of(block, stages.template of<1, Element*>(), result + start, size);
    in.begin_load();
    block.sync();
    in.wait();
    detail::for_each_below<unrolled_elements(sizeof(Element))>(
        block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA { out.store(k, in.load(size - 1 - k)); });
    out.publish();
    block.sync();
    out.write_back();
}

#if defined(__CUDACC__)

template <counterpart Which, unsigned Capacity, class Element>
__global__ void __launch_bounds__(algorithm_threads) swap_kernel(Element* first, Element* second, std::size_t count)
{
    detail::swap_share<Which, Capacity>(this_block<algorithm_threads>(), shared_stages<Capacity>(), blockIdx.x, first,
                                        second, count);
}

template <unsigned Capacity, class Element>
__global__ void __launch_bounds__(algorithm_threads)
    reverse_copy_kernel(Element const* first, std::size_t count, Element* result)
{
    detail::reverse_copy_share<Capacity>(this_block<algorithm_threads>(), shared_stages<Capacity>(), blockIdx.x, first,
                                         count, result);
}

//! Swaps the elements of first[0 … count - 1] with their counterparts in second[0 … count - 1].
template <counterpart Which, class Element>
cudaError_t swap_arrays(cudaStream_t stream, Element* first, Element* second, std::size_t count)
{
    constexpr unsigned capacity = common_capacity<algorithm_threads, Element*, Element*>();
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads, swap_kernel<Which, capacity, Element>,
                          first, second, count);
}

//! Sets result[k] = first[count - 1 - k] for every k below count.
template <class Element>
cudaError_t reverse_copy_array(cudaStream_t stream, Element const* first, std::size_t count, Element* result)
{
    constexpr unsigned capacity = common_capacity<algorithm_threads, Element const*, Element*>();
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads, reverse_copy_kernel<capacity, Element>,
                          first, count, result);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
