// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The thresholds that choose plans and routes, measured on sm_90 with one element per thread and used for all
// architectures. Reasons and figures are in docs/tuning-log.md.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Up to this size a transpose never pays.
inline constexpr std::size_t max_direct_bytes = 11;

//! Up to this size loads are per-thread. Stores are not, because writing a part of a sector costs more than reading a
//! part.
inline constexpr std::size_t max_per_thread_load_bytes = 12;

//! Consecutive elements of up to this size are loaded per-thread, because the L1 cache makes these loads as fast as
//! rows.
inline constexpr std::size_t max_cached_bytes = 48;

//! If more lanes than this access the same bank, rows are faster than per-thread loads and than a stage.
inline constexpr unsigned max_bank_conflicts = 2;

//! Word sizes for unaligned sizes: narrow words up to max_narrow_bytes (max_narrow_odd_bytes if the alignment is 1),
//! wide words above. Narrow words leave fewer bytes at the ends of an element, and their shifts need no selects, but
//! wide words need fewer rows.
inline constexpr unsigned narrow_unaligned_word_bytes = 4;
inline constexpr unsigned unaligned_word_bytes = 8;
inline constexpr std::size_t max_narrow_bytes = 48;
inline constexpr std::size_t max_narrow_odd_bytes = 64;

//! Elements with gaps are loaded per-thread, through the L1 cache, if all lie within this many bytes of one of them,
//! because they then share lines.
inline constexpr std::uint32_t max_near_bytes = 4096;

//! Elements with gaps whose alignment is 1 or 2 are stored in at most this many rows of such parts. More rows would
//! take more instructions than rows of words, of which only the ends of elements are stored in parts.
inline constexpr unsigned max_part_rows = 32;

//! Above this size access is plain, because the unrolled code of the rows would cost more than it saves.
inline constexpr std::size_t max_shuffled_bytes = 1024;

//! Maximum number of registers that hold a group's rows at a time, so larger elements take several passes.
inline constexpr unsigned max_row_registers = 68;

//! A group cooperates if all its lanes are valid, or if more than half of them are valid and their elements together
//! have at least this many bytes per lane of the group.
inline constexpr std::size_t min_valid_bytes = 20;

//! Maximum bytes of a stage for one warp, so that a multiprocessor holds 48 warps. The maximum for sizes of whole words
//! is smaller, because above it registers are as fast, and a smaller stage leaves more memory to the L1 cache.
inline constexpr unsigned max_stage_bytes = 4736;
inline constexpr unsigned max_stage_bytes_of_whole_words = 2560;

//! Below this size elements of whole words take fewer instructions through registers than through a stage.
inline constexpr unsigned min_staged_whole_bytes = 28;

//! The widest word that one instruction moves.
inline constexpr unsigned wide_word_bytes = 16;

//! From this size on, per-thread stores of 4-byte words move 16 bytes at a time, wherever the element begins.
inline constexpr std::size_t min_wide_store_bytes = 52;

//! Size n of a compacted group: active lanes of a diverged warp that store together. Ranks 0 … n - 1 form the first
//! group, ranks n … 2n - 1 the second, and so on.
inline constexpr unsigned compacted_group_lanes = 8;

//! Maximum registers that a compacted group transposes at a time. If a compacted group transposed as many as a full
//! warp, kernels would need more registers for their diverged stores.
inline constexpr unsigned max_compacted_registers = 32;

//! From this size on, a compacted group broadcasts all its addresses if that takes fewer shuffles than two per row.
inline constexpr std::size_t min_broadcast_bytes = 44;

//! Active lanes store in compacted groups only if one element is at least this many bytes away from the element of the
//! highest active lane. At smaller distances, per-thread stores are as fast. Sizes up to max_few_accesses_bytes and
//! multiples of 16 bytes need larger distances, because their per-thread stores take few accesses. Unaligned sizes need
//! the smallest distance.
inline constexpr std::uint32_t min_compacted_distance_of_few_accesses = 768;
inline constexpr std::uint32_t min_compacted_distance_of_many_accesses = 464;
inline constexpr std::uint32_t min_compacted_distance_of_unaligned = 384;
inline constexpr std::size_t max_few_accesses_bytes = 24;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
