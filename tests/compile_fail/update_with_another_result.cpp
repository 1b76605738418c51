// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What update calls returns nothing or a bool: any other result would be lost.
// expect: heddle: what update calls returns nothing, or as a bool whether the element is to be stored

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

void reset(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p + 3, [](vec& v) { return v.x = 0; });
#endif
    heddle::update(p + 3, [](vec& v) { return v.x > 0; });
}
