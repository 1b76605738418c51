// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// More shared memory than can be declared, without saying that the launch asks for it.
// expect: heddle: static shared memory ends at 48 KiB: take tiles of fewer elements or fewer stages, or tile_stages<T, Capacity, Stages, max_dynamic_shared_bytes> in dynamic_shared memory

#include <heddle/block/block_tile.cuh>

struct vec {
    float x, y, z, w, t;
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::tile_stages<vec, 1000, 2> stages;
#else
heddle::tile_stages<vec, 1000, 3> stages;
#endif
