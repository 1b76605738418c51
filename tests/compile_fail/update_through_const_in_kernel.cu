// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// In kernels, too, update and store_if refuse pointers to const.
// expect: heddle: cannot write through a pointer to const T

#include <heddle/update.cuh>

struct vec {
    float x, y, z, w, t;
};

__global__ void reset(heddle::coalesced_ptr<vec const> p, heddle::coalesced_ptr<vec> q)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p + threadIdx.x, [](vec& v) { v.x = 0; });
    heddle::store_if(threadIdx.x < 7, p + threadIdx.x, vec{});
#endif
    heddle::update(q + threadIdx.x, [](vec& v) { v.x = 0; });
    heddle::store_if(threadIdx.x < 7, q + threadIdx.x, vec{});
}
