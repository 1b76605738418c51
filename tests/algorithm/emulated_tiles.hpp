// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the functions that kernels call for each tile, in emulated blocks of 32 threads. Each block processes one tile.
// The blocks run one after the other.
#pragma once

#include "common/shared.hpp"

#include <heddle/algorithm/transform.cuh>
#include <heddle/emulation.hpp>

#include <cstddef>
#include <utility>

namespace heddle_test {

inline constexpr unsigned tile_threads = 32;

//! Runs emulated blocks. add_shared() ignores the shared memory of the blocks.
struct emulated_tiles {
    template <class Memory>
    static void add_shared(Memory&)
    {
    }
    template <class Body>
    static heddle::memory_traffic run(Body const& body)
    {
        return heddle::emulate_group<tile_threads>(body);
    }
};

//! Calls share(block, tile) for every tile of `capacity` elements.
template <class Blocks, class Share>
heddle::memory_traffic run_tiles_by(Blocks const& blocks, std::size_t count, unsigned capacity, Share const& share)
{
    heddle::memory_traffic traffic;
    for (std::size_t tile = 0; tile * capacity < count; ++tile) {
        traffic += blocks.run([&](auto const& block) { share(block, tile); });
    }
    return traffic;
}

template <class Share>
heddle::memory_traffic run_tiles(std::size_t count, unsigned capacity, Share const& share)
{
    return run_tiles_by(emulated_tiles(), count, capacity, share);
}

template <class Blocks, class Function, class Out, class... In>
heddle::memory_traffic transform_by(Blocks const& blocks, std::size_t count, Function function, Out out, In... in)
{
    constexpr unsigned capacity = heddle::detail::common_capacity<tile_threads, Out, In...>();
    auto& stages = shared<heddle::detail::stage_set<capacity, Out, In...>>();
    blocks.add_shared(stages);
    return run_tiles_by(blocks, count, capacity, [&](auto const& block, std::size_t tile) {
        heddle::detail::transform_share<capacity>(std::index_sequence_for<In...>(), block, stages, tile, count,
                                                  function, out, in...);
    });
}

template <class Function, class Out, class... In>
heddle::memory_traffic transform_tiles(std::size_t count, Function function, Out out, In... in)
{
    return transform_by(emulated_tiles(), count, function, out, in...);
}

template <class Blocks, class Function, class Iterator>
heddle::memory_traffic for_each_by(Blocks const& blocks, std::size_t count, Function const& function, Iterator first)
{
    constexpr unsigned capacity = heddle::detail::common_capacity<tile_threads, Iterator>();
    auto& stages = shared<heddle::detail::stage_set<capacity, Iterator>>();
    blocks.add_shared(stages);
    return run_tiles_by(blocks, count, capacity, [&](auto const& block, std::size_t tile) {
        heddle::detail::for_each_share<capacity>(block, stages, tile, count, function, first);
    });
}

template <class Function, class Iterator>
heddle::memory_traffic for_each_in_tiles(std::size_t count, Function const& function, Iterator first)
{
    return for_each_by(emulated_tiles(), count, function, first);
}

}  // namespace heddle_test
