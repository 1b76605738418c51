// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The group's four shuffles for values of any trivially copyable type.
//
// CUB: cub::ShuffleIndex, ShuffleUp and ShuffleDown move words as wide as the type is aligned, so a
// packed struct of 13 bytes is 13 shuffles; here it is 4. (Of aligned types the figures are equal:
// heddle_warp_benchmarks, "neighbour".) They have no xor, and give no predicate.
#pragma once

#include "config.cuh"
#include "detail/group/group.cuh"
#include "detail/group/preconditions.cuh"
#include "detail/group/words.cuh"
#include "detail/standard_library.hpp"

namespace heddle {

namespace detail {

//! Values travel as 32-bit words, as many as their bytes fill.
template <class Value>
inline constexpr unsigned travelling_words = (sizeof(Value) + 3) / 4;

// Values aligned to less than 4 bytes become words by way of parts as wide as their alignment,
// which keeps packed structs in registers.

template <class Value, class Part>
HEDDLE_INLINE void pack_words(std::uint32_t (&words)[travelling_words<Value>], Value const& value)
{
    constexpr unsigned per_word = 4 / sizeof(Part);
    Part parts[sizeof(Value) / sizeof(Part)];
    std::memcpy(parts, address_of(value), sizeof(Value));
    HEDDLE_UNROLL
    for (unsigned p = 0; p < sizeof(Value) / sizeof(Part); ++p) {
        std::uint32_t const shifted = std::uint32_t{parts[p]}
                                      << (8 * sizeof(Part) * (p % per_word));
        words[p / per_word] = p % per_word == 0 ? shifted : words[p / per_word] | shifted;
    }
}

template <class Value, class Part>
HEDDLE_INLINE void unpack_words(void* value, std::uint32_t const (&words)[travelling_words<Value>])
{
    constexpr unsigned per_word = 4 / sizeof(Part);
    Part parts[sizeof(Value) / sizeof(Part)];
    HEDDLE_UNROLL
    for (unsigned p = 0; p < sizeof(Value) / sizeof(Part); ++p) {
        parts[p] = static_cast<Part>(words[p / per_word] >> (8 * sizeof(Part) * (p % per_word)));
    }
    std::memcpy(value, parts, sizeof(Value));
}

template <class Value>
using travelling_part =
    std::conditional_t<alignof(Value) == 1, std::uint8_t,
                       std::conditional_t<alignof(Value) == 2, std::uint16_t, std::uint32_t>>;

//! Applies `exchange`, a shuffle of 32-bit words, to all words of a value.
HEDDLE_EXEC_CHECK_DISABLE
template <class Value, class Exchange>
HEDDLE_INLINE Value shuffle_words(Value const& value, Exchange const& exchange)
{
    require_movable<Value>();
    static_assert(Exchange::lane_count > 0);
    constexpr unsigned count = travelling_words<Value>;
    std::uint32_t words[count];
    carried_t<Value> const own =
        as_carried(value);  // a typed load, where the value is still in memory
    pack_words<Value, travelling_part<Value>>(words, as_element(own));
    HEDDLE_UNROLL
    for (unsigned i = 0; i < count; ++i) words[i] = exchange(words[i], i == 0);
    element_storage<Value> result;
    unpack_words<Value, travelling_part<Value>>(result.bytes(), words);
    return to_value<Value>(result.value);
}

#if HEDDLE_CLANG_CUDA
#    pragma clang diagnostic push
#    pragma clang diagnostic ignored "-Wsign-conversion"  // cooperative groups number lanes by int
#endif
// A functor for each shuffle, because a lambda could not be forced inline.
#define HEDDLE_DEFINE_EXCHANGE(name, member)                                   \
    template <class Group>                                                     \
    struct name {                                                              \
        static constexpr unsigned lane_count = lane_count_v<Group>;            \
        Group const& group;                                                    \
        unsigned argument;                                                     \
        HEDDLE_EXEC_CHECK_DISABLE                                              \
        HEDDLE_INLINE std::uint32_t operator()(std::uint32_t word, bool) const \
        {                                                                      \
            return group.member(word, argument);                               \
        }                                                                      \
    };
HEDDLE_DEFINE_EXCHANGE(exchange_indexed, shfl)
HEDDLE_DEFINE_EXCHANGE(exchange_up, shfl_up)
HEDDLE_DEFINE_EXCHANGE(exchange_down, shfl_down)
HEDDLE_DEFINE_EXCHANGE(exchange_xor, shfl_xor)
#undef HEDDLE_DEFINE_EXCHANGE
#if HEDDLE_CLANG_CUDA
#    pragma clang diagnostic pop
#endif

// The same, and with the first word whether the lane that it comes from exists and does not lie
// beyond lane `bound`: the predicate that the instruction sets anyway, though neither the
// intrinsics nor cooperative groups give it.
template <class Group, bool Upwards>
struct exchange_if_exists {
    static constexpr unsigned lane_count = lane_count_v<Group>;
    static constexpr unsigned no_bound = Upwards ? 0 : lane_count - 1;
    Group const& group;
    unsigned delta;
    bool& exists;
    unsigned bound = no_bound;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE std::uint32_t operator()(std::uint32_t word, bool is_first) const
    {
#if defined(__CUDA_ARCH__)
        if constexpr (has_consecutive_lanes<Group>::value) {
            if (is_first) return instruction(word);
        }
#endif
        if (is_first) {
            unsigned const lane = lane_rank(group);
            exists = delta <= (Upwards ? lane - bound : bound - lane);
        }
        if constexpr (Upwards) {
            return group.shfl_up(word, delta);
        } else {
            return group.shfl_down(word, delta);
        }
    }

#if defined(__CUDA_ARCH__)
    __device__ __forceinline__ std::uint32_t instruction(std::uint32_t word) const
    {
        unsigned const clamp = (32 - lane_count) << 8 | bound;
        unsigned found;
        if constexpr (Upwards) {
            asm volatile(
                "{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                : "=r"(word), "=r"(found)
                : "r"(word), "r"(delta), "r"(clamp), "r"(mask_of_group<Group>()));
        } else {
            asm volatile(
                "{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                : "=r"(word), "=r"(found)
                : "r"(word), "r"(delta), "r"(clamp), "r"(mask_of_group<Group>()));
        }
        exists = found != 0;
        return word;
    }
#endif
};

}  // namespace detail

//! Lane l has afterwards: the value of lane `lane` modulo n.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable (any size; it need not be default-constructible)
//! Cost:     ceil(sizeof(Value) / 4) shuffles
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle(Group const& group, Value const& value, unsigned lane)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    return detail::shuffle_words(value, detail::exchange_indexed<Group>{group, lane});
}

