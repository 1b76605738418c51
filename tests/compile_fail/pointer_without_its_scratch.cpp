// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pointer through the user's scratch is not made without it.
// expect: heddle: this policy needs its scratch: write make_coalesced(p, scratch)

#include <heddle/coalesced_ptr.cuh>

struct particle {
    float x[7];
};
using scratch_type = heddle::warp_scratch<particle>;

auto make(particle* p, scratch_type& scratch)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    static_cast<void>(scratch);
    return heddle::coalesced_ptr<particle, heddle::with_scratch<scratch_type>>(p);
#else
    return heddle::make_coalesced(p, scratch);
#endif
}
