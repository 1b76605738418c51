// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Accesses by some lanes of a warp. For the shuffles and votes of a converged warp, ptxas generates one version of the
// code. For those of a diverged warp, ptxas generates a second version for lanes that are not converged. The key
// `doubted` is the number of checks (BRA.DIV) that choose between the versions.
// A store by the active lanes checks convergence in up to six places. Each check precedes one of these operations:
//   1. the shuffle and the vote on distant elements
//   2. the vote on whole words
//   3. the vote on the lanes of a compacted group
//   4. the votes of compacted groups
//   5. the shuffles of compacted groups
//   6. the last barrier of compacted groups
// A store of 60 bytes checks convergence only in places 1, 3 and 6.

#include "structs.cuh"

// at most: gather_in_loop doubted=6
extern "C" __global__ void gather_in_loop(heddle::coalesced_ptr<floats<8> const> from,
                                          heddle::coalesced_ptr<floats<8>> to, int const* index, unsigned count)
{
    for (unsigned i = this_index(); i < count; i += gridDim.x * blockDim.x) to[i] = from[index[i]];
}

// at most: gather_in_loop_of_whole_warps doubted=0
extern "C" __global__ void gather_in_loop_of_whole_warps(
    heddle::coalesced_ptr<floats<8> const, heddle::whole_warps> from,
    heddle::coalesced_ptr<floats<8>, heddle::whole_warps> to, int const* index, unsigned count)
{
    for (unsigned i = this_index(); i < count; i += gridDim.x * blockDim.x) to[i] = from[index[i]];
}

// at most: store_at_exits doubted=9
extern "C" __global__ void store_at_exits(heddle::coalesced_ptr<floats<15>> paths, float const* hits, unsigned count)
{
    std::size_t const i = this_index();
    if (i >= count) return;
    floats<15> path = paths[i];
    float const hit = hits[i];
    if (hit < 0) {
        path.part[0] = hit;
        paths[i] = path;
        return;
    }
    if (path.part[14] > hit) {
        path.part[14] *= hit;
        paths[i] = path;
        return;
    }
    path.part[7] = sqrtf(hit);
    paths[i] = path;
}

// at most: copy_quads_by_warps doubted=0
extern "C" __global__ void copy_quads_by_warps(quads<4> const* from, quads<4>* to, unsigned count)
{
    auto const tile = this_tile();
    for (unsigned i = this_index(); i / 32 < count / 32; i += gridDim.x * blockDim.x) {
        heddle::store(tile, to + i, heddle::load(tile, from + i));
    }
}