//! Lane l has afterwards: the value of lane l - delta; its own where there is no such lane.
//! Group, Requires, Cost: as for shuffle; delta < 32.
//! Errors:   checked builds trap on a delta of 32 or more; otherwise as for shuffle
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_up(Group const& group, Value const& value, unsigned delta)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(delta < 32, "shuffle_up: delta must be less than 32");
    return detail::shuffle_words(value, detail::exchange_up<Group>{group, delta});
}

//! The same; `exists` says afterwards whether there is a lane l - delta.
//! Group, Requires, Cost, Errors: as for shuffle_up: the shuffle itself gives the answer.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_up(Group const& group, Value const& value, unsigned delta, bool& exists)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(delta < 32, "shuffle_up: delta must be less than 32");
    return detail::shuffle_words(value,
                                 detail::exchange_if_exists<Group, true>{group, delta, exists});
}

//! Lane l has afterwards: the value of lane l + delta; its own where there is no such lane.
//! Group, Requires, Cost, Errors: as for shuffle_up.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_down(Group const& group, Value const& value, unsigned delta)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(delta < 32, "shuffle_down: delta must be less than 32");
    return detail::shuffle_words(value, detail::exchange_down<Group>{group, delta});
}

//! The same; `exists` says afterwards whether there is a lane l + delta.
//! Group, Requires, Cost, Errors: as for shuffle_up: the shuffle itself gives the answer.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_down(Group const& group, Value const& value, unsigned delta,
                                 bool& exists)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(delta < 32, "shuffle_down: delta must be less than 32");
    return detail::shuffle_words(value,
                                 detail::exchange_if_exists<Group, false>{group, delta, exists});
}

//! Lane l has afterwards: the value of lane l xor `mask`.
//! Group, Requires, Cost: as for shuffle; mask < n.
//! Errors:   checked builds trap on a mask of n or more; otherwise as for shuffle
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value>
HEDDLE_INLINE Value shuffle_xor(Group const& group, Value const& value, unsigned mask)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(mask < lane_count_v<Group>,
                   "shuffle_xor: mask must be less than the group's size");
    return detail::shuffle_words(value, detail::exchange_xor<Group>{group, mask});
}

}  // namespace heddle
