// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same of a type whose fields HEDDLE_FIELDS names, in a kernel.
// expect: heddle: the destructor of T must do nothing, because copies of its bytes are not destroyed

#include <heddle/coalesced_ptr.cuh>

struct sample {
    float x, y, z;
    int id;
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    __device__ ~sample() {}
#endif
};
HEDDLE_FIELDS(sample, x, y, z, id);

__global__ void copy(heddle::coalesced_ptr<sample> p) { p[threadIdx.x] = p[threadIdx.x + 32]; }
