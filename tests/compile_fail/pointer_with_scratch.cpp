// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pointer takes no scratch that a kernel owns.
// expect first: heddle: make_coalesced takes the pointer alone: pass a warp_scratch or block_scratch as the last argument of load, store and their kin, or let the pointer declare it: coalesced_ptr<T, in_block<256>> q(p), for a launch <<<grid, 256>>>

#include <heddle/coalesced_ptr.cuh>

struct particle {
    float x[7];
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
void make(particle* p, heddle::warp_scratch<particle>&)
{
    heddle::coalesced_ptr<particle, heddle::in_block<256>> const q(p);
    q[0] = q[1];
}
#else
void make(particle* p, heddle::warp_scratch<particle>& scratch)
{
    auto const q = heddle::make_coalesced(p, scratch);
    q[0] = q[1];
}
#endif
