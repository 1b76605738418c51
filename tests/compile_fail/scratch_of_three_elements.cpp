// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A stage holds a power of two of elements.
// expect: heddle: the capacity of a warp_scratch must be 1, 2, 4, 8, 16 or 32 elements

#include <heddle/scratch.cuh>

struct vec {
    float x, y, z, w, t;
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::warp_scratch<vec, 4> scratch;
#else
heddle::warp_scratch<vec, 3> scratch;
#endif
