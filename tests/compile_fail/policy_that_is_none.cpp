// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What is no policy, in the place of one.
// expect first: heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last argument of load, store and their kin
// expect: coalesced_ptr<particle, int>
// expect: coalesced_ptr<particle, heddle::block_scratch<particle, 256
// expect: coalesced_ptr<particle, particle>

#include <heddle/coalesced_ptr.cuh>

struct particle {
    float x[7];
};
using scratch_type = heddle::block_scratch<particle, 256>;

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::coalesced_ptr<particle, heddle::in_block<256>> a;
heddle::coalesced_ptr<particle, heddle::lane_by_lane> b;
heddle::coalesced_ptr<particle> c;
#else
heddle::coalesced_ptr<particle, int> a;
heddle::coalesced_ptr<particle, scratch_type> b;
heddle::coalesced_ptr<particle, particle> c;
#endif
