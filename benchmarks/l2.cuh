// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies between arrays that stay in the L2 cache: by launches of their own, which are the kernels of
// contiguous.cuh in smaller blocks, and by one kernel whose persistent blocks go round.
#pragma once

#include "contiguous.cuh"
#include "l2_measurement.cuh"
#include "round_trip.cuh"
#include "routes/by_route.cuh"

namespace heddle_bench {

template <class T>
using l2_scratch_ptr = heddle::coalesced_ptr<T, heddle::in_block<l2_block_threads>>;

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(l2_block_threads)
    copy_in_rounds(std::byte const* in, std::byte* out, round_trip trip)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    for (share_walk walk(trip, blockIdx.x, gridDim.x); walk.has_share(); walk.advance()) {
        std::size_t const i = walk.share() * l2_block_threads + threadIdx.x;
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
__global__ void __launch_bounds__(l2_block_threads)
    copy_by_rows(std::byte const* in, std::byte* out, std::size_t)
{
    copy_one_by_rows<Element>(in, out, element_index<l2_block_threads>());
}

template <class Element>
__global__ void __launch_bounds__(l2_block_threads)
    copy_by_rows_in_rounds(std::byte const* in, std::byte* out, round_trip trip)
{
    for (share_walk walk(trip, blockIdx.x, gridDim.x); walk.has_share(); walk.advance()) {
        copy_one_by_rows<Element>(in, out, walk.share() * l2_block_threads + threadIdx.x);
    }
}

template <class Element, template <class> class Pointer>
void add_l2_copy_by(char const* access)
{
    add_l2_copy(access, shape_of<Element>(), copy<Element, Pointer, l2_block_threads>,
                l2_block_share);
}

//! The same kernels as add_copies, rows, and the policy whole_warps.
template <class Element>
void add_l2_copies()
{
    element_shape const shape = shape_of<Element>();
    add_l2_copy_limit(shape);
    add_l2_copy_by<Element, plain_ptr>("plain");
    add_l2_copy_by<Element, coalesced_ptr>("coalesced");
    add_l2_copy_by<Element, whole_warps_ptr>("whole_warps");
    add_l2_copy_by<Element, l2_scratch_ptr>("scratch");
    add_l2_copy("tile", shape, copy_tile<Element, l2_block_threads>, l2_block_share);
    add_l2_copy("block_tile", shape, copy_block_tile<Element>, one_tile<Element>);
    if constexpr (copies_by_rows<Element>) {
        add_l2_copy("rows", shape, copy_by_rows<Element>, l2_block_share);
    }
}

template <class Element>
void add_l2_rounds()
{
    element_shape const shape = shape_of<Element>();
    add_l2_round_limit(shape);
    add_l2_round("plain", shape, copy_in_rounds<Element, plain_ptr>);
    add_l2_round("coalesced", shape, copy_in_rounds<Element, coalesced_ptr>);
    add_l2_round("scratch", shape, copy_in_rounds<Element, l2_scratch_ptr>);
    if constexpr (copies_by_rows<Element>) {
        add_l2_round("rows", shape, copy_by_rows_in_rounds<Element>);
    }
}

}  // namespace heddle_bench
