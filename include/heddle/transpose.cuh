// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Transposes the words of a group's lanes with register rotations and shuffles.
//
// CUB: cub::WarpExchange transposes m values of each lane through shared memory or, if m = n, with shuffles. For 4-byte
// words, WarpExchange is slower if m is 1, 2, 3, 5, 7, 16 or 32, and faster for other m.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Maximum size, in bytes, of elements whose words rotate on two pipes (predicated_select), because the rotation of
//! larger elements would spill registers. Unaligned sizes have no such limit.
inline constexpr std::size_t max_balanced_bytes = 128;

//! A round on two pipes keeps two copies of the words that wrap around. If all words and these copies together need
//! more registers than this limit, the round uses selects alone, because ptxas 13.0 would spill in kernels that may use
//! 80 registers per thread.
inline constexpr std::size_t max_balanced_registers = 72;

//! The pipes of an SM that rotate words: the one of selects, or also that of multiply-adds (predicated_select).
enum class select_pipes { one, two };

//! Returns the pipes that rotate an element's words, of `bytes` in all.
HEDDLE_HOST_DEVICE constexpr select_pipes pipes_for(std::size_t bytes)
{
    return bytes <= max_balanced_bytes ? select_pipes::two : select_pipes::one;
}

//! Rotates words: the word at i moves up to (i + amount) mod Count, or down to (i - amount) mod Count. Uses a barrel
//! shifter of ceil(log2 Bound) rounds of selects.
//! Requires: amount < Bound
template <direction Towards, unsigned Bound, select_pipes Pipes = select_pipes::two, class Word, unsigned Count>
HEDDLE_INLINE void rotate_words(Word (&words)[Count], unsigned amount)
{
    constexpr bool upwards = Towards == direction::up;
    HEDDLE_UNROLL
    for (unsigned bit = 0; bit != ceil_log2(Bound); ++bit) {
        unsigned const distance = (1u << bit) % Count;
        unsigned const moves = amount & 1u << bit;
        bool const balanced =
            Pipes == select_pipes::two && (Count + distance) * sizeof(Word) <= 4 * max_balanced_registers;
        Word before[Count];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) before[i] = words[i];
        // First assigns the words that wrap around. After that, a word is overwritten only when its old value has
        // been used.
        HEDDLE_UNROLL
        for (unsigned k = 0; k < Count; ++k) {
            unsigned const from_end = (k + Count - distance) % Count;
            unsigned const i = upwards ? Count - 1 - from_end : from_end;
            Word const& taken = before[(i + (upwards ? Count - distance : distance)) % Count];
            if (!balanced || k < distance) {
                words[i] = predicated_select::select(moves, taken, before[i]);
            } else {
                predicated_select::take_if(moves, taken, words[i]);
            }
        }
    }
}

// The work of heddle::rows_to_elements and heddle::elements_to_rows, without checks of preconditions.

template <select_pipes Pipes, class Group, class Word, unsigned WordCount>
HEDDLE_INLINE void rows_to_elements(Group const& group, Word (&words)[WordCount])
{
    constexpr network net(WordCount, lane_count_v<Group>);
    unsigned const lane = detail::lane_rank(group);

    Word moved[WordCount];
    HEDDLE_UNROLL
    for (unsigned j = 0; j < WordCount; ++j) moved[j] = words[net.order(j)];
    detail::rotate_words<direction::up, net.row_rotation_bound(), Pipes>(moved, net.row_rotation(lane));
    HEDDLE_UNROLL
    for (unsigned s = 0; s < WordCount; ++s) {
        words[s] = detail::word_of_lane(group, moved[s], net.row_lane(s, lane));
    }
    detail::rotate_words<direction::up, net.common, Pipes>(words, net.element_rotation(lane));
}

template <select_pipes Pipes, class Group, class Word, unsigned WordCount>
HEDDLE_INLINE void elements_to_rows(Group const& group, Word (&words)[WordCount])
{
    constexpr network net(WordCount, lane_count_v<Group>);
    unsigned const lane = detail::lane_rank(group);

    detail::rotate_words<direction::down, net.common, Pipes>(words, net.element_rotation(lane));
    Word moved[WordCount];
    HEDDLE_UNROLL
    for (unsigned s = 0; s < WordCount; ++s) {
        moved[s] = detail::word_of_lane(group, words[s], net.element_lane(s, lane));
    }
    detail::rotate_words<direction::down, net.row_rotation_bound(), Pipes>(moved, net.row_rotation(lane));
    HEDDLE_UNROLL
    for (unsigned j = 0; j < WordCount; ++j) words[net.order(j)] = moved[j];
}

}  // namespace detail

//! Transposes rows to elements, so that each lane has the words of its own element. In CUB's words: changes a striped
//! arrangement of values of any type to a blocked one.
//! Shape:    in  words[m]: word r of lane l = word r*n + l of the group
//!           out words[m]: word w of lane l = word w of element l = word l*m + w of the group
//! Units:    words of sizeof(Word) bytes; n lanes
//! Group:    all n lanes of the group, converged, same m
//! Requires: Word is trivially copyable
//! Cost:     m shuffles of Word, network(m, n).select_count() selects, no memory
//! Errors:   undefined if a lane of the group is missing; checked builds trap
//! Source:   detail/plan/network.hpp
template <class Group, class Word, unsigned WordCount>
HEDDLE_INLINE void rows_to_elements(Group const& group, Word (&words)[WordCount])
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    detail::rows_to_elements<detail::pipes_for(sizeof words)>(group, words);
}

//! Transposes elements to rows: the inverse of rows_to_elements.
//! Shape:    in  words[m]: word w of lane l = word w of element l = word l*m + w of the group
//!           out words[m]: word r of lane l = word r*n + l of the group
//! Units, Group, Requires, Cost, Errors, Source: as for rows_to_elements.
template <class Group, class Word, unsigned WordCount>
HEDDLE_INLINE void elements_to_rows(Group const& group, Word (&words)[WordCount])
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    detail::elements_to_rows<detail::pipes_for(sizeof words)>(group, words);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
