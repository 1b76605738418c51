// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same in a kernel, also where the load is written out, and where copying is deleted.
// expect: heddle: the copy constructor of T must not be explicit or deleted, because loads return a T

#include <heddle/coalesced_ptr.cuh>

struct sample {
    float x, y, z, w, t;
    sample() = default;
    sample(sample const&) = delete;
    sample& operator=(sample const&) = default;
};

__global__ void clear(heddle::coalesced_ptr<sample> p)
{
    p[threadIdx.x] = sample{};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[threadIdx.x].load();
#endif
    p->y = 0;
}
