// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// For the benchmarks and `heddle tune`: the structs to move, the pointers to access them, permutations for gathers and
// scatters, and the values to store. The host compiler reads it, too, for emulated warps.
#pragma once

#include <heddle/coalesced_ptr.cuh>

#if defined(__CUDACC__)
#    include <cooperative_groups.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace heddle_bench {

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned lane_count = 32;

// ---- the structs ----

template <unsigned Alignment>
using member_of_alignment =
    std::conditional_t<Alignment == 1, std::uint8_t, std::conditional_t<Alignment == 2, std::uint16_t, std::uint32_t>>;

//! Returns the alignment of a struct whose members are as wide as its size allows, but at most 4 bytes.
constexpr unsigned packed_alignment(unsigned bytes) { return bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1; }

//! A struct as users write it: an array of members. It is aligned at least as strictly as a member.
template <unsigned Bytes, unsigned Alignment = packed_alignment(Bytes)>
struct alignas(Alignment) element {
    using member = member_of_alignment<Alignment>;
    member members[Bytes / sizeof(member)];
};

//! Returns the label of a struct in the names of benchmarks. The label is for example "96", or "96a16" if the alignment
//! differs from packed_alignment().
template <class Element>
std::string label_of()
{
    static_assert(std::is_trivially_copyable_v<Element>);
    bool const is_packed = alignof(Element) == packed_alignment(sizeof(Element));
    return std::to_string(sizeof(Element)) + (is_packed ? "" : 'a' + std::to_string(alignof(Element)));
}

template <std::size_t... Sizes>
constexpr bool is_one_of(std::size_t size)
{
    return ((size == Sizes) || ...);
}

// ---- the pointers ----

template <class T>
using plain_ptr = T*;
template <class T>
using coalesced_ptr = heddle::coalesced_ptr<T>;
//! Like the default pointer, but without code for diverged warps.
template <class T>
using whole_warps_ptr = heddle::coalesced_ptr<T, heddle::whole_warps>;
template <class T>
using scratch_ptr = heddle::coalesced_ptr<T, heddle::in_block<block_threads>>;

// ---- the indices ----

//! Returns a word in which every bit depends on every bit of the argument (the finalizer of MurmurHash3).
HEDDLE_HOST_DEVICE constexpr std::uint32_t mixed(std::uint32_t word)
{
    word = (word ^ word >> 16) * 0x85ebca6bu;
    word = (word ^ word >> 13) * 0xc2b2ae35u;
    return word ^ word >> 16;
}

//! A pseudo-random permutation of 0 … count - 1 that needs no memory. Each of its steps is invertible modulo the
//! next power of two: an addition, a multiplication by an odd number, and folding the upper half of the bits into the
//! lower half. The steps are repeated until the result is below count, so the whole permutation is invertible, too.
struct permutation {
    std::size_t count;
    unsigned bits;

    HEDDLE_HOST_DEVICE constexpr explicit permutation(std::size_t n) : count(n), bits(2)
    {
        while (std::size_t{1} << bits < n) ++bits;
    }

    HEDDLE_HOST_DEVICE constexpr std::size_t operator()(std::size_t i) const
    {
        do {
            for (unsigned round = 0; round < 4; ++round) {
                i = (i + 0x632be59bd9b4e019u) * 0x9e3779b97f4a7c15u & ((std::size_t{1} << bits) - 1);
                i ^= i >> (bits / 2);
            }
        } while (i >= count);
        return i;
    }
};

// ---- the values ----

#if defined(__CUDACC__)

//! Returns the index of the calling thread's element.
template <unsigned Threads = block_threads>
__device__ __forceinline__ std::size_t element_index()
{
    return std::size_t{blockIdx.x} * Threads + threadIdx.x;
}

__device__ __forceinline__ auto this_warp()
{
    namespace cg = cooperative_groups;
    return cg::tiled_partition<lane_count>(cg::this_thread_block());
}

#endif

//! Returns word `w` of the element that the store benchmarks write at index i. The computation takes one addition.
HEDDLE_INLINE std::uint32_t stored_word(std::size_t i, unsigned w)
{
    return static_cast<std::uint32_t>(i) * 0x9e3779b1u + (w + 1u) * 0x85ebca77u;
}

//! Returns the value that an update stores in place of a word.
HEDDLE_INLINE std::uint32_t updated_word(std::uint32_t word) { return word * 5 + 1; }

//! Returns the struct that an update stores in place of `value`.
template <class Element>
HEDDLE_INLINE Element updated(Element value)
{
    HEDDLE_UNROLL
    for (auto& member : value.members) member = updated_word(member);
    return value;
}

template <class Element>
HEDDLE_INLINE Element stored_element(std::size_t i)
{
    constexpr unsigned word_count = (sizeof(Element) + 3) / 4;
    std::uint32_t words[word_count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) words[w] = stored_word(i, w);
    Element value;
    std::memcpy(&value, words, sizeof(Element));
    return value;
}

//! Combines all bytes of an element into one word.
template <class Element>
HEDDLE_INLINE std::uint32_t xor_of_words(Element const& value)
{
    constexpr unsigned word_count = (sizeof(Element) + 3) / 4;
    std::uint32_t words[word_count] = {};
    std::memcpy(words, &value, sizeof(Element));
    std::uint32_t sum = 0;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) sum ^= words[w];
    return sum;
}

//! Selects the sums that a load benchmark writes. The compiler does not know the values of its members.
struct sum_filter {
    std::uint32_t mask;
    std::uint32_t wanted;

    HEDDLE_INLINE bool takes(std::uint32_t sum) const { return (sum & mask) == wanted; }
    HEDDLE_INLINE void write(std::uint32_t sum, std::uint32_t* place) const
    {
        if (takes(sum)) *place = sum;
    }
};
inline constexpr sum_filter all_sums{0, 0};  //!< writes all sums, for verification
inline constexpr sum_filter no_sums{0, 1};   //!< writes no sums, for timing

}  // namespace heddle_bench
