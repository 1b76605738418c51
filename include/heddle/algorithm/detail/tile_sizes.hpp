// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How large the blocks and tiles of each algorithm are; heddle_algorithm_benchmarks measures them.
#pragma once

#include "../../config.cuh"

#include <cstddef>

namespace heddle::detail {

//! Transforms, for_each and layouts: blocks of so many threads keep memory busiest (docs/tuning-log.md, "Tiles of a
//! block").
inline constexpr unsigned algorithm_threads = 64;

//! Gather and scatter: random access gains nothing from tiles, because there is no run of bytes to stage.
inline constexpr unsigned indexed_threads = 256;

// Reductions: a block has so many threads, and so many tiles in shared memory at a time; a multiprocessor has so many
// blocks, which all run at once and share the tiles.
inline constexpr unsigned reduce_threads = 128;
inline constexpr unsigned reduce_stages = 2;
inline constexpr unsigned resident_reduce_blocks = 16;

// Selections and partitions: large tiles, so that there are few to look back at, in small blocks; twice the bytes, for
// a tile and for what of it is not wanted, are about what static shared memory has. Measured on an H200: 8 KiB
// 0.51 of a copy, 12: 0.58, 18: 0.66, 24: 0.68; 18 KiB for 256 threads 0.51. Where the rest goes nowhere, 30 KiB
// instead of 20 are 0.85, 0.96, 0.97, 1.02, 1.00, 1.04 and 1.13 times as fast for structs of 4, 8, 12, 16, 28, 64 and
// 128 bytes, and 36 instead of 30 are 0.95, 1.00, 0.99, 1.03 and 1.06 times for 16, 28, 64, 128 and 248; 64 or 256
// threads are not faster.
inline constexpr unsigned select_threads = 128;
inline constexpr std::size_t select_tile_bytes = 20 * 1024;
HEDDLE_HOST_DEVICE constexpr std::size_t select_tile_bytes_alone(std::size_t element_bytes)
{
    return element_bytes < 16 ? select_tile_bytes : element_bytes < 96 ? 30 * 1024 : 36 * 1024;
}

// Selections and scans: when a block loads a tile, L2 fetches the one that is so many bytes behind it. Measured on an
// H100: with 2 MiB copy_if of 4, 8, 28, 64 and 248 bytes is 1.06, 1.05, 1.04, 1.04 and 1.05 times as fast, inclusive_scan
// of 8, 28, 64 and 96 bytes 1.05, 1.04, 1.05 and 1.04 times; 0.5 to 3 MiB differ by up to 0.02. What is fetched 6 MiB ahead
// or more is lost again before it is loaded (with 11 MiB scans take 1.2 times as long).
inline constexpr std::size_t fetched_ahead_bytes = 2 * 1024 * 1024;

// Scans: large tiles, so that there are few to look back at, in small blocks, so that each thread has some
// elements: threads scan their sums by shuffles of whole values. 44 KiB are the most of which a multiprocessor of
// an H100 or H200 holds five. Measured on an H200, structs of 8, 28, 64 and 128 bytes, time of tiles of 32 KiB over
// that of 44: 1.03, 1.05, 1.12, 1.28; with 96 threads 1.05, 1.02, 1.07, 0.94, with 128 threads less.
inline constexpr unsigned scan_threads = 64;
inline constexpr std::size_t scan_tile_bytes = 44 * 1024;
// For nvcc: blocks that shall run at once. A quarter of a multiprocessor has three of the warps of five blocks, so that a
// thread may have 168 registers; 5 would allow 200. Measured on an H100: scans of 128 bytes 1.03 times as fast, of 144
// 1.01; of 160, which then spill, 0.97. So do 67 single bytes (0.5 times as fast), which take more registers than words.
HEDDLE_HOST_DEVICE constexpr unsigned scan_blocks(std::size_t element_bytes)
{
    return element_bytes <= 144 && element_bytes % 4 == 0 ? 6 : 1;
}

}  // namespace heddle::detail
