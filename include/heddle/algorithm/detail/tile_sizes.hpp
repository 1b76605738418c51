// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sizes of blocks and tiles for each algorithm. The measurements are in docs/tuning-log.md, "Algorithms";
// heddle_algorithm_benchmarks repeats them.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the minimum of resident blocks for __launch_bounds__: `wanted`, or fewer if a multiprocessor does not have as
//! many threads. ptxas warns about more, and ignores the number.
HEDDLE_HOST_DEVICE constexpr unsigned min_resident_blocks(unsigned threads, unsigned wanted)
{
    constexpr unsigned architecture = device_architecture;
    unsigned const most = architecture < 800                                                   ? 1024
                          : (architecture > 800 && architecture < 900) || architecture >= 1100 ? 1536
                                                                                               : 2048;
    return wanted * threads <= most ? wanted : most / threads;
}

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

// top_k_by_member: threads of a block, keys that a thread loads at a time, and the most bits of a digit, whose values a
// block counts in shared memory.
inline constexpr unsigned selection_threads = 512;
inline constexpr unsigned selection_items = 8;
inline constexpr unsigned max_selection_digit_bits = 11;

// segmented_reduce: threads of a block whose warps reduce short segments, and the least number of elements that a lane
// of such a warp adds up in the mean, unless whole warps reduce segments.
inline constexpr unsigned segment_threads = 128;
inline constexpr unsigned segment_rounds = 8;
// The size of segments that blocks reduce, the most of them that one block each reduces, the most parts of a segment
// that several blocks share, the most parts of all these, and the size of a part, which is at least one tile.
inline constexpr std::size_t min_block_segment_bytes = 16 * 1024, segment_part_bytes = 256 * 1024;
inline constexpr unsigned max_whole_segments = 1u << 16, max_segment_parts = 512, max_segment_tasks = 1u << 16;

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

//! Scans: the threads of a block, the bytes of its tile, and the minimum of resident blocks for __launch_bounds__.
struct scan_shape {
    unsigned threads;
    std::size_t tile_bytes;
    unsigned blocks;
};

//! Scans and reductions of runs of small elements have twice the threads, because the threads also look for the runs.
//! Five such blocks, with the bits of their elements, fit a multiprocessor. Structs of 28 bytes are scanned 1.24 and
//! reduced 1.35 times as fast as with 64 threads, but those of 128 bytes 0.89 and 0.86 times (H200).
HEDDLE_HOST_DEVICE constexpr scan_shape make_scan_shape(std::size_t element_bytes, bool has_runs = false)
{
    if (has_runs && element_bytes <= 32 && element_bytes % 4 == 0) return {128, 42 * 1024 + 512, 5};
    return {scan_threads, scan_tile_bytes, scan_blocks(element_bytes)};
}

//! Merge sorts of elements: the threads of a block, the elements of which each thread finds the order, and the elements
//! of each run that a warp compares at a time to divide a merge.
struct merge_shape {
    unsigned threads, items, probes;

    HEDDLE_HOST_DEVICE constexpr unsigned capacity() const { return threads * items; }
};

//! The shared memory of a block: the most that all architectures have. A multiprocessor of an H100 or H200 runs three
//! blocks.
inline constexpr std::size_t merge_tile_bytes = 64 * 1024;

//! Returns the distance between two rows: an odd number of words, if the element's size and alignment permit. Threads
//! that read the same member of arbitrary rows then use all banks.
HEDDLE_HOST_DEVICE constexpr std::size_t merge_row_bytes(std::size_t bytes, std::size_t alignment)
{
    std::size_t const step = alignment < 4 ? 4 : alignment;
    return bytes % (2 * step) == 0 ? bytes + step : bytes;
}

//! Fewer items make each thread's work shorter, more items save comparisons. Large tiles save passes. Each row has
//! `numbers` numbers of 2 bytes.
HEDDLE_HOST_DEVICE constexpr merge_shape make_merge_shape(std::size_t row_bytes,
                                                          std::size_t tile_bytes = merge_tile_bytes,
                                                          unsigned numbers = 2)
{
    unsigned const items = row_bytes <= 20 ? 8 : row_bytes <= 80 ? 4 : row_bytes <= 160 ? 2 : 1;
    std::size_t const bytes_of_thread = items * (row_bytes + numbers * sizeof(std::uint16_t));
    unsigned const warps = static_cast<unsigned>(tile_bytes / (32 * bytes_of_thread));
    unsigned const max_warps = items == 8 ? 8 : 16;
    return {32 * (warps < max_warps ? warps : max_warps), items, row_bytes <= 96 ? 16u : 8u};
}

//! Sorts of segments: the shared memory of a block that has rows and their numbers. The rest has the places of segments.
inline constexpr std::size_t segment_rows_bytes = merge_tile_bytes - 1024;

//! Merges of two arrays, and set operations: the shared memory of a block. With 64 KiB, merges of structs of 28 bytes
//! are 5 % faster, but set operations of distinct elements are 4 % slower.
inline constexpr std::size_t combined_tile_bytes = 32 * 1024;

//! A merge of more tiles is divided before it starts, so that blocks do not wait for it; of fewer tiles by each block,
//! which saves a launch.
inline constexpr std::size_t max_tiles_divided_by_blocks = 512;
inline constexpr unsigned merge_partition_threads = 128;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
