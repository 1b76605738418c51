// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses to write a field in a kernel, too.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/heddle.cuh>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

__global__ void move(heddle::coalesced_ptr<vec const> from, heddle::coalesced_ptr<vec> to)
{
    to[threadIdx.x].member<&vec::x>() = from[threadIdx.x].member<&vec::y>();
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    from[threadIdx.x].member<&vec::x>() = 1.0f;
#endif
}
