// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests stores by some lanes of a warp, for any lanes, elements and control flow. Checks that each lane writes exactly
// the bytes of its element, which stores are compacted, and the traffic.

#include "common/traffic_bounds.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/lane_masks.hpp>
#include <common/random.hpp>
#include <common/store_forms.hpp>

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using namespace heddle_test;

constexpr std::size_t bytes_of_places = 1 << 17;
alignas(128) std::byte memory_of_places[bytes_of_places];

//! The offset of each lane's element from memory_of_places.
using lane_places = std::array<std::size_t, 32>;

//! Returns the transactions of an emulated warp in which each lane of `mask` stores an element.
template <class Element, class Policy = heddle::by_plan>
heddle::transaction_count count_stores(std::uint32_t mask, lane_places const& places,
                                       std::vector<Element> const& values = std::vector<Element>(32))
{
    return emulate_grid(32,
                        [&](std::size_t lane) {
                            if (!contains(mask, lane)) return;
                            auto const q = reinterpret_cast<Element*>(memory_of_places + places[lane]);
                            *coalesced_ptr<Element, Policy>(q) = values[lane];
                        })
        .stores;
}

//! Checks loads and stores by the lanes of `mask`. Neighboring elements are up to `gap` elements apart. If
//! `of_two_arrays`, one lane accesses another array, whose words are aligned differently.
template <class Element>
void check_accesses(random_source& random, std::uint32_t mask, std::size_t gap, bool is_reversed, bool of_two_arrays)
{
    constexpr std::size_t size = sizeof(Element), around = 256;
    std::size_t end = around + alignof(Element) * random.below(16 / alignof(Element));
    std::size_t const lane_of_other = of_two_arrays ? random.below(32) : 32;
    lane_places places{};
    for (unsigned lane = 0; lane < 32; ++lane) {
        bool const is_other = lane == lane_of_other;
        places[lane] = end + (is_other ? alignof(Element) : 0);
        end += size * (1 + random.below(gap + 1) + (is_other ? 1 : 0));
    }
    if (is_reversed) std::reverse(places.begin(), places.end());
    end += around;
    ASSERT_LE(end, bytes_of_places);
    std::vector<Element> values(32), loaded(32);
    random.fill(values.data(), 32 * size);
    group_elements elements{{}, mask, mask == 0xffffffffu};
    for (unsigned lane = 0; lane < 32; ++lane) {
        elements.addresses[lane] = reinterpret_cast<std::uintptr_t>(memory_of_places + places[lane]);
    }
    auto const bounds = [&](access_kind kind) { return bounds_of(heddle::detail::plan_of<Element>, elements, kind); };
    auto const loads = emulate_grid(32, [&](std::size_t lane) {
        if (!contains(mask, lane)) return;
        loaded[lane] = *coalesced_ptr<Element>(reinterpret_cast<Element*>(memory_of_places + places[lane]));
    });
    EXPECT_EQ("", outside(bounds(access_kind::load), loads.loads));
    std::vector<std::byte> expected(memory_of_places, memory_of_places + end);
    unsigned wrong = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!contains(mask, lane)) continue;
        wrong += std::memcmp(&expected[places[lane]], &loaded[lane], size) != 0;
        std::memcpy(&expected[places[lane]], &values[lane], size);
    }
    EXPECT_EQ(0u, wrong) << "lanes loaded another value";
    auto const counted = count_stores(mask, places, values);
    EXPECT_EQ("", outside(bounds(access_kind::store), counted));
    EXPECT_EQ(0, std::memcmp(expected.data(), memory_of_places, end));
    if (testing::Test::HasFailure()) {
        FAIL() << size << " bytes aligned to " << alignof(Element) << ", mask " << mask << ", gap " << gap
               << ", two arrays " << of_two_arrays;
    }
}

