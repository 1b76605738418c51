// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the route of stores by some lanes of a warp: compacted or per-thread. Checks that the plan predicts the counted
// traffic.

#include "common/expected_traffic/expected_traffic.hpp"

#include <common/bytes.hpp>
#include <common/lane_masks.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using namespace heddle_test;

//! Returns the transactions of an emulated warp in which each lane of `mask` stores an element. The element of a lane
//! begins at array + places[lane].
template <class Element, class Policy = heddle::by_plan>
heddle::transaction_count count_stores(std::byte* array, std::uint32_t mask, std::array<std::size_t, 32> const& places)
{
    Element const value{};
    return emulate_grid(32,
                        [&](std::size_t lane) {
                            if (!contains(mask, lane)) return;
                            auto const q = reinterpret_cast<Element*>(array + places[lane]);
                            *coalesced_ptr<Element, Policy>(q) = value;
                        })
        .stores;
}

constexpr std::size_t bytes_of_places = 1 << 17;
alignas(128) std::byte memory_of_places[bytes_of_places];

//! Checks that the 8 lanes of `mask` store compacted if the first and the last element are `distance` bytes apart.
//! Checks that they store per-thread if the distance is one unit less. The element of the last lane is the last or the
//! first one.
template <class Element>
void check_distance(std::uint32_t mask, std::size_t distance)
{
    ASSERT_EQ(8u, count_of(mask));
    ASSERT_EQ(distance, heddle::detail::min_compacted_distance(heddle::plan_of<Element>()));
    // All words are aligned. With misaligned words, stores are per-thread at any distance.
    constexpr heddle::plan p = heddle::plan_of<Element>();
    constexpr std::size_t unit = p.is_unaligned() ? alignof(Element) : p.word_bytes;
    for (bool const last_is_first : {false, true}) {
        for (bool const apart : {false, true}) {
            std::size_t const farthest = apart ? distance : distance - unit;
            std::size_t const step = farthest / 8 / unit * unit;
            std::array<std::size_t, 32> places{};
            unsigned rank = 0;
            for (unsigned lane = 0; lane < 32; ++lane) {
                if (!contains(mask, lane)) continue;
                std::size_t const offset = rank == 7 ? farthest : rank * step;
                places[lane] = 4096 + (last_is_first ? farthest - offset : offset);
                rank += 1;
            }
            auto const alone = count_stores<Element, heddle::lane_by_lane>(memory_of_places, mask, places);
            auto const counted = count_stores<Element>(memory_of_places, mask, places);
            EXPECT_EQ(!apart, counted == alone) << sizeof(Element) << " bytes, mask " << mask << ", apart " << apart;
        }
    }
}

TEST(active_store_route, is_by_each_lane_where_elements_are_near)
{
    for (std::uint32_t const mask : {0x000000ffu, 0xff000000u, 0x80402f01u, 0x11111111u}) {
        check_distance<bytes<12, 4>>(mask, 768);
        check_distance<bytes<28, 4>>(mask, 464);
        check_distance<bytes<20, 4>>(mask, 768);
        check_distance<bytes<40, 8>>(mask, 464);
        check_distance<bytes<33, 1>>(mask, 384);
        check_distance<bytes<34, 2>>(mask, 384);
        check_distance<bytes<24, 8>>(mask, 768);
        check_distance<bytes<48, 4>>(mask, 768);
        check_distance<bytes<64, 16>>(mask, 768);
    }
}

//! Returns the number of instructions with which one lane stores an element that begins `skew` bytes after a multiple
//! of 16.
template <class Element>
std::uint64_t requests_of_one(std::size_t skew)
{
    std::array<std::size_t, 32> places{};
    places[5] = 256 + skew;
    return count_stores<Element>(memory_of_places, 1u << 5, places).requests;
}

