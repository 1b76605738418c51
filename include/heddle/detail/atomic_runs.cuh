// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds up, within a group, the records of neighboring lanes that have the same destination, as sorted and clustered
// indices have.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Prepares the words of a group whose records do not lie one after the other. If at least half of the lanes that
//! change a record change the same one as such a lane before them, adds their words to those of the first lane of each
//! run, and sets them to 0 in the others, which then change nothing. Lanes whose numbers are all 0 do not end a run.
//! Record:   an atomic_record
//! Returns:  false if no lane changes a record
template <class Record, class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE bool add_runs(Access& access, memory_word<WordBytes> (&words)[WordCount])
{
    if constexpr (!Record::adds) return true;
    auto const& group = access.group;
    constexpr unsigned count = lane_count_v<std::decay_t<decltype(group)>>;
    unsigned const lane = detail::lane_rank(group);
    bool const changes = access.is_valid && Record::changes(words);
    std::uint32_t const changing = group.ballot(changes);
    if (changing == 0) return false;
    std::uint32_t const changing_before = changing & ~(~0u << lane);
    auto const own = reinterpret_cast<std::uintptr_t>(access.own);
    std::uintptr_t const before = detail::word_of_lane(group, own, detail::highest_lane(changing_before));
    bool const begins = changes && (changing_before == 0 || own != before);
    std::uint32_t const beginnings = group.ballot(begins);
    if (2 * detail::count_of_lanes(beginnings) > detail::count_of_lanes(changing)) return true;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        if (!changes) words[w] = {};
    }
    // A run ends where the next one begins. The other lanes within a run add 0.
    std::uint32_t const later = beginnings & ~1u << lane;
    unsigned const end = later == 0 ? count : detail::lowest_lane(later);
    HEDDLE_DO_NOT_UNROLL
    for (unsigned distance = 1; !group.all(lane + distance >= end); distance *= 2) {
        memory_word<WordBytes> others[WordCount];
        HEDDLE_UNROLL
        for (unsigned w = 0; w < WordCount; ++w) others[w] = detail::word_of_lane(group, words[w], lane + distance);
        if (lane + distance >= end) continue;
        HEDDLE_UNROLL
        for (unsigned w = 0; w < WordCount; ++w) Record::add_word(words[w], others[w], w);
    }
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        if (!begins) words[w] = {};
    }
    return true;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
