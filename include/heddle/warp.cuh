// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives of a group, a block or a grid on values of any trivially copyable type.
#pragma once

// clang-format off
#include "warp/range_reduce.cuh"  // grid_reduce_range: reduces an array
#include "warp/grid_reduce.cuh"   // grid_reduce: reduces one value per thread of a grid
#include "warp/block_reduce.cuh"  // block_reduce, block_reduce_to_all
#include "warp/reduce.cuh"        // reduce, reduce_to_all
#include "warp/scan.cuh"          // inclusive_scan, exclusive_scan
#include "warp/segmented.cuh"     // segmented_reduce, segmented_inclusive_scan, segmented_exclusive_scan
#include "warp/bitonic_sort.cuh"  // bitonic_sort and bitonic_sort_pairs, and stable versions
#include "warp/broadcast.cuh"     // broadcast, broadcast_from_last
#include "warp/rotate.cuh"        // rotate
#include "warp/exchange.cuh"      // exchange: swaps a register of one lane with a register of another
#include "warp/transpose.cuh"     // transpose, transpose_back
#include "warp/operations.cuh"    // plus, minimum, maximum, bit_and, bit_or, bit_xor, less, greater
#include "shuffle.cuh"            // shuffle, shuffle_up, shuffle_down, shuffle_xor
// clang-format on
