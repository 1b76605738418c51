// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses assignment of a value.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/coalesced_ptr.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

vec reset(heddle::coalesced_ptr<vec const> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[3] = vec{};
#endif
    return p[3];
}
