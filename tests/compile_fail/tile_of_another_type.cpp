// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stages for one type, a tile of another.
// expect: heddle: the stages must be for elements of the type that the pointer names

#include <heddle/block/block_tile.cuh>
#include <heddle/emulation/emulated_group.hpp>

struct vec {
    float x, y, z, w, t;
};

struct mat {
    float value[9];
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using staged = vec;
#else
using staged = mat;
#endif

vec first_of(heddle::emulated_group<32> const& block, heddle::tile_stages<staged, 64>& stages,
             vec const* p)
{
    return heddle::load_tile(block, stages, p, 64).load(0);
}
