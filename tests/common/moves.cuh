// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that move elements from any indices to any indices, through coalesced_ptr or with explicit groups. Lanes may
// diverge, and blocks may have any shape. Helpers check the results.
#pragma once

#include "common/bytes.hpp"
#include "gpu.cuh"

#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

#include <algorithm>
#include <cstring>
#include <sstream>

namespace heddle_test {

//! The behavior of threads that move no element: they skip the move, or exit the kernel.
enum class idle_threads { skip, leave };

//! If moves[i] is not 0, thread i executes out[to[i]] = in[from[i]]. The array `to` is a permutation.
struct move_pattern {
    char const* name;
    std::vector<std::int64_t> from;
    std::vector<std::int64_t> to;
    std::vector<std::uint8_t> moves;
    idle_threads idle = idle_threads::skip;

    std::size_t size() const { return from.size(); }
};

struct device_pattern {
    explicit device_pattern(move_pattern const& p)
        : from(p.from), to(p.to), moves(p.moves), size(p.size()), idle(p.idle)
    {
    }
    device_vector<std::int64_t> from, to;
    device_vector<std::uint8_t> moves;
    std::size_t size;
    idle_threads idle;
};

inline __device__ std::size_t thread_in_grid()
{
    std::size_t const in_block = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return blockIdx.x * std::size_t{blockDim.x * blockDim.y * blockDim.z} + in_block;
}

template <class Element, class Policy>
__global__ void move_by_pointer(heddle::coalesced_ptr<Element, Policy> out,
                                heddle::coalesced_ptr<Element const, Policy> in, std::int64_t const* from,
                                std::int64_t const* to, std::uint8_t const* moves, std::size_t count, idle_threads idle)
{
    std::size_t const i = thread_in_grid();
    if (i >= count) return;
    if (idle == idle_threads::leave && moves[i] == 0) return;
    if (moves[i] != 0) out[to[i]] = in[from[i]];
}

//! Passes no scratch to a kernel's calls.
struct no_scratch {
    template <class Call>
    __device__ static void with(Call const& call)
    {
        call();
    }
};

//! Passes each warp a stage of Capacity elements. Blocks have at most 128 threads.
template <class Element, unsigned Capacity>
struct stages_of {
    template <class Call>
    __device__ static void with(Call const& call)
    {
        __shared__ heddle::warp_scratch<Element, Capacity> scratch[4];
        unsigned const thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        call(scratch[thread / 32]);
    }
};

//! Moves elements with load_if and store_if. If moves[i] is 0, thread i passes an invalid pointer to load_if, and
//! stores `*otherwise`.
template <unsigned LaneCount, class Scratch, class Element>
__global__ void move_by_tile_if(Element* out, Element const* in, std::int64_t const* from, std::int64_t const* to,
                                std::uint8_t const* moves, std::size_t count, Element const* otherwise)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    std::size_t const i = thread_in_grid();
    bool const exists = i < count;
    bool const wanted = exists && moves[i] != 0;
    auto const* const source = wanted ? in + from[i] : reinterpret_cast<Element const*>(i);
    Scratch::with([&](auto&... scratch) {
        Element const value = heddle::load_if(tile, wanted, source, *otherwise, scratch...);
        heddle::store_if(tile, exists, exists ? out + to[i] : nullptr, value, scratch...);
    });
}

//! Copies the first `count` elements in order. The last group may be partial.
template <unsigned LaneCount, class Scratch, class Element>
__global__ void copy_by_tile(Element* out, Element const* in, std::size_t count)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    std::size_t const first = thread_in_grid() / LaneCount * LaneCount;
    std::size_t const left = first < count ? count - first : 0;
    Scratch::with([&](auto&... scratch) {
        Element const value = heddle::load_contiguous(tile, in + first, left, scratch...);
        heddle::store_contiguous(tile, out + first, value, left, scratch...);
    });
}

template <class Element>
void expect_moved(move_pattern const& p, guarded_array<Element> const& before, guarded_array<Element> const& after,
                  guarded_array<Element> const& in, Element const* otherwise)
{
    EXPECT_TRUE(after.guards_intact()) << "a canary is dead";
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        auto const to = static_cast<std::size_t>(p.to[i]);
        Element const* expected = &before[to];
        if (p.moves[i] != 0) {
            expected = &in[static_cast<std::size_t>(p.from[i])];
        } else if (otherwise != nullptr) {
            expected = otherwise;
        }
        wrong += std::memcmp(&after[to], expected, sizeof(Element)) != 0 ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0u) << "elements differ";
}

inline std::vector<move_pattern> make_patterns(std::size_t count, random_source& random)
{
    std::vector<std::int64_t> straight(count), shuffled(count), repeated(count), backwards(count);
    auto const permutation = random.permutation(count);
    for (std::size_t i = 0; i < count; ++i) {
        straight[i] = static_cast<std::int64_t>(i);
        shuffled[i] = static_cast<std::int64_t>(permutation[i]);
        repeated[i] = static_cast<std::int64_t>(random.below(i / 16 + 1));
        backwards[i] = static_cast<std::int64_t>(count - 1 - i);
    }
    std::vector<std::uint8_t> all(count, 1), some(count), few(count), prefix(count);
    for (std::size_t i = 0; i < count; ++i) {
        some[i] = random.coin();
        few[i] = random.below(16) == 0;
        prefix[i] = i % 32 < i / 32 % 33;
    }
    return {
        {"contiguous", straight, straight, all},
        {"gather", shuffled, straight, all},
        {"scatter", straight, shuffled, all},
        {"both", shuffled, backwards, all},
        {"repeated", repeated, shuffled, all},
        {"some skip", straight, straight, some, idle_threads::skip},
        {"some leave", shuffled, straight, some, idle_threads::leave},
        {"few", shuffled, shuffled, few, idle_threads::skip},
        {"prefixes leave", straight, straight, prefix, idle_threads::leave},
    };
}

inline unsigned blocks_for(std::size_t threads, dim3 block)
{
    std::size_t const size = block.x * block.y * block.z;
    return static_cast<unsigned>((threads + size - 1) / size);
}

//! Returns `block` if the kernel can be launched with that many threads. Otherwise returns a one-dimensional block with
//! the largest number of threads that the kernel's registers allow.
template <class Kernel>
dim3 launchable(Kernel* kernel, dim3 block)
{
    cudaFuncAttributes attributes;
    check_cuda(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    auto const most = static_cast<unsigned>(attributes.maxThreadsPerBlock);
    return block.x * block.y * block.z <= most ? block : dim3(most / 32 * 32);
}

inline std::string describe(move_pattern const& p, std::size_t size, std::size_t alignment, dim3 block)
{
    std::ostringstream text;
    text << size << " bytes aligned to " << alignment << ", " << p.name << ", blocks of " << block.x << " x " << block.y
         << " x " << block.z;
    return text.str();
}

}  // namespace heddle_test
