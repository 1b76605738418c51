// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives of a group, a block or a grid on values of any trivially copyable type.
#pragma once

// clang-format off
#include <heddle/warp/range_reduce.cuh>  // grid_reduce_range: reduces an array
#include <heddle/warp/grid_reduce.cuh>   // grid_reduce: reduces one value per thread of a grid
#include <heddle/warp/block_reduce.cuh>  // block_reduce, block_reduce_to_all
#include <heddle/warp/reduce.cuh>        // reduce, reduce_to_all
#include <heddle/warp/scan.cuh>          // inclusive_scan, exclusive_scan
#include <heddle/warp/segmented.cuh>     // segmented_reduce, segmented_inclusive_scan, segmented_exclusive_scan
#include <heddle/warp/bitonic_sort.cuh>  // bitonic_sort and bitonic_sort_pairs, and stable versions
#include <heddle/warp/broadcast.cuh>     // broadcast, broadcast_from_last
#include <heddle/warp/rotate.cuh>        // rotate
#include <heddle/warp/exchange.cuh>      // exchange: swaps a register of one lane with a register of another
#include <heddle/warp/operations.cuh>    // plus, minimum, maximum, bit_and, bit_or, bit_xor, less, greater
#include <heddle/transpose.cuh>          // rows_to_elements, elements_to_rows
#include <heddle/shuffle.cuh>            // shuffle, shuffle_up, shuffle_down, shuffle_xor
// clang-format on
