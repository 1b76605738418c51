// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the functions that kernels call for each tile, in emulated blocks of 32 threads. The blocks run one after the
// other. Their shared memory is not cleared between them. Blocks::run(body) runs one block. Blocks::add_shared(memory)
// gets the shared memory of the blocks. Includes what all tests of emulated blocks need.
#pragma once

#include "common/shared.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/algorithm/scan.cuh>
#include <heddle/algorithm/select.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle_test {

inline constexpr unsigned tile_threads = 32;

//! A block of 32 emulated lanes. Each group of WarpLanes lanes acts as one warp of the block.
template <unsigned WarpLanes>
class emulated_block {
public:
    explicit emulated_block(heddle::emulated_group<32> const& all) : all_(all) {}

    static constexpr unsigned num_threads() { return 32; }
    unsigned thread_rank() const { return all_.thread_rank(); }
    void sync() const { all_.sync(); }
    bool any(bool condition) const { return all_.any(condition); }
    heddle::emulated_group<WarpLanes> warp() const
    {
        return heddle::emulated_group<WarpLanes>(*heddle::detail::emulated_lane::current());
    }

private:
    heddle::emulated_group<32> all_;
};

//! Runs emulated blocks. Each group of WarpLanes lanes acts as one warp. If WarpLanes is 0, the block is an
//! emulated_group, whose traffic is counted. add_shared() ignores the shared memory.
template <unsigned WarpLanes = 0>
struct emulated_blocks {
    static constexpr unsigned warp_lanes = WarpLanes;

    template <class Memory>
    static void add_shared(Memory&)
    {
    }
    template <class Body>
    static heddle::memory_traffic run(Body const& body)
    {
        return heddle::emulate_group<tile_threads>([&](auto const& all) {
            if constexpr (WarpLanes == 0) body(all);
            if constexpr (WarpLanes != 0) body(emulated_block<WarpLanes>(all));
        });
    }
};

//! An iterator whose element k is function(k), computed at each read.
template <class Function>
struct computed {
    using value_type = std::invoke_result_t<Function, std::ptrdiff_t>;
    using difference_type = std::ptrdiff_t;
    using pointer = value_type const*;
    using reference = value_type;
    using iterator_category = std::random_access_iterator_tag;

    Function function;
    std::ptrdiff_t at = 0;

    computed operator+(std::ptrdiff_t n) const { return {function, at + n}; }
    reference operator*() const { return function(at); }
};
template <class Function>
computed(Function) -> computed<Function>;

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
    return run_tiles_by(emulated_blocks<>(), count, capacity, share);
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
    return transform_by(emulated_blocks<>(), count, function, out, in...);
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
    return for_each_by(emulated_blocks<>(), count, function, first);
}

template <heddle::detail::scan_kind Kind, unsigned Items, unsigned Threads, class Blocks, class In, class Out,
          class Initial, class Operation, class Summands = heddle::detail::own_summands<heddle::detail::value_of<In>>>
void scan_by(Blocks const& blocks, In first, std::size_t count, Out result, Initial initial, Operation operation,
             Summands summands = {})
{
    using value = heddle::detail::value_of<In>;
    using states = heddle::detail::value_states<typename Summands::sum_type>;
    constexpr unsigned capacity = Items * Threads, lanes = Blocks::warp_lanes;
    auto& memory = shared<heddle::detail::scan_memory<value, capacity, 32 / lanes, Summands>>();
    blocks.add_shared(memory);
    std::size_t const tiles = heddle::detail::divide_up(count, capacity);
    std::vector<std::uint64_t> words(heddle::detail::look_back_words<states, lanes>(tiles));
    auto const look_back = heddle::detail::look_back_in<states, lanes>(words.data(), tiles);
    for (std::size_t b = 0; b < tiles; ++b) {
        blocks.run([&](auto const& block) {
            heddle::detail::scan_share<Kind, Items, capacity>(block, memory, look_back, first, count, result, initial,
                                                              operation, summands);
        });
    }
}

inline constexpr unsigned select_capacity = 72;

template <class Blocks, class In, class Wanted, class Others, class Marker>
std::size_t select_by(Blocks const& blocks, In first, std::size_t count, Wanted wanted, Others others, Marker marker)
{
    using states = heddle::detail::count_states;
    constexpr auto unselected = heddle::detail::unselected_by<Others>;
    constexpr unsigned lanes = Blocks::warp_lanes;
    auto& memory =
        shared<heddle::detail::select_memory<heddle::detail::value_of<In>, select_capacity, unselected, lanes>>();
    blocks.add_shared(memory);
    std::size_t const tiles = heddle::detail::divide_up(count, select_capacity);
    std::vector<std::uint64_t> words(heddle::detail::look_back_words<states, lanes>(tiles));
    auto const look_back = heddle::detail::look_back_in<states, lanes>(words.data(), tiles, false);
    std::size_t selected = 0;
    for (std::size_t b = 0; b < tiles; ++b) {
        blocks.run([&](auto const& block) {
            heddle::detail::select_share(block, memory, look_back, first, count, wanted, others, marker, &selected);
        });
    }
    if (tiles > 1) {
        EXPECT_EQ(tiles, words.back());
    }
    return selected;
}

}  // namespace heddle_test
