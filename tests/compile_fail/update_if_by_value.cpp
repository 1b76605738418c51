// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same of a generic lambda that returns a bool.
// expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

void reset(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update_if(true, p + 3, [](auto v) { return v.x++ > 0; });
#endif
    heddle::update_if(true, p + 3, [](auto const& v) { return v.x > 0; });
}
