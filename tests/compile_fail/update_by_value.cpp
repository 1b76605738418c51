// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What update calls takes the element by reference: what it does to a copy would be lost.
// expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

void reset(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p + 3, [](vec v) { v.x = 0; });
#endif
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
}
