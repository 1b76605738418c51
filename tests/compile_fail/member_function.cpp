// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// member<> names a field, not a function.
// expect: heddle: member<> takes a pointer to a data member, as in member<&T::x>()

#include <heddle/coalesced_ptr.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

float length(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[0].member<&vec::length>();
#endif
    return p[0].member<&vec::x>();
}
