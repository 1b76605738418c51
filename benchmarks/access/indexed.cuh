// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// gather, scatter: each thread moves one struct, to or from a position in a random permutation. The limit moves the
// same words without a transpose.
#pragma once

#include "moves.cuh"

#include <heddle/detail/plan/plan.hpp>

namespace heddle_bench {

//! The widest word that divides every element of an array aligned to 16 bytes.
template <class Element>
constexpr unsigned wide_word_bytes()
{
    constexpr heddle::detail::plan plan = heddle::detail::plan_of<Element>;
    return plan.is_unaligned ? plan.alignment : plan.word_bytes;
}
template <unsigned Bytes>
using word_of_bytes =
    std::conditional_t<Bytes == 16, uint4, std::conditional_t<Bytes == 8, uint2, member_of_alignment<Bytes>>>;
template <class Element>
using wide_word = word_of_bytes<wide_word_bytes<Element>()>;

//! Returns the word of an array that the calling lane moves in a row. `place` is the index of the lane's own element.
//! If an element has m words, word e of a warp is word e mod m of the warp's element e div m.
template <unsigned WordCount>
__device__ __forceinline__ std::size_t word_of_row(std::size_t place, unsigned row)
{
    unsigned const e = row * lane_count + threadIdx.x % lane_count;
    auto const own = static_cast<std::uint32_t>(place);
    std::uint32_t const taken = __shfl_sync(0xffffffffu, own, static_cast<int>(e / WordCount));
    return std::size_t{taken} * WordCount + e % WordCount;
}

//! Moves elements in wide words. On one side of the move, the words are in order. On the other side, each word belongs
//! to the element that the index names.
template <class Element, class Motion>
__global__ void __launch_bounds__(block_threads) move_words(std::byte const* in, std::byte* out, Motion places)
{
    using word = wide_word<Element>;
    constexpr unsigned word_count = sizeof(Element) / sizeof(word);
    std::size_t const i = element_index();
    unsigned const lane = threadIdx.x % lane_count;
    std::uint32_t const own_index = places.index[i];
    std::size_t const first_word = (i - lane) * word_count;
    auto const ordered = [&](unsigned row) { return first_word + row * lane_count + lane; };
    auto const indexed = [&](unsigned row) { return word_of_row<word_count>(own_index, row); };
    constexpr bool gathers = Motion::kind == motion::gather;
    auto const* const from = reinterpret_cast<word const*>(in);
    auto* const to = reinterpret_cast<word*>(out);
    word rows[word_count];
#pragma unroll
    for (unsigned r = 0; r < word_count; ++r) rows[r] = from[gathers ? indexed(r) : ordered(r)];
#pragma unroll
    for (unsigned r = 0; r < word_count; ++r) to[gathers ? ordered(r) : indexed(r)] = rows[r];
}

}  // namespace heddle_bench

namespace heddle_bench::indexed {

template <class Element, class Motion>
void add_motion(char const* pattern)
{
    add_move<Element>(pattern, "limit", move_words<Element, Motion>);
    add_move<Element>(pattern, "plain", move<Element, Motion, plainly>);
    add_move<Element>(pattern, "coalesced", move<Element, Motion, coalesced>);
    add_move<Element>(pattern, "scratch", move<Element, Motion, with_scratch>);
}

template <class Element>
void add()
{
    add_motion<Element, gathers>("gather");
    add_motion<Element, scatters>("scatter");
}

}  // namespace heddle_bench::indexed
