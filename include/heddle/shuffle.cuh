// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffles of values of any trivially copyable type within a group. For all four:
//   Group:    all n lanes of the group, converged; l is the calling lane
//   Requires: Value is trivially copyable, of any size, and need not be default-constructible; delta < 32; mask < n
//   Cost:     ceil(sizeof(Value) / 4) shuffles
//   Errors:   undefined if a lane of the group is missing, or delta or mask is too large; checked builds trap
// CUB's ShuffleIndex, ShuffleUp and ShuffleDown move words no larger than the type's alignment, so a packed struct of
// 13 bytes takes 13 shuffles, instead of 4 with these functions. CUB has no xor shuffle, and does not return `exists`.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Number of 32-bit words that a shuffle of a value moves.
template <class Value>
inline constexpr unsigned shuffled_words = (sizeof(Value) + 3) / 4;

#if HEDDLE_CLANG_CUDA
#    pragma clang diagnostic push
#    pragma clang diagnostic ignored "-Wsign-conversion"  // cooperative groups take lane numbers as int
#endif
// word_of_lane returns the word that lane `lane % n` passes. Transposes and addresses are words already: heddle::shuffle
// would convert them to words and back.

HEDDLE_EXEC_CHECK_DISABLE
template <class Group>
HEDDLE_INLINE std::uint32_t word_of_lane(Group const& group, std::uint32_t word, unsigned lane)
{
    return group.shfl(word, lane);
}

HEDDLE_EXEC_CHECK_DISABLE
template <shuffle_kind Kind, class Group>
HEDDLE_INLINE std::uint32_t shuffle_word(Group const& group, std::uint32_t word, unsigned argument)
{
    if constexpr (Kind == shuffle_kind::indexed) {
        return detail::word_of_lane(group, word, argument);
    } else if constexpr (Kind == shuffle_kind::up) {
        return group.shfl_up(word, argument);
    } else if constexpr (Kind == shuffle_kind::down) {
        return group.shfl_down(word, argument);
    } else {
        return group.shfl_xor(word, argument);
    }
}
#if HEDDLE_CLANG_CUDA
#    pragma clang diagnostic pop
#endif

template <class Group>
HEDDLE_INLINE std::uint64_t word_of_lane(Group const& group, std::uint64_t word, unsigned lane)
{
    std::uint32_t const low = detail::word_of_lane(group, static_cast<std::uint32_t>(word), lane);
    std::uint32_t const high = detail::word_of_lane(group, static_cast<std::uint32_t>(word >> 32), lane);
    return std::uint64_t{high} << 32 | low;
}
template <class Group, unsigned Bytes>
HEDDLE_INLINE memory_word<Bytes> word_of_lane(Group const& group, memory_word<Bytes> const& word, unsigned lane)
{
    memory_word<Bytes> result;
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Bytes / 4; ++i) result.part[i] = detail::word_of_lane(group, word.part[i], lane);
    return result;
}

//! Shuffles a word up or down. Sets `exists` to whether the source lane exists and is not beyond lane `bound`.
template <shuffle_kind Kind, class Group>
HEDDLE_INLINE std::uint32_t shuffle_word_within(Group const& group, std::uint32_t word, unsigned delta, unsigned bound,
                                                bool& exists)
{
    if constexpr (device_architecture != 0 && has_consecutive_lanes<Group>::value) {
        return detail::shuffle_of_lanes_within<Kind, lane_count_v<Group>>(detail::mask_of_group<Group>(), word, delta,
                                                                          bound, exists);
    } else {
        unsigned const lane = detail::lane_rank(group);
        exists = delta <= (Kind == shuffle_kind::up ? lane - bound : bound - lane);
        return detail::shuffle_word<Kind>(group, word, delta);
    }
}

//! Shuffles the words of a value. If `exists` is given, shuffle_word_within shuffles the first word and sets *exists.
template <shuffle_kind Kind, class Group, class Value>
HEDDLE_INLINE Value shuffle_words(Group const& group, Value const& value, unsigned argument, bool* exists = nullptr,
                                  unsigned bound = 0)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    require_movable<Value>();
    static_assert(lane_count_v<Group> > 0);
    memory_word<4> words[shuffled_words<Value>];
    carried_t<Value> const own = detail::as_carried(value);  // a value in memory is loaded as a Value, not as bytes
    detail::words_from_element(words, detail::as_element(own));
    HEDDLE_UNROLL
    for (unsigned i = 0; i < shuffled_words<Value>; ++i) {
        std::uint32_t& word = words[i].part[0];
        word = exists != nullptr && i == 0 ? detail::shuffle_word_within<Kind>(group, word, argument, bound, *exists)
                                           : detail::shuffle_word<Kind>(group, word, argument);
    }
    return detail::to_value<Value>(detail::element_from_words<Value>(words));
}

//! Any other type.
template <class Group, class Value>
HEDDLE_INLINE Value word_of_lane(Group const& group, Value const& value, unsigned lane)
{
    return detail::shuffle_words<shuffle_kind::indexed>(group, value, lane);
}

}  // namespace detail

//! Returns the value that lane `lane % n` passes.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle(Group const& group, Value const& value, unsigned lane)
{
    return detail::shuffle_words<detail::shuffle_kind::indexed>(group, value, lane);
}

//! Returns the value that lane l - delta passes, or the calling lane's own value if that lane does not exist.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_up(Group const& group, Value const& value, unsigned delta)
{
    HEDDLE_EXPECTS(delta < 32, "shuffle_up: delta must be less than 32");
    return detail::shuffle_words<detail::shuffle_kind::up>(group, value, delta);
}

//! Returns the same value as shuffle_up without `exists`, and sets `exists`, which the shuffle computes, to whether
//! lane l - delta exists.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_up(Group const& group, Value const& value, unsigned delta, bool& exists)
{
    HEDDLE_EXPECTS(delta < 32, "shuffle_up: delta must be less than 32");
    return detail::shuffle_words<detail::shuffle_kind::up>(group, value, delta, &exists, 0);
}

//! Returns the value that lane l + delta passes, or the calling lane's own value if that lane does not exist.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_down(Group const& group, Value const& value, unsigned delta)
{
    HEDDLE_EXPECTS(delta < 32, "shuffle_down: delta must be less than 32");
    return detail::shuffle_words<detail::shuffle_kind::down>(group, value, delta);
}

//! Returns the same value as shuffle_down without `exists`, and sets `exists`, which the shuffle computes, to whether
//! lane l + delta exists.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_down(Group const& group, Value const& value, unsigned delta, bool& exists)
{
    HEDDLE_EXPECTS(delta < 32, "shuffle_down: delta must be less than 32");
    return detail::shuffle_words<detail::shuffle_kind::down>(group, value, delta, &exists,
                                                             detail::lane_count_v<Group> - 1);
}

//! Returns the value that lane l ^ mask passes.
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_xor(Group const& group, Value const& value, unsigned mask)
{
    HEDDLE_EXPECTS(mask < detail::lane_count_v<Group>, "shuffle_xor: mask must be less than the group's size");
    return detail::shuffle_words<detail::shuffle_kind::exclusive_or>(group, value, mask);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
