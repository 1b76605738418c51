// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What all benchmarks share: the structs they move, the values they store, and how a kernel becomes
// a Google Benchmark that is verified once and then timed.
#pragma once

#include "common/check.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <cooperative_groups.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle_bench {

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned lane_count = 32;

// ---- the structs ----

template <unsigned Alignment>
using member_of_alignment =
    std::conditional_t<Alignment == 1, std::uint8_t,
                       std::conditional_t<Alignment == 2, std::uint16_t, std::uint32_t>>;

//! A struct as users have them: an array of members, aligned to a member or to more.
template <unsigned Bytes, unsigned Alignment>
struct alignas(Alignment) element {
    using member = member_of_alignment<Alignment>;
    member members[Bytes / sizeof(member)];
};

//! What the names of the benchmarks and their harness know about a struct.
struct element_shape {
    std::size_t bytes;
    std::string label;  //!< "96", or "96a16" where the alignment is not the packed one
};

//! The alignment of a struct whose members are as wide as its size allows, up to 4 bytes.
constexpr unsigned packed_alignment(unsigned bytes)
{
    return bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

template <class Element>
element_shape shape_of()
{
    static_assert(std::is_trivially_copyable_v<Element>);
    std::string label = std::to_string(sizeof(Element));
    if (alignof(Element) != packed_alignment(sizeof(Element))) {
        label += 'a' + std::to_string(alignof(Element));
    }
    return {sizeof(Element), label};
}

// ---- what kernels access them through ----

template <class T>
using plain_ptr = T*;
template <class T>
using coalesced_ptr = heddle::coalesced_ptr<T>;
//! The default pointer without its code for diverged warps.
template <class T>
using whole_warps_ptr = heddle::coalesced_ptr<T, heddle::whole_warps>;
template <class T>
using scratch_ptr = heddle::coalesced_ptr<T, heddle::in_block<block_threads>>;

// ---- what kernels compute ----

//! The index of the calling thread's element.
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

//! Word `w` of the element that the store benchmarks write at index i: one addition for each word.
__host__ __device__ __forceinline__ std::uint32_t stored_word(std::size_t i, unsigned w)
{
    return static_cast<std::uint32_t>(i) * 0x9e3779b1u + (w + 1u) * 0x85ebca77u;
}

//! What the update benchmarks make of a word.
__host__ __device__ __forceinline__ std::uint32_t updated_word(std::uint32_t word)
{
    return word * 5 + 1;
}

template <class Element>
__device__ __forceinline__ Element stored_element(std::size_t i)
{
    constexpr unsigned word_count = (sizeof(Element) + 3) / 4;
    std::uint32_t words[word_count];
#pragma unroll
    for (unsigned w = 0; w < word_count; ++w) words[w] = stored_word(i, w);
    Element value;
    std::memcpy(&value, words, sizeof(Element));
    return value;
}

//! All bytes of an element folded into one word.
template <class Element>
__host__ __device__ __forceinline__ std::uint32_t xor_of_words(Element const& value)
{
    constexpr unsigned word_count = (sizeof(Element) + 3) / 4;
    std::uint32_t words[word_count] = {};
    std::memcpy(words, &value, sizeof(Element));
    std::uint32_t sum = 0;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) sum ^= words[w];
    return sum;
}

//! How the load benchmarks use what they read. They are verified with {0, 0}, so that every sum is
//! written, and timed with {0, 1}, so that none is; the compiler knows neither.
struct sum_filter {
    std::uint32_t mask;
    std::uint32_t wanted;

    __device__ __forceinline__ bool takes(std::uint32_t sum) const
    {
        return (sum & mask) == wanted;
    }
    __device__ __forceinline__ void write(std::uint32_t sum, std::uint32_t* place) const
    {
        if (takes(sum)) *place = sum;
    }
};

// ---- kernels and their registration ----
//
// Kernels take bytes and make their own pointers of them, so that the host code exists once.
// `count` is a multiple of block_threads.

using load_kernel = void (*)(std::byte const* in, std::uint32_t* sums, sum_filter filter,
                             std::size_t count);
using store_kernel = void (*)(std::byte* out, std::size_t count);
using copy_kernel = void (*)(std::byte const* in, std::byte* out, std::size_t count);
//! Makes updated_word(w) of every 32-bit word w of an array, in place.
using update_kernel = void (*)(std::byte* array, std::size_t count);
using indexed_kernel = void (*)(std::byte const* in, std::byte* out, std::uint32_t const* index,
                                std::size_t count);
//! Copies or gathers by those lanes of each warp that are set in `lanes`.
using masked_kernel = void (*)(std::byte const* in, std::byte* out, std::uint32_t const* index,
                               std::uint32_t lanes, std::size_t count);

struct round_trip;
//! A copy, many times, by persistent blocks: a share of the arrays is what a block copies in a launch of
//! its own.
using round_kernel = void (*)(std::byte const* in, std::byte* out, round_trip trip);

//! How the blocks of a kernel share the structs.
struct block_share {
    unsigned threads = block_threads;
    unsigned elements = block_threads;
};

//! Lanes of a warp: bit l is lane l.
struct lane_mask {
    std::string label;  //!< "prefix8"
    std::uint32_t lanes;
};

enum class indexed_kind { gather, scatter };
enum class masked_kind { copy, gather, scatter };

//! What the patterns' names begin with from now on: nothing, unless a program has a family of its own.
void set_pattern_prefix(char const* prefix);

void add_load(char const* access, element_shape const& shape, load_kernel kernel,
              block_share block = {});
void add_store(char const* access, element_shape const& shape, store_kernel kernel,
               block_share block = {});
void add_copy(char const* access, element_shape const& shape, copy_kernel kernel,
              block_share block = {});
//! As add_copy, over and over between arrays that fit in the L2 cache together.
void add_l2_copy(char const* access, element_shape const& shape, copy_kernel kernel,
                 block_share block = {});
//! The same copy, by one kernel that goes round.
void add_l2_round(char const* access, element_shape const& shape, round_kernel kernel);
void add_update(char const* access, element_shape const& shape, update_kernel kernel,
                block_share block = {});
void add_masked(masked_kind kind, char const* access, element_shape const& shape,
                lane_mask const& mask, masked_kernel kernel);
void add_indexed(indexed_kind kind, char const* access, element_shape const& shape,
                 indexed_kernel kernel);

//! The limits of the contiguous kinds: flat kernels over 16-byte words, and for copies
//! cudaMemcpyAsync. In L2, the fastest of several flat kernels.
void add_load_limit(element_shape const& shape);
void add_store_limit(element_shape const& shape);
void add_copy_limit(element_shape const& shape);
void add_l2_copy_limit(element_shape const& shape);
void add_l2_round_limit(element_shape const& shape);
void add_update_limit(element_shape const& shape);

enum class benchmark_kind {
    load,
    store,
    copy,
    l2_copy,
    l2_round,
    masked,
    update,
    gather,
    scatter,
    some_words
};

//! The benchmarks of some structs, which a file of their own compiles.
struct benchmark_part {
    unsigned first_bytes;
    void (*add)(benchmark_kind);
};

//! All parts, in no order; filled before main() by their files.
std::vector<benchmark_part>& benchmark_parts();

//! Adds their benchmarks, kind by kind, the structs from small to large.
void add_parts(std::initializer_list<benchmark_kind> kinds);

struct register_part {
    explicit register_part(benchmark_part const& part) { benchmark_parts().push_back(part); }
};

}  // namespace heddle_bench
