// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of nothing.
// expect: heddle: a tile has at least one element, and its pipeline one stage

#include <heddle/block/block_tile.cuh>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::tile_stages<int, 1> stages;
#else
heddle::tile_stages<int, 0> stages;
#endif
