// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The thresholds by which plans and routes are chosen: measured on sm_90 with one element a thread, used for all
// architectures. Reasons and figures are in docs/tuning-log.md.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"

namespace heddle::detail {

//! Up to this size a transpose never pays.
inline constexpr std::size_t max_direct_bytes = 11;

//! Up to this size loads are per-thread. Stores are not: a partly written sector costs more than a partly read one.
inline constexpr std::size_t max_per_thread_load_bytes = 12;

//! Up to this size loads of consecutive elements are per-thread, through the L1 cache, which is as fast as rows.
inline constexpr std::size_t max_cached_bytes = 48;

//! Where more lanes than this meet in one bank, rows are faster than per-thread loads and than a stage.
inline constexpr unsigned max_bank_conflicts = 2;

//! Words of unaligned sizes: narrow ones up to max_narrow_bytes, or max_narrow_odd_bytes if aligned to 1. Narrow words
//! have shorter ends and need no select to shift them; wide ones make fewer rows.
inline constexpr unsigned narrow_unaligned_word_bytes = 4;
inline constexpr unsigned unaligned_word_bytes = 8;
inline constexpr std::size_t max_narrow_bytes = 48;
inline constexpr std::size_t max_narrow_odd_bytes = 64;

//! Above this size access is plain: the unrolled code of the rows would cost more than it saves.
inline constexpr std::size_t max_shuffled_bytes = 1024;

//! Registers that hold a group's rows at a time, at most; larger elements take several passes.
inline constexpr unsigned max_row_registers = 68;

//! A group cooperates if more than half of its lanes are valid, with this many bytes on average over all its lanes.
inline constexpr std::size_t min_valid_bytes = 20;

//! Bytes of a stage for one warp, at most, so that a multiprocessor holds 48 warps. Sizes of whole words stop earlier:
//! there registers do as well, and a smaller stage leaves more to the L1 cache.
inline constexpr unsigned max_stage_bytes = 4736;
inline constexpr unsigned max_stage_bytes_of_whole_words = 2560;

//! Below this size elements of whole words take fewer instructions through registers than through a stage.
inline constexpr unsigned min_staged_whole_bytes = 28;

//! The widest word that one instruction moves.
inline constexpr unsigned wide_word_bytes = 16;

//! From this size on a per-thread store of 4-byte words moves 16 bytes at a time, wherever the element begins.
inline constexpr std::size_t min_wide_store_bytes = 52;

//! Active lanes of a diverged warp that store together, by rank: 0 … n - 1, n … 2n - 1 and so on.
inline constexpr unsigned compacted_lanes = 8;

//! Registers that such a group transposes at a time, at most: fewer than a full warp, so that a kernel needs no more.
inline constexpr unsigned max_compacted_registers = 32;

//! From this size on lanes of such a group are told all its addresses, if that takes fewer shuffles than two a row.
inline constexpr std::size_t min_broadcast_bytes = 44;

//! Two elements must lie at least so many bytes apart for the lanes to store together; nearer, per-thread stores are as
//! fast. Cheaper elements need larger distances: up to max_small_compacted_bytes the largest, unaligned sizes the least.
inline constexpr std::uint32_t min_compacted_distance_of_small = 768;
inline constexpr std::uint32_t min_compacted_distance_of_large = 464;
inline constexpr std::uint32_t min_compacted_distance_of_unaligned = 384;
inline constexpr std::size_t max_small_compacted_bytes = 24;

}  // namespace heddle::detail
