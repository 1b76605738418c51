// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code with several exits changes an element. update() loads the element once before this code, stores the element once
// after the code, and queries the active mask once (asks=1).

#include "structs.cuh"

template <class Element>
__device__ void shade(Element& e, float const* factors)
{
    float const factor = factors[this_index()];
    if (factor == 0) return;
    e.part[0] *= factor;
    for (float k = 0; k < factor; ++k) {
        e.part[1] += factor;
        if (e.part[1] > 100) return;
    }
    if (factor > 7) {
        e.part[2] = 0;
        return;
    }
    e.part[2] = e.part[1];
}

#define UPDATE(kernel, bytes, pointer)                                 \
    extern "C" __global__ void kernel(pointer p, float const* factors) \
    {                                                                  \
        heddle::update(p + this_index(), [&](floats<bytes / 4>& e) {   \
            shade(e, factors);                                         \
            asm volatile("// the end of the body");                    \
        });                                                            \
    }
using lonely = heddle::coalesced_ptr<floats<16>, heddle::lane_by_lane>;

// at most: update_12 asks=1
UPDATE(update_12, 12, heddle::coalesced_ptr<floats<3>>)
UPDATE(update_16, 16, heddle::coalesced_ptr<floats<4>>)   // at most: shuffles=0 votes=0 asks=0
UPDATE(update_28, 28, heddle::coalesced_ptr<floats<7>>)   // at most: shuffles=64 asks=1 votes=6
UPDATE(update_64, 64, heddle::coalesced_ptr<floats<16>>)  // at most: shuffles=73 asks=1
UPDATE(update_192, 192, floats<48>*)                      // at most: shuffles=217 asks=1
UPDATE(update_64_lane_by_lane, 64, lonely)                // at most: shuffles=0 votes=0 asks=0

// The lanes converge behind the body, and before the first vote, shuffle or access of the store.
// order: update_12 "end of the body" !shfl.sync !vote.sync !match !st.global bar.warp.sync match.all
// order: update_28 "end of the body" !shfl.sync !vote.sync !match !st.global bar.warp.sync match.all
// order: update_64 "end of the body" !shfl.sync !vote.sync !match !st.global bar.warp.sync match.all
// order: update_192 "end of the body" !shfl.sync !vote.sync !match !st.global bar.warp.sync match.all

// A vote determines which lanes store. The active mask is queried only once (asks=1).
// at most: update_those_changed shuffles=73 asks=1
extern "C" __global__ void update_those_changed(heddle::coalesced_ptr<floats<16>> p, float const* factors)
{
    heddle::update(p + this_index(), [&](floats<16>& e) {
        float const before = e.part[0];
        shade(e, factors);
        return e.part[0] != before;
    });
}

// at most: update_below_count shuffles=217 asks=1 merges=0
extern "C" __global__ void update_below_count(heddle::coalesced_ptr<floats<48>> p, std::size_t n)
{
    std::size_t const i = this_index();
    heddle::update_if(i < n, p + i, [](floats<48>& e) { e.part[0] *= 2; });
}

// No instruction sets registers in lanes that do not load (merges=0).
// at most: move_wanted shuffles=217 asks=2 merges=0
extern "C" __global__ void move_wanted(heddle::coalesced_ptr<floats<48> const> from,
                                       heddle::coalesced_ptr<floats<48>> to, bool const* wanted)
{
    std::size_t const i = this_index();
    heddle::store_if(wanted[i], to + i, heddle::load_if(wanted[i], from + i));
}

// at most: load_wanted_in_tile asks=0 merges=0
extern "C" __global__ void load_wanted_in_tile(floats<48> const* from, floats<48>* to, bool const* wanted)
{
    std::size_t const i = this_index();
    floats<48> const e = heddle::load_if(this_tile<32>(), wanted[i], from + i);
    if (wanted[i]) to[i] = e;
}

// For comparison: with the fallback zero, instructions set the 48 registers of lanes that do not load, on two paths.
// at most: load_wanted_or_zero asks=0 merges=96
extern "C" __global__ void load_wanted_or_zero(floats<48> const* from, floats<48>* to, bool const* wanted)
{
    std::size_t const i = this_index();
    floats<48> const e = heddle::load_if(this_tile<32>(), wanted[i], from + i, floats<48>{});
    if (wanted[i]) to[i] = e;
}

// In a scope with one exit, edit() needs as many shuffles as a load and a store.
// at most: edit_64 shuffles=73 asks=2
extern "C" __global__ void edit_64(heddle::coalesced_ptr<floats<16>> p, float factor)
{
    auto e = heddle::edit(p + this_index());
    for (float& part : e->part) part *= factor;
}

// In a scope with three exits, the compiler generates three stores. The load and each store query the active mask.
// at most: edit_by_three_exits asks=4
extern "C" __global__ void edit_by_three_exits(heddle::coalesced_ptr<floats<16>> p, float const* factors)
{
    float const factor = factors[this_index()];
    auto e = heddle::edit(p + this_index());
    if (factor == 0) return;
    e->part[0] *= factor;
    if (factor > 7) return;
    e->part[2] = e->part[1];
}
