// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers by which plans and routes are chosen. They were measured on sm_90 (one H200, one element a
// thread); all other architectures use the same until somebody measures them there.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"

namespace heddle::detail {

//! Up to this size plain access is best, and whatever the transpose costs is lost.
inline constexpr std::size_t max_direct_bytes = 11;

//! Up to this size each lane loads its own element, wherever it lies, and does not ask whether the warp is
//! converged. Stores are another matter: a sector that is written in parts costs more than one that is read
//! in parts.
inline constexpr std::size_t max_per_thread_load_bytes = 12;

//! Consecutive elements up to this size are loaded by each lane for itself, in words: the first access
//! to a sector fetches it, the others find it in the L1 cache. That is as fast as rows and leaves all
//! the instructions of a transpose to the user. Stores have no such help.
inline constexpr std::size_t max_cached_bytes = 48;

//! Where more lanes than this find the same bank at once, each in its own element, rows are faster, both
//! than the L1 cache and than shared memory.
inline constexpr unsigned max_bank_conflicts = 2;

//! The words of unaligned sizes (not a multiple of 4). Narrow ones have shorter ends, and need no select to shift them:
//! best for small elements. Wide ones are fewer rows.
inline constexpr unsigned narrow_straddled_word_bytes = 4;
inline constexpr unsigned straddled_word_bytes = 8;
inline constexpr std::size_t max_narrow_bytes = 48;
inline constexpr std::size_t max_narrow_odd_bytes = 64;

//! Elements beyond this size are copied as plain code does: the code for their rows, all unrolled,
//! would be longer than what it saves.
inline constexpr std::size_t max_shuffled_bytes = 1024;

//! The rows of a group wait in registers, of which a thread has 255. Elements of more are moved in
//! passes of at most so many.
inline constexpr unsigned max_row_registers = 68;

//! Measured with the lanes wanting elements side by side or scattered over the group: unless more
//! than half of them want one, and so many bytes for each lane of the group, each lane is faster by itself.
inline constexpr std::size_t min_wanted_bytes = 20;

//! A stage takes no more than this for one warp, so that a multiprocessor holds 48 warps. The more it
//! takes, the less is left to the L1 cache, through which all loads go: where registers do as well, as
//! for elements that do not straddle words, less is taken.
inline constexpr unsigned max_stage_bytes = 4736;
inline constexpr unsigned max_stage_bytes_of_whole_words = 2560;

//! Smaller elements that do not straddle words take fewer instructions through registers.
inline constexpr unsigned min_staged_whole_bytes = 28;

//! The widest word that one instruction moves.
inline constexpr unsigned wide_word_bytes = 16;

//! From this size on a lane that stores an element of 4-byte words for itself does so in wide ones, wherever in one it
//! begins: 92 bytes take 8 accesses in place of 23. Smaller ones, and those of 8-byte words, are faster as they are
//! where few lanes store.
inline constexpr std::size_t min_wide_store_bytes = 52;

//! Lanes of a diverged warp that store together: ranks 0 … n - 1 of the active ones, n … 2n - 1 and so on. Groups of 4
//! gain less, and of 16 more with some counts of lanes and much less with others.
inline constexpr unsigned ranked_lanes = 8;

//! Registers of an element's words that such a group transposes at a time, at most; larger elements take turns. Fewer
//! than a whole warp's, so that its code decides how many registers a kernel takes.
inline constexpr unsigned max_ranked_registers = 32;

//! From this size on, lanes of a group that stores by ranks are told all addresses of the group's elements if that takes
//! fewer shuffles than an address for each row.
inline constexpr std::size_t min_broadcast_bytes = 44;

//! How far apart, in bytes, two of the lanes' elements must lie for `ranked_lanes` lanes or more to store together.
//! Below this distance, per-thread stores are as fast. Cheaper elements need larger distances: those up to
//! max_small_ranked_bytes the largest, those of unaligned sizes the smallest. Measured by 4 to 31 lanes.
inline constexpr std::uint32_t min_ranked_distance_of_small = 768;
inline constexpr std::uint32_t min_ranked_distance_of_large = 464;
inline constexpr std::uint32_t min_ranked_distance_of_unaligned = 384;
inline constexpr std::size_t max_small_ranked_bytes = 24;

}  // namespace heddle::detail
