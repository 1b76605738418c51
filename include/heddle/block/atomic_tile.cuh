// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds a block's tile to its elements in global memory. A block that adds many records to a few consecutive ones adds
// them up in shared memory first:
//     auto const tile = heddle::make_tile(block, stages, nodes + begin, count);
//     heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, node{}); });
//     block.sync();
//     … atomicAdd_block(&tile[k].mass, mass); …
//     heddle::atomic_add_tile(block, stages, tile);
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/atomic_record.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/policy.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Reads a word of shared memory, in one access if `whole`, otherwise 4 bytes at a time.
template <unsigned WordBytes>
HEDDLE_INLINE memory_word<WordBytes> word_of_tile(std::byte const* address, bool whole)
{
    if (whole) return detail::read_as<memory_word<WordBytes>>(address);
    memory_word<WordBytes> word;
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordBytes / 4; ++i) word.part[i] = detail::read_as<std::uint32_t>(address + 4 * i);
    return word;
}

}  // namespace detail

//! Adds the elements of the tile to its elements in global memory, number by number, after all threads have called this
//! function (heddle/atomic.cuh says what is atomic). `Member` names the members that are added; if empty, all members
//! are. Afterwards the shared memory is free.
//! Scope:    that of `policy`: the device, or the system for a heddle::system_scope{}
//! Group:    all threads of the block, converged
//! Requires: all threads pass the tile that load_tile or make_tile returned for these stages
//! Cost:     2 block.sync()
//! Errors:   as for store_tile and atomic_add
HEDDLE_EXEC_CHECK_DISABLE
template <auto... Member, class Block, class Stages, class T, class Policy = by_plan>
HEDDLE_INLINE void atomic_add_tile(Block const& block, [[maybe_unused]] Stages& stages, block_tile<T> const& tile,
                                   [[maybe_unused]] Policy policy = Policy())
{
    static_assert(!std::is_const_v<T>, "heddle: cannot write through a pointer to const T");
    static_assert(std::is_same_v<typename Stages::element_type, std::remove_const_t<T>>,
                  "heddle: the stages must be for elements of the type that the pointer names");
    HEDDLE_EXPECTS(tile.size() <= Stages::capacity &&
                       tile.data() == detail::tile_in_stage(stages, 0, tile.first(), tile.size()).data(),
                   "atomic_add_tile: the tile was not created from these stages; pass the tile that load_tile or "
                   "make_tile returned for them");
    HEDDLE_EXPECTS(detail::is_whole_block(block), "atomic_add_tile: a thread of the block is missing");
    HEDDLE_EXPECTS(detail::is_same_in_block(block, tile.first()) && detail::is_same_in_block(block, tile.size()),
                   "atomic_add_tile: the threads of the block do not pass the same tile");
    using record = detail::atomic_record<T, detail::reduction::add, Policy::value.scope, Member...>;
    constexpr detail::element_words p = record::words();
    auto const* const from = reinterpret_cast<std::byte const*>(tile.data());
    auto* const to = reinterpret_cast<std::byte*>(tile.first());
    // Both addresses are equal modulo 16.
    bool const whole = detail::offset_in_word(to, p.word_bytes) == 0;
    unsigned const words = tile.size() * p.touched_words;
    unsigned const threads = static_cast<unsigned>(block.num_threads());
    block.sync();
    for (unsigned i = static_cast<unsigned>(block.thread_rank()); i < words; i += threads) {
        std::size_t const at = std::size_t{i} * p.word_bytes;
        record::write_word(block, {to + at, true}, i % p.touched_words,
                           detail::word_of_tile<p.word_bytes>(from + at, whole), whole);
    }
    block.sync();
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
