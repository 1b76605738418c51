// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective store to consecutive elements refuses a pointer to const.
// expect: heddle: cannot store through a pointer to const T

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

vec reset(heddle::emulated_group<32> const& tile, heddle::coalesced_ptr<vec const> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::store_contiguous(tile, p, vec{}, 20);
#endif
    return heddle::load_contiguous(tile, p, 20);
}
