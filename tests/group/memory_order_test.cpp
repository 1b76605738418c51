// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the barriers of docs/memory-order.md. When a group cooperates, lanes move elements that belong to other lanes.
// Barriers order each move after the earlier accesses of the lane that owns the element, and before the later accesses
// of this lane. If any barrier is missing, a test fails.

#include <common/bytes.hpp>
#include <common/race_detector.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace heddle_test;

constexpr unsigned lane_count = 32;

//! Each lane's index into the array.
using places = std::vector<std::size_t>;

//! Checks that the accesses of a warp have no data race. Active lanes call `load(tile, pointer)` and `store(tile,
//! pointer, value)`. Between these calls, each lane accesses its own element directly. Inactive lanes return at once.
template <class Element, class Load, class Store>
void expect_order(char const* what, places const& at, std::uint32_t active, Load const& load, Store const& store)
{
    std::vector<Element> array(2 * lane_count + 1);
    race_detector races(array.data(), array.size() * sizeof(Element));
    heddle::emulate_grid(lane_count, [&](std::size_t i) {
        Element* const own = &array[at[i]];
        watched_lane lane(races, own, sizeof(Element));
        if ((active >> i & 1u) == 0) return;
        heddle::emulated_group<lane_count> const tile(lane, active);
        lane.access_own(true);
        Element const first = load(tile, own);
        lane.access_own(true);
        store(tile, own, first);
        lane.access_own(false);
        store(tile, own, first);
        lane.access_own(true);
        Element const second = load(tile, own);
        store(tile, own, second);
        Element const third = load(tile, own);
        static_cast<void>(third);
    });
    EXPECT_EQ(0u, races.count()) << what << ", " << sizeof(Element) << " bytes aligned to " << alignof(Element) << ": "
                                 << races.first();
    EXPECT_GT(races.accesses_by_library(), 0u) << what;
}

template <class Element, class Policy>
void expect_order_of_pointer(char const* what, places const& at, std::uint32_t active)
{
    using pointer = heddle::coalesced_ptr<Element, Policy>;
    expect_order<Element>(
        what, at, active,
        [](auto const&, Element* p) {
            Element const value = *pointer(p);
            return value;
        },
        [](auto const&, Element* p, Element const& value) { *pointer(p) = value; });
}

template <class Element>
void expect_order_of_groups(places const& at, bool consecutive)
{
    constexpr std::uint32_t all = 0xffffffffu;
    expect_order<Element>(
        "load and store", at, all, [](auto const& tile, Element* p) { return heddle::load(tile, p); },
        [](auto const& tile, Element* p, Element const& v) { heddle::store(tile, p, v); });
    expect_order<Element>(
        "load_if and store_if", at, all,
        [](auto const& tile, Element* p) { return heddle::load_if(tile, tile.thread_rank() != 5, p); },
        [](auto const& tile, Element* p, Element const& v) {
            heddle::store_if(tile, tile.thread_rank() % 2 == 0, p, v);
        });
    if (!consecutive) return;
    expect_order<Element>(
        "load_contiguous and store_contiguous", at, all,
        [](auto const& tile, Element* p) { return heddle::load_contiguous(tile, p - tile.thread_rank()); },
        [](auto const& tile, Element* p, Element const& v) {
            heddle::store_contiguous(tile, p - tile.thread_rank(), v);
        });
    heddle::warp_scratch<Element> scratch;
    expect_order<Element>(
        "load_contiguous and store_contiguous with scratch", at, all,
        [&](auto const& tile, Element* p) { return heddle::load_contiguous(tile, p - tile.thread_rank(), scratch); },
        [&](auto const& tile, Element* p, Element const& v) {
            heddle::store_contiguous(tile, p - tile.thread_rank(), v, scratch);
        });
}

template <class Element>
void expect_order_of_all()
{
    constexpr std::uint32_t all = 0xffffffffu, some = 0xfff7bdfbu;
    random_source random("places of elements");
    places in_order(lane_count), anywhere(lane_count);
    auto const shuffled = random.permutation(2 * lane_count);
    for (unsigned i = 0; i < lane_count; ++i) {
        in_order[i] = i + 1;
        anywhere[i] = shuffled[i];
    }
    for (bool const consecutive : {true, false}) {
        places const& at = consecutive ? in_order : anywhere;
        for (std::uint32_t const active : {all, some}) {
            expect_order_of_pointer<Element, heddle::by_plan>("by_plan", at, active);
            expect_order_of_pointer<Element, heddle::whole_warps>("whole_warps", at, active);
            expect_order_of_pointer<Element, heddle::in_block<32>>("in_block", at, active);
        }
        expect_order_of_groups<Element>(at, consecutive);
    }
}

TEST(memory_order, of_12_bytes) { expect_order_of_all<bytes<12>>(); }
TEST(memory_order, of_13_bytes) { expect_order_of_all<bytes<13>>(); }
TEST(memory_order, of_22_bytes) { expect_order_of_all<bytes<22>>(); }
TEST(memory_order, of_28_bytes) { expect_order_of_all<bytes<28>>(); }
TEST(memory_order, of_33_bytes) { expect_order_of_all<bytes<33>>(); }
TEST(memory_order, of_64_bytes) { expect_order_of_all<bytes<64, 4>>(); }
TEST(memory_order, of_128_bytes) { expect_order_of_all<bytes<128>>(); }

}  // namespace
