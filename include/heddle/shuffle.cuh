// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 2: the tile's four shuffles for values of any trivially copyable type.
#pragma once

#include "config.cuh"
#include "tile.cuh"
#include "words.cuh"

#include <cstdint>
#include <cstring>

namespace heddle {

namespace detail {

//! Applies `exchange`, a shuffle of 32-bit words, to all words of a value.
HEDDLE_EXEC_CHECK_DISABLE
template <class Value, class Exchange>
HEDDLE_INLINE Value shuffle_words(Value const& value, Exchange const& exchange)
{
    require_movable<Value>();
    constexpr unsigned count = (sizeof(Value) + 3) / 4;
    std::uint32_t words[count] = {};
    std::memcpy(words, &value, sizeof(Value));
    HEDDLE_UNROLL
    for (unsigned i = 0; i < count; ++i) words[i] = exchange(words[i]);
    element_storage<Value> result;
    std::memcpy(result.bytes(), words, sizeof(Value));
    return result.value;
}

// A functor for each shuffle, because a lambda could not be forced inline.
#define HEDDLE_DEFINE_EXCHANGE(name, member)                             \
    template <class Tile>                                                \
    struct name {                                                        \
        Tile const& tile;                                                \
        unsigned argument;                                               \
        HEDDLE_EXEC_CHECK_DISABLE                                        \
        HEDDLE_INLINE std::uint32_t operator()(std::uint32_t word) const \
        {                                                                \
            return tile.member(word, argument);                          \
        }                                                                \
    };
HEDDLE_DEFINE_EXCHANGE(exchange_indexed, shfl)
HEDDLE_DEFINE_EXCHANGE(exchange_up, shfl_up)
HEDDLE_DEFINE_EXCHANGE(exchange_down, shfl_down)
HEDDLE_DEFINE_EXCHANGE(exchange_xor, shfl_xor)
#undef HEDDLE_DEFINE_EXCHANGE

}  // namespace detail

//! Lane l has afterwards: the value of lane `lane` modulo n.
//! Group:    all n lanes of the tile, converged
//! Requires: Value is trivially copyable (any size; it need not be default-constructible)
//! Cost:     ceil(sizeof(Value) / 4) shuffles
//! Errors:   undefined when a lane of the tile is missing
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value>
HEDDLE_INLINE Value shuffle(Tile const& tile, Value const& value, unsigned lane)
{
    return detail::shuffle_words(value, detail::exchange_indexed<Tile>{tile, lane});
}

//! Lane l has afterwards: the value of lane l - delta; its own where there is no such lane.
//! Group, Requires, Cost, Errors: as for shuffle.
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value>
HEDDLE_INLINE Value shuffle_up(Tile const& tile, Value const& value, unsigned delta)
{
    return detail::shuffle_words(value, detail::exchange_up<Tile>{tile, delta});
}

//! Lane l has afterwards: the value of lane l + delta; its own where there is no such lane.
//! Group, Requires, Cost, Errors: as for shuffle.
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value>
HEDDLE_INLINE Value shuffle_down(Tile const& tile, Value const& value, unsigned delta)
{
    return detail::shuffle_words(value, detail::exchange_down<Tile>{tile, delta});
}

//! Lane l has afterwards: the value of lane l xor `mask`.
//! Group, Requires, Cost, Errors: as for shuffle; mask < n.
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value>
HEDDLE_INLINE Value shuffle_xor(Tile const& tile, Value const& value, unsigned mask)
{
    return detail::shuffle_words(value, detail::exchange_xor<Tile>{tile, mask});
}

}  // namespace heddle
