// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list in another order than the declarations is refused, in a kernel, too.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct sample {
    float x, y;
    int id;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, y, x, id);
#else
HEDDLE_FIELDS(sample, x, y, id);
#endif

__global__ void clear(heddle::coalesced_ptr<sample> p) { p[threadIdx.x].x = 0; }
