// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies between arrays that stay in the L2 cache: by launches of their own, which are the kernels of
// contiguous.cuh, and by one kernel whose persistent blocks go round.
#pragma once

#include "contiguous.cuh"
#include "round_trip.cuh"
#include "routes/by_route.cuh"

namespace heddle_bench {

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    copy_in_rounds(std::byte const* in, std::byte* out, round_trip trip)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    for (share_walk walk(trip, blockIdx.x, gridDim.x); walk.has_share(); walk.advance()) {
        std::size_t const i = walk.share() * block_threads + threadIdx.x;
        Element const v = p[i];
        q[i] = v;
    }
}

// Shuffles alone, as trove has them: a warp moves its structs in rows of words, which it transposes in
// registers, whatever the size.

template <class Element>
inline constexpr bool copies_by_rows = moves(heddle::plan_of<Element>(), access_kind::load, true,
                                             route::rows) &&
                                       moves(heddle::plan_of<Element>(), access_kind::store, true,
                                             route::rows);

template <class Element>
__device__ __forceinline__ void copy_one_by_rows(std::byte const* in, std::byte* out, std::size_t i)
{
    Element const v = load_by<route::rows>(reinterpret_cast<Element const*>(in) + i);
    store_by<route::rows>(reinterpret_cast<Element*>(out) + i, v);
}

template <class Element>
__global__ void __launch_bounds__(block_threads)
    copy_by_rows(std::byte const* in, std::byte* out, std::size_t)
{
    copy_one_by_rows<Element>(in, out, element_index());
}

template <class Element>
__global__ void __launch_bounds__(block_threads)
    copy_by_rows_in_rounds(std::byte const* in, std::byte* out, round_trip trip)
{
    for (share_walk walk(trip, blockIdx.x, gridDim.x); walk.has_share(); walk.advance()) {
        copy_one_by_rows<Element>(in, out, walk.share() * block_threads + threadIdx.x);
    }
}

//! The same kernels as add_copies, rows, and the policy whole_warps.
template <class Element>
void add_l2_copies()
{
    element_shape const shape = shape_of<Element>();
    add_l2_copy_limit(shape);
    add_l2_copy("plain", shape, copy<Element, plain_ptr>);
    add_l2_copy("coalesced", shape, copy<Element, coalesced_ptr>);
    add_l2_copy("whole_warps", shape, copy<Element, whole_warps_ptr>);
    add_l2_copy("tile", shape, copy_tile<Element>);
    add_l2_copy("scratch", shape, copy<Element, scratch_ptr>);
    add_l2_copy("block_tile", shape, copy_block_tile<Element>, one_tile<Element>);
    if constexpr (copies_by_rows<Element>) add_l2_copy("rows", shape, copy_by_rows<Element>);
}

template <class Element>
void add_l2_rounds()
{
    element_shape const shape = shape_of<Element>();
    add_l2_round_limit(shape);
    add_l2_round("plain", shape, copy_in_rounds<Element, plain_ptr>);
    add_l2_round("coalesced", shape, copy_in_rounds<Element, coalesced_ptr>);
    add_l2_round("scratch", shape, copy_in_rounds<Element, scratch_ptr>);
    if constexpr (copies_by_rows<Element>) {
        add_l2_round("rows", shape, copy_by_rows_in_rounds<Element>);
    }
}

}  // namespace heddle_bench
