// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of const elements refuses to be written.
// expect: heddle: cannot write to a block_tile<T const>

#include <heddle/block/block_tile.cuh>

struct vec {
    float x, y, z, w, t;
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using element = vec;
#else
using element = vec const;
#endif

void reset(heddle::block_tile<element> const& tile) { tile.store(0, vec{}); }
