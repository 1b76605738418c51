// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers by which plans and routes are chosen. They were measured on sm_90 (one H200, one element a
// thread); all other architectures use the same until somebody measures them there.
#pragma once

#include "../config.cuh"
#include "../detail/standard_library.hpp"

namespace heddle {

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

//! The words that elements straddle whose size is no multiple of 4. Wide ones are fewer rows: best where
//! consecutive elements are loaded so. Narrow ones have shorter ends, and need no select to shift them:
//! best where each lane loads its own, and where elements lie anywhere.
inline constexpr unsigned straddled_word_bytes = 8;
inline constexpr unsigned narrow_straddled_word_bytes = 4;

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

//! Where an element has more rows than this, ptxas brings the stores that depend on nothing so far forward
//! that a kernel takes up to 8 registers more.
inline constexpr unsigned max_free_rows = 23;

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

//! From this size on, the vote on groups stands in the branch of the lanes that store by ranks, which saves registers.
//! Of smaller elements it saves none, and a store by few lanes is faster where all lanes vote before it.
inline constexpr std::size_t min_branch_vote_bytes = 48;

//! Up to this size, elements that straddle words are copied to registers of their own before lanes that are not a full
//! warp store them. Of larger ones that saves hardly an instruction, and some kernels take more registers.
inline constexpr std::size_t max_copied_words_bytes = 127;

//! How far apart, in bytes, two of the lanes' elements must lie for `ranked_lanes` lanes or more to store together.
//! Where all are nearer, each lane for itself is as fast or faster; the fewer accesses it takes, the farther. Measured
//! by 4 to 31 lanes. Few accesses: elements of wide words, and those up to max_bytes_of_few_accesses.
inline constexpr std::uint32_t min_ranked_distance_of_few_accesses = 768;
inline constexpr std::uint32_t min_ranked_distance_of_words = 464;
inline constexpr std::uint32_t min_ranked_distance_of_bytes = 384;
inline constexpr std::size_t max_bytes_of_few_accesses = 24;

}  // namespace heddle
