// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// masked_copy, masked_gather, masked_scatter: some lanes of each warp move structs. Either these lanes access pointers
// in a branch, or the whole warp calls load_if and store_if (tile).
#pragma once

#include "moves.cuh"

namespace heddle_bench::masked {

//! A motion in which only the lanes in the mask `lanes` take part.
template <class Motion>
struct of_lanes : Motion {
    std::uint32_t lanes;
    __device__ __forceinline__ bool takes(std::size_t) const { return (lanes >> threadIdx.x % lane_count & 1u) != 0; }
};

template <class Element, class Motion>
__global__ void __launch_bounds__(block_threads) move_if(std::byte const* in, std::byte* out, of_lanes<Motion> places)
{
    auto const warp = this_warp();
    std::size_t const i = element_index();
    bool const valid = places.takes(i);
    // Lanes without an element do not read the index.
    bool const indexed = Motion::kind != motion::copy && !valid;
    std::size_t const source = indexed ? 0 : places.source(i);
    std::size_t const target = indexed ? 0 : places.target(i);
    Element const v = heddle::load_if(warp, valid, reinterpret_cast<Element const*>(in) + source, Element{});
    heddle::store_if(warp, valid, reinterpret_cast<Element*>(out) + target, v);
}

//! Returns a mask of the first `lanes` lanes or, if is_scattered, of `lanes` lanes all over the warp. For each number
//! of lanes, the mask is always the same.
inline std::uint32_t mask_of(bool is_scattered, unsigned lanes)
{
    constexpr permutation shuffled(lane_count);
    std::uint32_t mask = 0;
    for (unsigned k = 0; k < lanes; ++k) mask |= 1u << (is_scattered ? shuffled(k) : k);
    return mask;
}

template <class Element, class Motion>
void add_motion(char const* pattern, bool is_scattered, unsigned lanes)
{
    std::uint32_t const mask = mask_of(is_scattered, lanes);
    std::string const label = label_of<Element>() + (is_scattered ? "/scattered" : "/prefix") + std::to_string(lanes);
    using masked_motion = of_lanes<Motion>;
    // Half an array suffices, because there are many masks, and their effect does not depend on the size of the array.
    std::size_t const count = element_count(sizeof(Element), array_bytes() / 2);
    auto const run = [=](move_kernel<masked_motion> kernel) -> launcher {
        return [=] {
            auto places = places_of<masked_motion>(count);
            places.lanes = mask;
            launch_kernel(kernel, blocks_of(count), block_threads, arrays().in, arrays().out, places);
        };
    };
    auto* const plain = move<Element, masked_motion, plainly>;
    auto const add = [&](char const* variant, move_kernel<masked_motion> kernel) {
        measurement m = measure_moves<Element, Motion>(count, run(kernel), run(plain));
        m.bytes *= static_cast<double>(lanes) / lane_count;
        add_measurement(name_of(pattern, variant, label), m);
    };
    add("plain", plain);
    add("coalesced", move<Element, masked_motion, coalesced>);
    add("whole_warps", move<Element, masked_motion, through<whole_warps_ptr>>);
    add("tile", move_if<Element, Motion>);
    add("scratch", move<Element, masked_motion, with_scratch>);
}

template <class Element>
void add()
{
    for (bool const is_scattered : {false, true}) {
        for (unsigned const lanes : {1, 4, 8, 12, 16, 17, 20, 24, 28, 31}) {
            add_motion<Element, in_order>("masked_copy", is_scattered, lanes);
        }
        for (unsigned const lanes : {1, 8, 16, 28}) {
            add_motion<Element, gathers>("masked_gather", is_scattered, lanes);
            add_motion<Element, scatters>("masked_scatter", is_scattered, lanes);
        }
    }
}

}  // namespace heddle_bench::masked
