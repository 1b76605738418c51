// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The warp toolbox: collectives of a group, a block and a grid over any trivially copyable type.
#pragma once

// clang-format off
#include "warp/range_reduce.cuh"  // one value for an array, by
#include "warp/grid_reduce.cuh"   // one for the grid, of
#include "warp/block_reduce.cuh"  // one for each block, of
#include "warp/reduce.cuh"        // one for each group;
#include "warp/scan.cuh"          // prefix sums, and both
#include "warp/segmented.cuh"     // for segments of a group;
#include "warp/bitonic_sort.cuh"  // order;
#include "warp/broadcast.cuh"     // one lane's value for all,
#include "warp/rotate.cuh"        // a neighbour's,
#include "warp/exchange.cuh"      // a partner's register for one's own,
#include "warp/transpose.cuh"     // all to all; with
#include "warp/operations.cuh"    // operations and orders that they know by name, on
#include "shuffle.cuh"            // shuffles of any type.
// clang-format on