//! Checks stores of consecutive, near and distant elements, with masks of every lane count and `others` random masks.
template <class... Element>
void check_sizes(unsigned others)
{
    random_source random("stores by some lanes");
    random.fill(memory_of_places, bytes_of_places);
    auto const check = [&](auto element, std::uint32_t mask) {
        using type = decltype(element);
        check_accesses<type>(random, mask, 3, false, false);
        for (bool const of_two_arrays : {false, true}) {
            check_accesses<type>(random, mask, 0, false, of_two_arrays);
            check_accesses<type>(random, mask, 1280 / sizeof(type), true, of_two_arrays);
        }
    };
    for (std::uint32_t const mask : make_masks(random, others)) {
        (check(Element{}, mask), ...);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(active_store, of_words)
{
    check_sizes<bytes<4, 4>, bytes<12, 4>, bytes<16, 4>, bytes<20, 4>, bytes<24, 8>, bytes<28, 4>, bytes<32, 4>,
                bytes<40, 4>, bytes<44, 4>, bytes<48, 4>, bytes<48, 8>, bytes<48, 16>, bytes<64, 4>>(20);
    check_sizes<bytes<76, 4>, bytes<92, 4>, bytes<100, 4>, bytes<128, 4>, bytes<144, 8>, bytes<192, 4>, bytes<204, 4>,
                bytes<256, 16>, bytes<300, 4>>(10);
    check_sizes<bytes<1024, 4>>(0);
}

TEST(active_store, of_elements_that_straddle_words)
{
    check_sizes<bytes<13, 1>, bytes<14, 2>, bytes<17, 1>, bytes<18, 2>, bytes<19, 1>, bytes<30, 2>, bytes<33, 1>,
                bytes<35, 1>, bytes<50, 2>, bytes<63, 1>, bytes<66, 2>>(10);
    check_sizes<bytes<93, 1>, bytes<130, 2>, bytes<147, 1>, bytes<198, 2>, bytes<255, 1>>(5);
}

TEST(active_store, of_elements_that_lanes_move_alone)
{
    check_sizes<bytes<1, 1>, bytes<2, 2>, bytes<3, 1>, bytes<8, 8>, bytes<11, 1>, bytes<16, 16>, bytes<1028, 4>>(5);
}

//! Checks stores by the 8 lanes of `mask`, in ascending and descending order. If the first and the last element are
//! `distance` bytes apart, the stores must be compacted. One unit closer, they must be per-thread.
template <class Element>
void check_distance(std::uint32_t mask, std::size_t distance)
{
    ASSERT_EQ(8u, count_of(mask));
    ASSERT_EQ(distance, heddle::detail::min_compacted_distance(heddle::detail::plan_of<Element>));
    // All words are aligned. With misaligned words, stores would be per-thread at any distance.
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element>;
    constexpr std::size_t unit = p.is_unaligned ? alignof(Element) : p.word_bytes;
    for (bool const last_is_first : {false, true}) {
        for (bool const apart : {false, true}) {
            std::size_t const farthest = apart ? distance : distance - unit;
            std::size_t const step = farthest / 8 / unit * unit;
            lane_places places{};
            unsigned rank = 0;
            for (unsigned lane = 0; lane < 32; ++lane) {
                if (!contains(mask, lane)) continue;
                std::size_t const offset = rank == 7 ? farthest : rank * step;
                places[lane] = 4096 + (last_is_first ? farthest - offset : offset);
                rank += 1;
            }
            auto const alone = count_stores<Element, heddle::lane_by_lane>(mask, places);
            auto const counted = count_stores<Element>(mask, places);
            EXPECT_EQ(!apart, counted == alone) << sizeof(Element) << " bytes, mask " << mask << ", apart " << apart;
        }
    }
}

TEST(active_store, is_by_each_lane_where_elements_are_near)
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

//! Expects the number of requests with which one lane stores an element that begins `skew` bytes after a multiple of 16.
template <class Element>
void expect_requests_of_one(std::size_t skew, std::uint64_t requests)
{
    lane_places places{};
    places[5] = 256 + skew;
    EXPECT_EQ(requests, count_stores<Element>(1u << 5, places).requests) << sizeof(Element) << " bytes, skew " << skew;
}

TEST(active_store, of_one_lane_is_in_wide_words_from_52_bytes_if_its_own_are_of_4)
{
    // Sums: 4-byte parts before the first 16-byte word + 16-byte words + 4-byte parts after the last one.
    expect_requests_of_one<bytes<52, 4>>(0, 0 + 3 + 1);
    expect_requests_of_one<bytes<52, 4>>(4, 3 + 2 + 2);
    expect_requests_of_one<bytes<92, 4>>(0, 0 + 5 + 3);
    expect_requests_of_one<bytes<92, 4>>(4, 3 + 5 + 0);
    expect_requests_of_one<bytes<92, 4>>(8, 2 + 5 + 1);
    expect_requests_of_one<bytes<1020, 4>>(12, 1 + 63 + 2);
    // These elements are stored in the words of their plan.
    expect_requests_of_one<bytes<44, 4>>(0, 11);
    expect_requests_of_one<bytes<48, 4>>(0, 3);
    expect_requests_of_one<bytes<56, 4>>(8, 7);
    expect_requests_of_one<bytes<56, 4>>(4, 14);
    expect_requests_of_one<bytes<72, 8>>(8, 9);
    expect_requests_of_one<bytes<60, 1>>(0, 15);
}

TEST(active_store, tells_addresses_together_where_rows_are_more_than_elements)
{
    auto const broadcasts = [](std::size_t size, std::size_t alignment) {
        return heddle::detail::broadcasts_addresses(
            heddle::detail::make_compacted_plan(heddle::detail::make_element_words(size, alignment)));
    };
    // Numbers of words: 9, 11, 19 of 4 bytes; 7, 9 of 8 bytes; 4, 8, 12 of 16 bytes. 12 of 16 bytes need two passes.
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

//! Checks stores in one form of control flow (common/store_forms.hpp) by the lanes in `mask` below `threads`.
template <class Form, class Element>
void check_form(random_source& random, std::size_t threads, std::uint64_t mask)
{
    std::size_t const array_size = 96;
    std::uint64_t const storing = mask & ~std::uint64_t{0} >> (64 - threads);
    auto const places = random.permutation(array_size);
    guarded_array<Element> array(array_size, random), expected(array), values(64, random);
    std::size_t stored = 0;
    for (std::size_t lane = 0; lane < threads; ++lane) {
        if ((storing >> lane & 1u) == 0) continue;
        expected[places[lane]] = values[lane];
        stored += sizeof(Element);
    }
    coalesced_ptr<Element> const p(array.data());
    auto const traffic = emulate_grid(threads, [&](std::size_t lane) {
        Form::run(p, places[lane], values[lane], (storing >> lane & 1u) != 0, static_cast<unsigned>(lane));
    });
    EXPECT_EQ(array_size, array.first_difference(expected));
    EXPECT_TRUE(array.guards_intact());
    EXPECT_EQ(stored, traffic.stores.bytes);
}

template <class Element, class... Form>
void check_each_form(random_source& random, std::size_t threads, std::uint64_t mask)
{
    (check_form<Form, Element>(random, threads, mask), ...);
}

//! Checks all forms by the lanes in each mask of two warps, and by all or most of 1 to 64 threads.
template <class Element>
void check_forms()
{
    random_source random("forms of stores");
    auto const check = [&](std::size_t threads, std::uint64_t mask) {
        check_each_form<Element, store_on_both_sides, store_behind_exit, store_by_switch, store_in_nested_branches,
                        store_in_loop, store_in_recursion, store_wanted, update_valid, store_updated, store_edited>(
            random, threads, mask);
        EXPECT_FALSE(testing::Test::HasFailure()) << threads << " threads, mask " << mask;
    };
    for (std::uint32_t const mask : make_masks(random, 4)) check(64, std::uint64_t{mask} << 32 | mask);
    for (std::size_t threads = 1; threads <= 64; ++threads) {
        check(threads, threads % 2 == 0 ? ~std::uint64_t{0} : 0x7bdef7bdef7bdef7u);
    }
}

TEST(active_store, in_every_form_and_in_blocks_of_any_size)
{
    check_forms<bytes<28, 4>>();
    check_forms<bytes<33, 1>>();
    check_forms<bytes<192, 4>>();
}

}  // namespace
