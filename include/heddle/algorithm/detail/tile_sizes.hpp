// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sizes of blocks and tiles for each algorithm. The measurements are in docs/tuning-log.md, "Algorithms";
// heddle_algorithm_benchmarks repeats them.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Threads of a block in transforms, for_each and layout conversions (docs/tuning-log.md, "Tiles of a block").
inline constexpr unsigned algorithm_threads = 64;

//! Threads of a block in gather, scatter and scatter_add. These algorithms have no tiles, because they access no
//! consecutive bytes that could be staged.
inline constexpr unsigned indexed_threads = 256;

// deterministic_scatter_add: threads of a block, and the updates in its tile. A tile whose updates change one record
// has 16 batches. Tiles of 2,048 updates take 11 to 35 % longer (docs/tuning-log.md, "Records that add up").
inline constexpr unsigned batch_threads = 128;
inline constexpr unsigned batch_tile = 512;

// Reductions: threads of a block, tiles in its shared memory, and the maximum number of blocks on a multiprocessor. All
// blocks run at the same time, and share the tiles.
inline constexpr unsigned reduce_threads = 128;
inline constexpr unsigned reduce_stages = 2;
inline constexpr unsigned resident_reduce_blocks = 16;

// Selections and partitions: small blocks with large tiles, because each tile costs a look-back. Partitions also stage
// the elements that are not selected, so they need twice the bytes: nearly all static shared memory. Other selections
// have larger tiles for elements of 16 bytes or more.
inline constexpr unsigned select_threads = 128;
inline constexpr std::size_t select_tile_bytes = 20 * 1024;
HEDDLE_HOST_DEVICE constexpr std::size_t select_tile_bytes_alone(std::size_t element_bytes)
{
    return element_bytes < 16 ? select_tile_bytes : element_bytes < 96 ? 30 * 1024 : 36 * 1024;
}

// Selections and scans: the distance in bytes from the tile that a block loads to the tile that it prefetches to L2. A
// distance of 6 MiB or more would be too long, because L2 would evict tiles before they are loaded.
inline constexpr std::size_t fetched_ahead_bytes = 2 * 1024 * 1024;
HEDDLE_HOST_DEVICE constexpr std::size_t tiles_fetched_ahead(std::size_t tile_bytes)
{
    return fetched_ahead_bytes / tile_bytes;
}

// Scans: small blocks with large tiles, because each tile costs a look-back, and each thread costs shuffles of its sum.
// A multiprocessor of an H100 or H200 runs five blocks of 44 KiB.
inline constexpr unsigned scan_threads = 64;
inline constexpr std::size_t scan_tile_bytes = 44 * 1024;
// The minimum of resident blocks for __launch_bounds__. Five blocks have ten warps, so a quarter of a multiprocessor
// runs up to three warps, with up to 168 registers per thread. nvcc 13.0 keeps to 168 registers for a minimum of 6
// blocks, but takes up to 200 for 5. Larger elements, and elements that are not whole words, have no minimum, because
// they would spill with 168 registers.
HEDDLE_HOST_DEVICE constexpr unsigned scan_blocks(std::size_t element_bytes)
{
    return element_bytes <= 144 && element_bytes % 4 == 0 ? 6 : 1;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
