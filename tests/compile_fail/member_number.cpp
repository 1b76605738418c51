// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// member<> names a field, not a position.
// expect: heddle: member<> takes a pointer to a data member, as in member<&T::x>()

#include <heddle/coalesced_ptr.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

float first(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[0].member<0>();
#endif
    return p[0].member<&vec::x>();
}
