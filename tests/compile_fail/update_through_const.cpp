// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// update refuses pointers to const.
// expect: heddle: cannot write through a pointer to const T

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

void reset(heddle::coalesced_ptr<vec const> p, vec const* raw)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
    heddle::update_if(true, raw, [](vec& v) { v.x = 0; });
#endif
    static_cast<void>(heddle::load_if(true, p + 3));
    static_cast<void>(raw);
}
