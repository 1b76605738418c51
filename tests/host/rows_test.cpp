// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which words are wanted, and how the places of a tile's elements are found.

#include <common/bytes.hpp>

#include <heddle/emulation.hpp>
#include <heddle/rows.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

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
        for (unsigned m : {2u, 7u, 64u}) {
            EXPECT_EQ(wanted, lanes.word(l * m, m)) << l;
            EXPECT_EQ(wanted, lanes.word(l * m + m - 1, m)) << l;
        }
    }
    EXPECT_EQ(count, lanes.count(32));
}

TEST(rows, know_whose_words_are_wanted)
{
    expect_wanted(every_lane{}, 0xffffffffu);
    for (std::uint32_t mask : {1u, 0x80000000u, 0x12345678u, 0xffffffffu, 0x7ffffffeu}) {
        expect_wanted(lanes_of_mask{mask}, mask);
        unsigned lowest = 0;
        while ((mask >> lowest & 1u) == 0) ++lowest;
        EXPECT_EQ(lowest, lanes_of_mask{mask}.first());
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
};

// Addresses that are only looked at.
found_places locate(std::function<std::uint64_t(unsigned)> const& address,
                    std::uint32_t wanted = 0xffffffffu)
{
    found_places found;
    heddle::emulate_tile<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const* const own = reinterpret_cast<std::byte const*>(address(l));
        found.of_lane[l] = locate_elements<element>(tile, own, lanes_of_mask{wanted});
    });
    for (places const& p : found.of_lane) {
        EXPECT_EQ(found.of_lane[0].base, p.base);
        EXPECT_EQ(found.of_lane[0].unit, p.unit);
        EXPECT_EQ(p.unit == 0, p.are_side_by_side());
        EXPECT_EQ(p.unit >= 0, p.in_reach());
    }
    return found;
}

constexpr std::uint64_t origin = std::uint64_t{1} << 40;

void expect_found(found_places const& found, std::int32_t unit,
                  std::function<std::uint64_t(unsigned)> const& address,
                  std::uint32_t wanted = 0xffffffffu)
{
    for (unsigned l = 0; l < 32; ++l) {
        if ((wanted >> l & 1u) == 0) continue;
        places const& p = found.of_lane[l];
        ASSERT_EQ(unit, p.unit) << "lane " << l;
        auto const base = reinterpret_cast<std::uint64_t>(p.base);
        auto const offset = unit == 0 ? std::int64_t{28} * l : std::int64_t{p.offset} * p.unit;
        EXPECT_EQ(address(l), base + static_cast<std::uint64_t>(offset)) << "lane " << l;
    }
}

TEST(rows, find_elements_side_by_side)
{
    auto const address = [](unsigned l) { return origin + 28 * l; };
    expect_found(locate(address), 0, address);

    // Lanes that want nothing do not matter, whoever they are.
    for (std::uint32_t mask : {0xfffffffeu, 0x00000010u, 0xf0f0f0f0u}) {
        auto const holes = [=](unsigned l) {
            return (mask >> l & 1u) != 0 ? address(l) : ~std::uint64_t{0} * l;
        };
        expect_found(locate(holes, mask), 0, address, mask);
    }
}

TEST(rows, find_elements_by_offsets_in_words)
{
    auto const backwards = [](unsigned l) { return origin - 28 * l; };
    expect_found(locate(backwards), 4, backwards);
    auto const strided = [](unsigned l) { return origin + 32 * l; };
    expect_found(locate(strided), 4, strided);
    auto const same = [](unsigned) { return origin; };
    expect_found(locate(same), 4, same);

    std::int64_t const most = std::numeric_limits<std::int32_t>::max();
    std::int64_t const least = std::numeric_limits<std::int32_t>::min();
    for (std::int64_t const words : {most, least}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? words * 4 : 28 * l);
        };
        expect_found(locate(last_is_far), 4, last_is_far);
    }
}

TEST(rows, find_elements_by_offsets_in_elements)
{
    std::int64_t const most = std::numeric_limits<std::int32_t>::max();
    std::int64_t const least = std::numeric_limits<std::int32_t>::min();
    for (std::int64_t const elements : {most, least, most / 7 + 1, least / 7 - 1}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? elements * 28 : 28 * l);
        };
        expect_found(locate(last_is_far), 28, last_is_far);
    }
}

TEST(rows, give_up_on_elements_out_of_reach)
{
    std::int64_t const words = (std::int64_t{1} << 31) / 7 * 7 + 7;
    std::int64_t const elements = std::int64_t{1} << 31;
    for (std::int64_t const bytes :
         {words * 4 + 4, -words * 4 - 4, elements * 28, -elements * 28 - 28}) {
        auto const last_is_far = [=](unsigned l) {
            return origin + static_cast<std::uint64_t>(l == 31 ? bytes : 28 * l);
        };
        EXPECT_FALSE(locate(last_is_far).of_lane[0].in_reach()) << bytes;
        // Unless the far one is not wanted.
        EXPECT_TRUE(locate(last_is_far, 0x7fffffffu).of_lane[0].are_side_by_side()) << bytes;
    }
}

}  // namespace
