// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses to write a field.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/coalesced_ptr.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

float flatten(heddle::coalesced_ptr<vec const> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[3].member<&vec::z>() = 0.0f;
#endif
    return p[3].member<&vec::z>();
}
