// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel of adjacent_difference. A block stages a tile, and reads the element before the tile from global memory.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Sets result[k] = operation(first[k], first[k - 1]) for the elements of tile `number`, and result[0] = first[0].
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Stages, class Element, class Result, class Operation>
HEDDLE_INLINE void difference_share(Block const& block, Stages&& stages, std::size_t number, Element const* first,
                                    std::size_t count, Result* result, Operation& operation)
{
    std::size_t const start = number * Capacity;
    unsigned const size = count - start < Capacity ? static_cast<unsigned>(count - start) : Capacity;
    auto const in = detail::tile_of(block, stages.template of<0, Element const*>(), first + start, size);
    auto const out = detail::tile_of(block, stages.template of<1, Result*>(), result + start, size);
    in.begin_load();
    block.sync();
    in.wait();
    detail::for_each_below<unrolled_elements(sizeof(Element))>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        auto const own = in.load(k);
        if (k > 0) {
            auto const before = in.load(k - 1);
            out.store(k, detail::call(operation, own, before));
        } else if (start > 0) {
            out.store(k, detail::call(operation, own, first[start - 1]));
        } else {
            out.store(k, detail::as_element(own));
        }
    });
    out.publish();
    block.sync();
    out.write_back();
}

#if defined(__CUDACC__)

template <unsigned Capacity, class Element, class Result, class Operation>
__global__ void __launch_bounds__(algorithm_threads)
    difference_kernel(Element const* first, std::size_t count, Result* result, Operation operation)
{
    detail::difference_share<Capacity>(this_block<algorithm_threads>(), shared_stages<Capacity>(), blockIdx.x, first,
                                       count, result, operation);
}

//! Sets result[k] = operation(first[k], first[k - 1]) for every k from 1 to count - 1, and result[0] = first[0].
//! Requires: the arrays do not overlap
template <class Element, class Result, class Operation>
cudaError_t difference_arrays(cudaStream_t stream, Element const* first, std::size_t count, Result* result,
                              Operation const& operation)
{
    constexpr unsigned capacity = common_capacity<algorithm_threads, Element const*, Result*>();
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads,
                          difference_kernel<capacity, Element, Result, Operation>, first, count, result, operation);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
