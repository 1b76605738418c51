// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random gather and scatter, one struct a thread: through raw pointers, through coalesced_ptr, and,
// as the limit, by kernels that move the same words and transpose nothing.
#pragma once

#include "harness.cuh"

#include <heddle/detail/plan/plan.hpp>

namespace heddle_bench {

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    gather(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    q[i] = p[index[i]];
}

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    scatter(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    q[index[i]] = p[i];
}

// ---- the limit ----

// clang-format off
template <unsigned Bytes> struct word_of     { using type = uint4; };
template <>               struct word_of<8>  { using type = uint2; };
template <>               struct word_of<4>  { using type = std::uint32_t; };
template <>               struct word_of<2>  { using type = std::uint16_t; };
template <>               struct word_of<1>  { using type = std::uint8_t; };
// clang-format on

//! Row r of a warp's lane: word e = 32 r + lane of the warp's elements, which is word `e mod m` of
//! element `e div m`. It has two places: flat, and where the index has put its element.
template <unsigned WordCount>
struct row_places {
    std::uint32_t own_index;
    std::size_t first_word;
    unsigned lane;

    __device__ __forceinline__ std::size_t flat(unsigned row) const
    {
        return first_word + row * lane_count + lane;
    }
    __device__ __forceinline__ std::size_t indexed(unsigned row) const
    {
        unsigned const e = row * lane_count + lane;
        std::uint32_t const place =
            __shfl_sync(0xffffffffu, own_index, static_cast<int>(e / WordCount));
        return std::size_t{place} * WordCount + e % WordCount;
    }
};

template <class Element, bool Gathers>
__global__ void __launch_bounds__(block_threads)
    move_words(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t)
{
    // The widest words that every element of an array aligned to 16 bytes consists of.
    constexpr heddle::plan plan = heddle::plan_of<Element>();
    constexpr unsigned word_bytes = plan.is_unaligned() ? plan.alignment : plan.word_bytes;
    constexpr unsigned word_count = sizeof(Element) / word_bytes;
    using word = typename word_of<word_bytes>::type;
    static_assert(sizeof(word) == word_bytes);

    std::size_t const i = element_index();
    unsigned const lane = threadIdx.x % lane_count;
    row_places<word_count> const places{index[i], (i - lane) * word_count, lane};
    auto const* const from = reinterpret_cast<word const*>(in);
    auto* const to = reinterpret_cast<word*>(out);

    word rows[word_count];
#pragma unroll
    for (unsigned r = 0; r < word_count; ++r) {
        rows[r] = from[Gathers ? places.indexed(r) : places.flat(r)];
    }
#pragma unroll
    for (unsigned r = 0; r < word_count; ++r) {
        to[Gathers ? places.flat(r) : places.indexed(r)] = rows[r];
    }
}

template <class Element>
void add_gathers()
{
    element_shape const shape = shape_of<Element>();
    add_indexed(indexed_kind::gather, "limit", shape, move_words<Element, true>);
    add_indexed(indexed_kind::gather, "plain", shape, gather<Element, plain_ptr>);
    add_indexed(indexed_kind::gather, "coalesced", shape, gather<Element, coalesced_ptr>);
    add_indexed(indexed_kind::gather, "scratch", shape, gather<Element, scratch_ptr>);
}

template <class Element>
void add_scatters()
{
    element_shape const shape = shape_of<Element>();
    add_indexed(indexed_kind::scatter, "limit", shape, move_words<Element, false>);
    add_indexed(indexed_kind::scatter, "plain", shape, scatter<Element, plain_ptr>);
    add_indexed(indexed_kind::scatter, "coalesced", shape, scatter<Element, coalesced_ptr>);
    add_indexed(indexed_kind::scatter, "scratch", shape, scatter<Element, scratch_ptr>);
}

}  // namespace heddle_bench
