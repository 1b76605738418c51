// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies, random gathers and random scatters by some lanes of each warp: through pointers under a branch, and by
// load_if and store_if of a whole tile.

#include "harness.cuh"
#include "permutation.cuh"

#include <heddle/heddle.cuh>

#include <string>

namespace heddle_bench {
namespace {

__device__ __forceinline__ bool is_wanted(std::uint32_t lanes)
{
    return (lanes >> threadIdx.x % lane_count & 1u) != 0;
}

//! Where element i comes from, and where it goes, if it is wanted.
struct places {
    std::size_t source, target;
};
template <masked_kind Kind>
__device__ __forceinline__ places places_of(std::size_t i, bool wanted, std::uint32_t const* index)
{
    if constexpr (Kind == masked_kind::copy) return {i, i};
    std::size_t const k = wanted ? index[i] : 0;
    return Kind == masked_kind::gather ? places{k, i} : places{i, k};
}

template <masked_kind Kind, class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    move_masked(std::byte const* in, std::byte* out, std::uint32_t const* index,
                std::uint32_t lanes, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    if (is_wanted(lanes)) {
        places const at = places_of<Kind>(i, true, index);
        Element const v = p[at.source];
        q[at.target] = v;
    }
}

//! The collectives need whole tiles, and `count` is a multiple of the block.
template <masked_kind Kind, class Element>
__global__ void __launch_bounds__(block_threads)
    move_masked_tile(std::byte const* in, std::byte* out, std::uint32_t const* index,
                     std::uint32_t lanes, std::size_t)
{
    auto const tile = this_warp();
    std::size_t const i = element_index();
    bool const wanted = is_wanted(lanes);
    places const at = places_of<Kind>(i, wanted, index);
    Element const v =
        heddle::load_if(tile, wanted, reinterpret_cast<Element const*>(in) + at.source, Element{});
    heddle::store_if(tile, wanted, reinterpret_cast<Element*>(out) + at.target, v);
}

// ---- the masks ----

lane_mask prefix_of(unsigned lanes)
{
    return {"prefix" + std::to_string(lanes), (1u << lanes) - 1};
}

//! So many lanes, all over the warp, and always the same ones.
lane_mask scattered(unsigned lanes)
{
    constexpr permutation shuffled(lane_count);
    std::uint32_t mask = 0;
    for (unsigned k = 0; k < lanes; ++k) mask |= 1u << shuffled(k);
    return {"scattered" + std::to_string(lanes), mask};
}

template <masked_kind Kind, class Element>
void add_moves(lane_mask const& mask)
{
    element_shape const shape = shape_of<Element>();
    add_masked(Kind, "plain", shape, mask, move_masked<Kind, Element, plain_ptr>);
    add_masked(Kind, "coalesced", shape, mask, move_masked<Kind, Element, coalesced_ptr>);
    add_masked(Kind, "whole_warps", shape, mask, move_masked<Kind, Element, whole_warps_ptr>);
    add_masked(Kind, "tile", shape, mask, move_masked_tile<Kind, Element>);
    add_masked(Kind, "scratch", shape, mask, move_masked<Kind, Element, scratch_ptr>);
}

template <class Element>
void add_for(benchmark_kind kind)
{
    if (kind != benchmark_kind::masked) return;
    for (auto const make_mask : {prefix_of, scattered}) {
        for (unsigned const lanes : {1, 4, 8, 12, 16, 17, 20, 24, 28, 31}) {
            add_moves<masked_kind::copy, Element>(make_mask(lanes));
        }
        for (unsigned const lanes : {1, 8, 16, 28}) {
            add_moves<masked_kind::gather, Element>(make_mask(lanes));
            add_moves<masked_kind::scatter, Element>(make_mask(lanes));
        }
    }
}

register_part const parts[] = {
    register_part({16, add_for<element<16, 16>>}),  register_part({44, add_for<element<44, 4>>}),
    register_part({52, add_for<element<52, 4>>}),   register_part({20, add_for<element<20, 4>>}),
    register_part({28, add_for<element<28, 4>>}),   register_part({36, add_for<element<36, 4>>}),
    register_part({64, add_for<element<64, 4>>}),   register_part({96, add_for<element<96, 4>>}),
    register_part({128, add_for<element<128, 4>>}), register_part({12, add_for<element<12, 4>>}),
    register_part({24, add_for<element<24, 4>>}),
};

}  // namespace
}  // namespace heddle_bench
