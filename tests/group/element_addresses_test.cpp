// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which lanes are valid, and how the lanes of a group find the addresses of all elements.

#include "common/memory_regions.hpp"

#include <common/bytes.hpp>

#include <heddle/detail/addresses.cuh>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace {

using namespace heddle::detail;

template <class Lanes>
void expect_wanted(Lanes const& lanes, std::uint32_t mask)
{
    unsigned count = 0;
    for (unsigned l = 0; l < 32; ++l) {
        bool const wanted = (mask >> l & 1u) != 0;
        count += wanted ? 1 : 0;
        EXPECT_EQ(wanted, lanes.lane(l)) << l;
        EXPECT_EQ(wanted, lanes.any_lane(l)) << l;
    }
    EXPECT_EQ(count, lanes.count(32));
}

TEST(element_addresses, know_which_lanes_want_one)
{
    expect_wanted(every_lane{}, 0xffffffffu);
    for (std::uint32_t mask : {1u, 0x80000000u, 0x12345678u, 0xffffffffu, 0x7ffffffeu}) {
        EXPECT_TRUE((lanes_of_mask{mask, true}.lane(5)));
        EXPECT_FALSE((lanes_of_mask{mask, false}.lane(5)));
        for (unsigned l = 0; l < 32; ++l) {
            EXPECT_EQ(std::bitset<32>(mask).test(l), (lanes_of_mask{mask, true}.any_lane(l)));
        }
        EXPECT_EQ(std::bitset<32>(mask).count(), (lanes_of_mask{mask, true}.count(32)));
    }
    expect_wanted(first_lanes::of(0, 32), 0);
    for (std::size_t count = 1; count <= 32; ++count) {
        expect_wanted(first_lanes::of(count, 32), 0xffffffffu >> (32 - count));
    }
    expect_wanted(first_lanes::of(33, 32), 0xffffffffu);
    expect_wanted(first_lanes::of(std::size_t{1} << 32, 32), 0xffffffffu);
    expect_wanted(first_lanes::of(std::numeric_limits<std::size_t>::max(), 32), 0xffffffffu);
}

using element = heddle_test::bytes<28, 4>;
using places = element_addresses<std::byte const>;

// The results in each lane l: whether the elements are consecutive, and the addresses of the elements of other lanes.
struct found_places {
    bool consecutive[32];
    std::uint64_t firsts[32][32];     // [l][k]: what of_lane returns in lane l for lane (l + k) % 32
    std::uint64_t addresses[32][32];  // [l][k]: what of_lane<28> returns for the same lanes
};

template <class Locate>
found_places find(Locate const& locator, std::function<std::uint64_t(unsigned)> const& address, std::uint32_t mask)
{
    found_places found;
    heddle::emulate_group<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const* const own = reinterpret_cast<std::byte const*>(address(l));
        lanes_of_mask const wanted{mask, (mask >> l & 1u) != 0};
        places const p = locator.find(tile, own, wanted);
        found.consecutive[l] = p.consecutive;
        for (unsigned k = 0; k < 32; ++k) {
            unsigned const other = (l + k) % 32;
            found.firsts[l][k] = reinterpret_cast<std::uint64_t>(p.of_lane(tile, other));
            found.addresses[l][k] = reinterpret_cast<std::uint64_t>(p.template of_lane<28>(tile, other));
        }
    });
    return found;
}

constexpr std::uint64_t origin = std::uint64_t{1} << 40;
constexpr std::uint64_t four_gib = std::uint64_t{1} << 32;

// Expects that each lane finds the address of the element of every valid lane.
void expect_found(std::function<std::uint64_t(unsigned)> const& address, std::uint32_t wanted = 0xffffffffu)
{
    found_places const found = find(indexed_at<element>{}, address, wanted);
    for (unsigned l = 0; l < 32; ++l) {
        ASSERT_FALSE(found.consecutive[l]);
        for (unsigned k = 0; k < 32; ++k) {
            unsigned const other = (l + k) % 32;
            if ((wanted >> other & 1u) == 0) continue;
            ASSERT_EQ(address(other), found.firsts[l][k] + 28 * other) << "lane " << l << " of lane " << other;
            ASSERT_EQ(address(other), found.addresses[l][k]) << "lane " << l << " of lane " << other;
        }
    }
}

