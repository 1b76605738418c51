// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// edit refuses pointers to const.
// expect: heddle: cannot write through a pointer to const T

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

void reset(heddle::coalesced_ptr<vec const> p, vec* raw)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    auto v = heddle::edit(p + 3);
    v->x = 0;
#endif
    auto w = heddle::edit(raw);
    w->x = p[3].load().x;
}
