// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pointer does not lose its policy unasked.
// expect: lane_by_lane

#include <heddle/coalesced_ptr.cuh>

heddle::coalesced_ptr<float> by_plan(heddle::coalesced_ptr<float, heddle::lane_by_lane> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return p;
#endif
    return heddle::coalesced_ptr<float>(p);
}
