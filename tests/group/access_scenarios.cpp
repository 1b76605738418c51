// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the building blocks of the scenarios. check_loads and check_stores access elements through given pointers and
// compare the results with plain code.

#include "access_scenarios.hpp"

#include <common/lane_masks.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace heddle_test {

namespace {

using byte_string = std::vector<unsigned char>;
using values_of_lanes = std::vector<byte_string>;

values_of_lanes random_values(std::size_t lanes, std::size_t size, random_source& random)
{
    values_of_lanes values(lanes, byte_string(size));
    for (byte_string& value : values) random.fill(value.data(), size);
    return values;
}

heddle::memory_traffic run(collectives const& c, std::size_t lanes,
                           std::function<void(heddle::detail::emulated_lane&)> const& body)
{
    return lanes == c.plan.lane_count ? c.run(body) : c.run_in_warp(body);
}

// Returns masks with no lane, one lane, some lanes, all lanes, and all lanes but the first.
std::vector<lane_mask> masks(std::size_t lanes, random_source& random)
{
    lane_mask const all = 0xffffffffu >> (32 - lanes);
    return {0,
            lane_mask{1} << random.below(lanes),
            random.next_word() & all,
            (random.next_word() | random.next_word()) & all,
            all,
            all & ~lane_mask{1}};
}

// Returns a pointer that must not be dereferenced.
unsigned char* wild_pointer(random_source& random)
{
    return reinterpret_cast<unsigned char*>(random.coin() ? std::uintptr_t{0} : random.next());
}

lane_pointers with_wild_pointers(lane_pointers pointers, lane_mask wanted, random_source& random)
{
    for (std::size_t lane = 0; lane < pointers.size(); ++lane) {
        if (!contains(wanted, lane)) pointers[lane] = wild_pointer(random);
    }
    return pointers;
}

std::vector<byte_string> snapshot(std::vector<memory_range> const& memory)
{
    std::vector<byte_string> result;
    for (memory_range const& range : memory) {
        result.emplace_back(range.first, range.first + range.size);
    }
    return result;
}

// Sets the expected values of lanes that store to the same address. Each part of such an element may come from any of
// these lanes.
void accept_any_of_repeated(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                            values_of_lanes& values)
{
    std::size_t const part = c.plan.part_bytes();
    for (std::size_t lane = 0; lane < pointers.size(); ++lane) {
        if (!contains(wanted, lane)) continue;
        for (std::size_t at = 0; at < c.plan.element_bytes; at += part) {
            unsigned char const* const found = pointers[lane] + at;
            bool known = false;
            for (std::size_t other = 0; other < pointers.size() && !known; ++other) {
                known = contains(wanted, other) && pointers[other] == pointers[lane] &&
                        std::memcmp(found, &values[other][at], part) == 0;
            }
            ASSERT_TRUE(known) << c << ": lane " << lane << ", byte " << at;
            std::memcpy(&values[lane][at], found, part);
        }
    }
}

void check_memory_after_store(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                              values_of_lanes values, std::vector<memory_range> const& memory,
                              std::vector<byte_string> const& before)
{
    accept_any_of_repeated(c, pointers, wanted, values);
    std::vector<byte_string> const after = snapshot(memory);
    for (std::size_t range = 0; range < memory.size(); ++range) {
        std::memcpy(memory[range].first, before[range].data(), memory[range].size);
    }
    for (std::size_t lane = 0; lane < pointers.size(); ++lane) {
        if (!contains(wanted, lane)) continue;
        std::memcpy(pointers[lane], values[lane].data(), c.plan.element_bytes);
    }
    EXPECT_EQ(snapshot(memory), after) << c << ", lanes " << std::hex << wanted;
}

}  // namespace

heddle::transaction_count expected_transactions(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                                                access_kind kind, bool contiguous)
{
    heddle::transaction_count result;
    heddle::plan const& p = c.plan;
    for (std::size_t tile = 0; tile < pointers.size(); tile += p.lane_count) {
        group_elements elements{{}, 0};
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            elements.addresses[lane] = reinterpret_cast<std::uintptr_t>(pointers[tile + lane]);
            if (contains(wanted, tile + lane)) elements.wanted |= 1u << lane;
        }
        result += c.expected(elements, kind, contiguous);
    }
    return result;
}

void check_loads(collectives const& c, lane_pointers const& pointers, random_source& random)
{
    std::size_t const lanes = pointers.size();
    values_of_lanes wanted_values;
    for (unsigned char* const pointer : pointers) wanted_values.emplace_back(pointer, pointer + c.plan.element_bytes);
    auto const check = [&](operation what, lane_mask mask) {
        values_of_lanes values = random_values(lanes, c.plan.element_bytes, random), expected = values;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (contains(mask, lane)) expected[lane] = wanted_values[lane];
        }
        lane_pointers const given = with_wild_pointers(pointers, mask, random);
        auto const traffic = run(c, lanes, [&](heddle::detail::emulated_lane& lane) {
            unsigned const rank = lane.rank();
            c.call(what, lane, given[rank], contains(mask, rank), values[rank].data());
        });
        EXPECT_EQ(expected, values) << c << ", lanes " << std::hex << mask;
        EXPECT_EQ(expected_transactions(c, pointers, mask, access_kind::load), traffic.loads)
            << c << ", lanes " << std::hex << mask;
        EXPECT_EQ(heddle::transaction_count(), traffic.stores) << c;
    };
    check(operation::load, ~lane_mask{0});
    for (lane_mask const mask : masks(lanes, random)) check(operation::load_if, mask);
}

void check_stores(collectives const& c, lane_pointers const& pointers, std::vector<memory_range> const& memory,
                  random_source& random)
{
    std::size_t const lanes = pointers.size();
    auto const check = [&](operation what, lane_mask mask) {
        values_of_lanes values = random_values(lanes, c.plan.element_bytes, random);
        std::vector<byte_string> const before = snapshot(memory);
        lane_pointers const given = with_wild_pointers(pointers, mask, random);
        auto const traffic = run(c, lanes, [&](heddle::detail::emulated_lane& lane) {
            unsigned const rank = lane.rank();
            c.call(what, lane, given[rank], contains(mask, rank), values[rank].data());
        });
        check_memory_after_store(c, pointers, mask, values, memory, before);
        EXPECT_EQ(expected_transactions(c, pointers, mask, access_kind::store), traffic.stores)
            << c << ", lanes " << std::hex << mask;
        EXPECT_EQ(heddle::transaction_count(), traffic.loads) << c;
    };
    check(operation::store, ~lane_mask{0});
    for (lane_mask const mask : masks(lanes, random)) check(operation::store_if, mask);
}

}  // namespace heddle_test
