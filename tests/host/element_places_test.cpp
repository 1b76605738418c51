// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which lanes want an element, and how the places of a tile's elements are found.

#include <common/bytes.hpp>

#include <heddle/element_places.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

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
    }
    EXPECT_EQ(count, lanes.count(32));
}

TEST(element_places, know_which_lanes_want_one)
{
    expect_wanted(every_lane{}, 0xffffffffu);
    for (std::uint32_t mask : {1u, 0x80000000u, 0x12345678u, 0xffffffffu, 0x7ffffffeu}) {
        EXPECT_TRUE((lanes_of_mask{mask, true}.lane(5)));
        EXPECT_FALSE((lanes_of_mask{mask, false}.lane(5)));
        EXPECT_EQ(std::bitset<32>(mask).count(), (lanes_of_mask{mask, true}.count(32)));
        unsigned lowest = 0;
        while ((mask >> lowest & 1u) == 0) ++lowest;
        EXPECT_EQ(lowest, (lanes_of_mask{mask, true}.first()));
    }
    expect_wanted(first_lanes::of(0, 32), 0);
    for (std::size_t count = 1; count <= 32; ++count) {
        expect_wanted(first_lanes::of(count, 32), 0xffffffffu >> (32 - count));
    }
    expect_wanted(first_lanes::of(33, 32), 0xffffffffu);
    expect_wanted(first_lanes::of(std::size_t{1} << 32, 32), 0xffffffffu);
    expect_wanted(first_lanes::of(std::numeric_limits<std::size_t>::max(), 32), 0xffffffffu);
    EXPECT_EQ(0u, every_lane().first());
}

using element = heddle_test::bytes<28, 4>;
using places = element_places<std::byte const>;

struct found_places {
    places of_lane[32];
    bool in_reach;
};

// Addresses that are only looked at.
found_places locate(std::function<std::uint64_t(unsigned)> const& address,
                    std::uint32_t mask = 0xffffffffu)
{
    found_places found;
    bool in_reach[32];
    heddle::emulate_tile<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const* const own = reinterpret_cast<std::byte const*>(address(l));
        lanes_of_mask const wanted{mask, (mask >> l & 1u) != 0};
        anywhere<element> const locator;
        places& p = found.of_lane[l];
        p = locator.begin(tile, own, wanted);
        in_reach[l] = p.consecutive || locator.spread(tile, own, wanted, p);
    });
    found.in_reach = in_reach[0];
    for (unsigned l = 0; l < 32; ++l) {
        EXPECT_EQ(found.in_reach, in_reach[l]);
        EXPECT_EQ(found.of_lane[0].base, found.of_lane[l].base);
        EXPECT_EQ(found.of_lane[0].unit, found.of_lane[l].unit);
        EXPECT_EQ(found.of_lane[0].consecutive, found.of_lane[l].consecutive);
    }
    return found;
}

constexpr std::uint64_t origin = std::uint64_t{1} << 40;

void expect_found(std::int32_t unit, std::function<std::uint64_t(unsigned)> const& address,
                  std::uint32_t wanted = 0xffffffffu)
{
    found_places const found = locate(address, wanted);
    ASSERT_TRUE(found.in_reach);
    for (unsigned l = 0; l < 32; ++l) {
        places const& p = found.of_lane[l];
        ASSERT_FALSE(p.consecutive);
        ASSERT_EQ(unit, p.unit) << "lane " << l;
        if ((wanted >> l & 1u) == 0) {
            EXPECT_EQ(p.unwanted, p.offset);
            continue;
        }
        auto const base = reinterpret_cast<std::uint64_t>(p.base);
        auto const offset = static_cast<std::uint64_t>(std::int64_t{p.offset} * p.unit);
        EXPECT_EQ(address(l), base + offset) << "lane " << l;
    }
}

