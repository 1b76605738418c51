// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the traffic of updates in emulated warps. If lanes diverge in the body, the warp must still cooperate in the
// load before the body and in the store after the body.

#include "ways_to_run.hpp"

#include <common/bytes.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using heddle::emulated_group;
using heddle::memory_traffic;
using heddle::detail::emulated_lane;
using namespace heddle_test;

// Makes lanes diverge in branches and loops, without accesses to memory.
void part(std::size_t i)
{
    emulated_lane& lane = *emulated_lane::current();
    if (i % 3 == 0) return;
    for (std::size_t k = 0; k < i % 5; ++k) lane.converge();
    if (i % 2 == 0) lane.converge();
}

void expect_same(memory_traffic const& expected, memory_traffic const& counted, std::size_t bytes)
{
    EXPECT_EQ(expected.loads, counted.loads) << bytes;
    EXPECT_EQ(expected.stores, counted.stores) << bytes;
}

TEST(update_traffic, of_a_whole_warp_is_that_of_one_load_and_one_store)
{
    unsigned cooperating = 0;
    with_every_size([&](auto type) {
        using element = decltype(type);
        alignas(128) static element array[32];
        with_every_policy(array, [&](auto p) {
            auto const q = heddle::make_coalesced(p);
            auto const expected = emulate_grid(32, [&](std::size_t i) { q[i] = q[i].load(); });
            auto const counted = emulate_grid(32, [&](std::size_t i) {
                heddle::update(p + i, [&](element& e) {
                    if (i % 4 == 1) return;
                    ++e.value[0];
                    part(i);
                });
            });
            expect_same(expected, counted, sizeof(element));
            auto const edited = emulate_grid(32, [&](std::size_t i) {
                auto e = heddle::edit(p + i);
                if (i % 3 == 0) ++e->value[0];
            });
            expect_same(expected, edited, sizeof(element));
        });
        coalesced_ptr<element, heddle::lane_by_lane> const alone(array);
        auto const apart = emulate_grid(32, [&](std::size_t i) { alone[i] = element{}; });
        auto const together =
            emulate_grid(32, [&](std::size_t i) { heddle::update(array + i, [&](element&) { part(i); }); });
        cooperating += together.stores != apart.stores;
    });
    EXPECT_EQ(6u, cooperating);  // the number of tested sizes for which lanes cooperate
}

//! Returns the traffic of one load_if and one store_if in a group. The masks select the lanes that load and store.
template <class Element, class... Scratch>
memory_traffic traffic_of_tile(Element* array, std::uint32_t loaded, std::uint32_t stored, Scratch&... scratch)
{
    return heddle::emulate_group<32>([&](emulated_group<32> const& tile) {
        unsigned const lane = tile.thread_rank();
        Element const e = heddle::load_if(tile, (loaded >> lane & 1u) != 0, array + lane, Element{}, scratch...);
        heddle::store_if(tile, (stored >> lane & 1u) != 0, array + lane, e, scratch...);
    });
}

//! Calls body(pointer, lane, is_wanted) in each lane of a warp, for several masks of wanted lanes. Expects the traffic
//! of one load_if and one store_if by the wanted lanes. If `all_load`, the expected load is by all lanes.
template <class Body>
void expect_traffic_of_groups(bool all_load, Body const& body)
{
    with_every_size([&](auto type) {
        using element = decltype(type);
        alignas(128) static element array[32];
        static heddle::block_scratch<element, 32> scratch;
        for (std::uint32_t const mask :
             {0u, 1u, 0x0000ffffu, 0x0001ffffu, 0x55555555u, 0x75757575u, 0xfffffffeu, 0x7fffffffu, 0xffffffffu}) {
            std::uint32_t const loaded = all_load ? ~0u : mask;
            auto const counted = [&](auto p) {
                return emulate_grid(32, [&](std::size_t i) { body(p, i, (mask >> i & 1u) != 0); });
            };
            expect_same(traffic_of_tile(array, loaded, mask), counted(coalesced_ptr<element>(array)), sizeof(element));
            expect_same(traffic_of_tile(array, loaded, mask, scratch),
                        counted(coalesced_ptr<element, heddle::in_block<32>>(array)), sizeof(element));
        }
    });
}

TEST(update_traffic, of_some_lanes_is_that_of_their_whole_warp)
{
    expect_traffic_of_groups(false, [](auto p, std::size_t i, bool is_wanted) {
        heddle::update_if(is_wanted, p + i, [&](auto&) { part(i); });
    });
    expect_traffic_of_groups(false, [](auto p, std::size_t i, bool is_wanted) {
        auto const e = heddle::load_if(is_wanted, p + i);
        part(i);
        heddle::store_if(is_wanted, p + i, e);
    });
}

TEST(update_traffic, leaves_out_the_stores_of_lanes_that_return_false)
{
    expect_traffic_of_groups(true, [](auto p, std::size_t i, bool is_wanted) {
        heddle::update(p + i, [&](auto&) {
            part(i);
            return is_wanted;
        });
    });
}

TEST(update_traffic, of_lanes_in_a_branch_is_theirs)
{
    with_every_size([&](auto type) {
        using element = decltype(type);
        alignas(128) static element array[32];
        coalesced_ptr<element> const p(array);
        auto const is_there = [](std::size_t i) { return i % 2 == 0 || i > 20; };
        auto const expected = emulate_grid(32, [&](std::size_t i) {
            if (is_there(i)) p[i] = p[i].load();
        });
        auto const counted = emulate_grid(32, [&](std::size_t i) {
            if (is_there(i)) heddle::update(p + i, [&](element&) { part(i); });
        });
        expect_same(expected, counted, sizeof(element));
    });
}

}  // namespace