TEST(active_store_route, of_one_lane_is_in_wide_words_from_52_bytes_if_its_own_are_of_4)
{
    // The sums are: parts before the first wide word, wide words, and parts after the last wide word.
    EXPECT_EQ(0u + 3u + 1u, (requests_of_one<bytes<52, 4>>(0)));
    EXPECT_EQ(3u + 2u + 2u, (requests_of_one<bytes<52, 4>>(4)));
    EXPECT_EQ(0u + 5u + 3u, (requests_of_one<bytes<92, 4>>(0)));
    EXPECT_EQ(3u + 5u + 0u, (requests_of_one<bytes<92, 4>>(4)));
    EXPECT_EQ(2u + 5u + 1u, (requests_of_one<bytes<92, 4>>(8)));
    EXPECT_EQ(1u + 63u + 2u, (requests_of_one<bytes<1020, 4>>(12)));
    // These elements are stored per-thread in their own words.
    EXPECT_EQ(11u, (requests_of_one<bytes<44, 4>>(0)));
    EXPECT_EQ(3u, (requests_of_one<bytes<48, 4>>(0)));
    EXPECT_EQ(7u, (requests_of_one<bytes<56, 4>>(8)));
    EXPECT_EQ(14u, (requests_of_one<bytes<56, 4>>(4)));
    EXPECT_EQ(9u, (requests_of_one<bytes<72, 8>>(8)));
    EXPECT_EQ(15u, (requests_of_one<bytes<60, 1>>(0)));
}

TEST(active_store_route, tells_addresses_together_where_rows_are_more_than_elements)
{
    auto const broadcasts = [](std::size_t size, std::size_t alignment) {
        return heddle::detail::broadcasts_addresses(
            heddle::detail::compacted_plan_of(heddle::detail::make_plan(size, alignment, 32)));
    };
    // The elements have 9, 11 and 19 words of 4 bytes, 7 and 9 words of 8 bytes, and 4 and 8 words of 16 bytes. An
    // element of 192 bytes has 12 words of 16 bytes and needs two passes.
    EXPECT_FALSE(broadcasts(36, 4));
    EXPECT_TRUE(broadcasts(44, 4));
    EXPECT_TRUE(broadcasts(76, 4));
    EXPECT_FALSE(broadcasts(56, 4));
    EXPECT_TRUE(broadcasts(72, 4));
    EXPECT_FALSE(broadcasts(64, 16));
    EXPECT_FALSE(broadcasts(128, 16));
    EXPECT_FALSE(broadcasts(192, 16));
    EXPECT_FALSE(broadcasts(147, 1));
}

template <class Element>
void check_planned(random_source& random, std::uint32_t mask, std::size_t gap, bool of_two_arrays)
{
    std::array<std::size_t, 32> places{};
    // The words may be misaligned.
    std::size_t place = 256 + alignof(Element) * random.below(4);
    for (unsigned lane = 0; lane < 32; ++lane) {
        places[lane] = place;
        place += sizeof(Element) * (1 + random.below(gap + 1));
    }
    if (gap == 20) std::reverse(places.begin(), places.end());
    ASSERT_LE(place, bytes_of_places);
    if (of_two_arrays) places[random.below(32)] += alignof(Element);
    heddle_test::group_elements elements{{}, mask, mask == 0xffffffffu};
    for (unsigned lane = 0; lane < 32; ++lane) {
        elements.addresses[lane] = reinterpret_cast<std::uintptr_t>(memory_of_places + places[lane]);
    }
    EXPECT_EQ(expected_transactions(heddle::plan_of<Element>(), elements, heddle::detail::access_kind::store),
              count_stores<Element>(memory_of_places, mask, places))
        << sizeof(Element) << " bytes, mask " << mask << ", gap " << gap << ", two arrays " << of_two_arrays;
}

template <class... Element>
void check_all_planned()
{
    random_source random("planned stores");
    for (std::uint32_t const mask : make_masks(random, 50)) {
        // The elements are consecutive, near, or far apart.
        for (std::size_t const gap : {0, 1, 3, 20}) {
            (check_planned<Element>(random, mask, gap, false), ...);
            // One lane may store to an array whose words are not aligned as those of the others.
            (check_planned<Element>(random, mask, gap, true), ...);
        }
    }
}

TEST(active_store_route, is_as_planned)
{
    check_all_planned<bytes<12, 4>, bytes<20, 4>, bytes<28, 4>, bytes<33, 1>, bytes<40, 4>, bytes<48, 4>, bytes<48, 8>,
                      bytes<48, 16>, bytes<64, 4>, bytes<192, 4>>();
}

}  // namespace