TEST(element_places, are_consecutive_where_all_lanes_have_neighbours)
{
    auto const address = [](unsigned l) { return origin + 28 * l; };
    found_places const found = locate(address);
    EXPECT_TRUE(found.of_lane[0].consecutive);
    EXPECT_EQ(origin, reinterpret_cast<std::uint64_t>(found.of_lane[0].base));

    // Lanes that want nothing do not matter, whoever they are.
    for (std::uint32_t mask : {0xfffffffeu, 0x00000010u, 0xf0f0f0f0u}) {
        auto const holes = [=](unsigned l) {
            return (mask >> l & 1u) != 0 ? address(l) : ~std::uint64_t{0} * l;
        };
        expect_found(4, holes, mask);
        expect_found(4, address, mask);
    }
}

TEST(element_places, are_offsets_in_parts_of_a_word)
{
    auto const backwards = [](unsigned l) { return origin - 28 * l; };
    expect_found(4, backwards);
    auto const strided = [](unsigned l) { return origin + 32 * l; };
    expect_found(4, strided);
    auto const same = [](unsigned) { return origin; };
    expect_found(4, same);

    std::int64_t const most = std::numeric_limits<std::int32_t>::max();
    std::int64_t const least = std::numeric_limits<std::int32_t>::min();
    for (std::int64_t const words : {most, least + 1}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? words * 4 : 28 * l);
        };
        expect_found(4, last_is_far);
    }
}

TEST(element_places, are_offsets_in_elements_where_words_do_not_reach)
{
    std::int64_t const most = std::numeric_limits<std::int32_t>::max();
    std::int64_t const least = std::numeric_limits<std::int32_t>::min() + 1;
    for (std::int64_t const elements : {most, least, most / 7 + 1, least / 7 - 1}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? elements * 28 : 28 * l);
        };
        expect_found(28, last_is_far);
    }
}

TEST(element_places, give_up_on_elements_out_of_reach)
{
    std::int64_t const words = (std::int64_t{1} << 31) / 7 * 7 + 7;
    std::int64_t const elements = std::int64_t{1} << 31;
    for (std::int64_t const bytes :
         {words * 4 + 4, -words * 4 - 4, elements * 28, -elements * 28}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? bytes : 28 * l);
        };
        EXPECT_FALSE(locate(last_is_far).in_reach) << bytes;
        // Unless the far one is not wanted.
        EXPECT_TRUE(locate(last_is_far, 0x7fffffffu).in_reach) << bytes;
    }
}

// A word of 16 bytes in an array that is aligned to 4 is moved in parts, and all lanes know.
TEST(element_places, know_whether_words_are_whole)
{
    using wide = heddle_test::bytes<48, 4>;
    for (std::uint64_t const skew : {0u, 4u, 8u}) {
        heddle::emulate_tile<32>([&](auto const& tile) {
            unsigned const l = tile.thread_rank();
            auto const* const own = reinterpret_cast<std::byte const*>(origin + 48 * l + skew);
            anywhere<wide> const locator;
            auto p = locator.begin(tile, own, every_lane{});
            EXPECT_TRUE(p.consecutive);
            EXPECT_EQ(skew == 0, are_in_whole_rows<wide>(tile, p, every_lane{}));
            EXPECT_EQ(skew == 0, words_are_whole<wide>(tile, p.base));
            EXPECT_TRUE(locator.spread(tile, own, every_lane{}, p));
            EXPECT_EQ(skew == 0, p.whole_words);

            auto const* const all_but_one = own + (l == 7 ? 4 : 0);
            p = locator.begin(tile, all_but_one, every_lane{});
            EXPECT_FALSE(p.consecutive);
            EXPECT_TRUE(locator.spread(tile, all_but_one, every_lane{}, p));
            EXPECT_FALSE(p.whole_words);

            // Where the lane that has none whole wants nothing, the others' are.
            lanes_of_mask const others{~(1u << 7), l != 7};
            p = locator.begin(tile, all_but_one, others);
            EXPECT_FALSE(p.consecutive);
            EXPECT_TRUE(locator.spread(tile, all_but_one, others, p));
            EXPECT_EQ(skew == 0, p.whole_words);
        });
    }
}

}  // namespace
