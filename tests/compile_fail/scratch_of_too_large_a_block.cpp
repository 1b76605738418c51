// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Scratch for a block that no GPU runs.
// expect: heddle: a block has from 1 to 1024 threads

#include <heddle/scratch.cuh>

struct vec {
    float x, y, z, w, t;
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::block_scratch<vec, 1024> scratch;
#else
heddle::block_scratch<vec, 2048> scratch;
#endif
