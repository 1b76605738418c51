// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective store refuses a pointer to const.
// expect: heddle: cannot store through a pointer to const T

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

vec reset(heddle::emulated_group<32> const& tile, vec const* p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::store(tile, p, vec{});
#endif
    return heddle::load(tile, p);
}
