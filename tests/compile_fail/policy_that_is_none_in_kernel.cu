// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What is no policy, in the parameter of a kernel.
// expect first: heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last argument of load, store and their kin

#include <heddle/heddle.cuh>

struct particle {
    float x[7];
};
#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using policy = heddle::in_block<256>;
#else
using policy = heddle::block_scratch<particle, 256>;
#endif

__global__ void copy(heddle::coalesced_ptr<particle, policy> to, particle const* from)
{
    to[threadIdx.x] = from[threadIdx.x];
}