TEST(element_addresses, are_consecutive_where_all_lanes_have_neighbours)
{
    auto const address = [](unsigned l) { return origin + 28 * l; };
    found_places const found = find(indexed_at<element>{}, address, 0xffffffffu);
    for (unsigned l = 0; l < 32; ++l) {
        EXPECT_TRUE(found.consecutive[l]);
        EXPECT_EQ(origin, found.firsts[l][0]);
    }

    // The addresses of invalid lanes have no effect.
    for (std::uint32_t mask : {0xfffffffeu, 0x00000010u, 0xf0f0f0f0u}) {
        auto const holes = [=](unsigned l) { return (mask >> l & 1u) != 0 ? address(l) : ~std::uint64_t{0} * l; };
        expect_found(holes, mask);
        expect_found(address, mask);
    }
}

TEST(element_addresses, are_known_wherever_they_lie)
{
    expect_found([](unsigned l) { return origin - 28 * l; });
    expect_found([](unsigned l) { return origin + 32 * l; });
    expect_found([](unsigned) { return origin; });
    for (std::uint64_t const bytes : {four_gib - 28, four_gib, 4 * four_gib, std::uint64_t{1} << 62}) {
        expect_found([=](unsigned l) { return origin + (l == 31 ? bytes : 28 * l); });
        expect_found([=](unsigned l) { return origin + bytes * (l % 2); }, 0xfff00fffu);
    }
}

TEST(element_addresses, of_contiguous_elements_are_those_of_the_first)
{
    contiguous_from<element const> const locator{reinterpret_cast<element const*>(origin)};
    auto const any = [](unsigned l) { return std::uint64_t{28} * l; };
    found_places const found = find(locator, any, 0x0000ffffu);
    for (unsigned l = 0; l < 32; ++l) {
        EXPECT_TRUE(found.consecutive[l]);
        for (unsigned k = 0; k < 32; ++k) {
            EXPECT_EQ(origin, found.firsts[l][k]);
            EXPECT_EQ(origin + (l + k) % 32 * 28, found.addresses[l][k]);
        }
    }
}

// Tests that each lane knows whether all words are aligned. (An array may be aligned to 4 bytes, but not to a word.)
TEST(element_addresses, know_whether_words_are_whole)
{
    using wide = heddle_test::bytes<48, 4>;
    for (std::uint64_t const skew : {0u, 4u, 8u}) {
        heddle::emulate_group<32>([&](auto const& tile) {
            unsigned const l = tile.thread_rank();
            auto const* const own = reinterpret_cast<std::byte const*>(origin + 48 * l + skew);
            indexed_at<wide> const locator;
            auto p = locator.find(tile, own, every_lane{});
            EXPECT_TRUE(p.consecutive);
            EXPECT_EQ(skew == 0, begin_with_words<wide>(tile, p, every_lane{}));

            auto const* const all_but_one = own + (l == 7 ? 4 : 0);
            p = locator.find(tile, all_but_one, every_lane{});
            EXPECT_FALSE(p.consecutive);
            EXPECT_FALSE(begin_with_words<wide>(tile, p, every_lane{}));

            // A misaligned word of an invalid lane has no effect.
            lanes_of_mask const others{~(1u << 7), l != 7};
            p = locator.find(tile, all_but_one, others);
            EXPECT_FALSE(p.consecutive);
            EXPECT_EQ(skew == 0, begin_with_words<wide>(tile, p, others));
        });
    }
}

// Tests the traffic of rows whose elements are more than 4 GiB apart. (fuzz.accesses tests the values.)
TEST(element_addresses, may_be_far_apart_in_rows)
{
    // Each half of the warp loads consecutive elements, so words in a row share sectors.
    heddle_test::address_space space(std::size_t{1} << 37);
    auto const sectors = [&](std::size_t distance) {
        unsigned char* const near = space.open(0, 1024);
        unsigned char* const far = space.open(distance, 1024);
        return heddle::emulate_group<32>([&](auto const& tile) {
                   unsigned const l = tile.thread_rank();
                   heddle::load(tile, reinterpret_cast<element const*>(l < 16 ? near : far) + l % 16);
               })
            .loads.sectors;
    };
    for (std::size_t const bytes : {std::size_t{4096}, std::size_t{1} << 31, std::size_t{1} << 32,
                                    (std::size_t{1} << 33) + 4, (std::size_t{28} << 31) + 4}) {
        EXPECT_LT(sectors(bytes), 40u) << bytes;
    }
}

}  // namespace
