// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// More shared memory than any block has.
// expect: heddle: no block has more than 227 KiB of shared memory: take tiles of fewer elements, or fewer stages

#include <heddle/block/block_tile.cuh>

struct vec {
    float x, y, z, w, t;
};

template <unsigned Capacity>
using stages = heddle::tile_stages<vec, Capacity, 3, heddle::max_dynamic_shared_bytes>;

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
static_assert(sizeof(stages<3000>) > 0);
#else
static_assert(sizeof(stages<4000>) > 0);
#endif
