// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs scans and selections in emulated blocks of 32 threads, one block after the other. Blocks::run(body) runs one
// block. Blocks::add_shared(memory) gets the shared memory of the blocks.
#pragma once

#include "common/shared.hpp"

#include <heddle/algorithm/scan.cuh>
#include <heddle/algorithm/select.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

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

template <unsigned WarpLanes, class Body>
void emulate_block(Body const& body)
{
    heddle::emulate_group<32>([&](auto const& all) { body(emulated_block<WarpLanes>(all)); });
}

template <unsigned WarpLanes>
struct emulated_blocks {
    static constexpr unsigned warp_lanes = WarpLanes;

    template <class Memory>
    static void add_shared(Memory&)
    {
    }
    template <class Body>
    static void run(Body const& body)
    {
        emulate_block<WarpLanes>(body);
    }
};

// Scans a sequence in tiles. The shared memory is not cleared between blocks.
template <heddle::detail::scan_kind Kind, unsigned Items, unsigned Threads, class Blocks, class In, class Out,
          class Initial, class Operation>
void scan_by(Blocks const& blocks, In first, std::size_t count, Out result, Initial initial, Operation operation)
{
    using value = heddle::detail::value_of<In>;
    using states = heddle::detail::value_states<value>;
    constexpr unsigned capacity = Items * Threads, lanes = Blocks::warp_lanes;
    auto& memory = shared<heddle::detail::scan_memory<value, capacity, 32 / lanes>>();
    blocks.add_shared(memory);
    std::size_t const tiles = heddle::detail::divide_up(count, capacity);
    std::vector<std::uint64_t> words(heddle::detail::look_back_words<states, lanes>(tiles));
    auto const look_back = heddle::detail::look_back_in<states, lanes>(words.data(), tiles);
    for (std::size_t b = 0; b < tiles; ++b) {
        blocks.run([&](auto const& block) {
            heddle::detail::scan_share<Kind, Items, capacity>(block, memory, look_back, first, count, result, initial,
                                                              operation);
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
