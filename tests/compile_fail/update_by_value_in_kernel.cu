// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same of a device function in a kernel.
// expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

__device__ void clear(vec v) { v.x = 0; }
__device__ void clear_in_place(vec& v) { v.x = 0; }

__global__ void reset(heddle::coalesced_ptr<vec> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p + threadIdx.x, clear);
#endif
    heddle::update(p + threadIdx.x, clear_in_place);
}
