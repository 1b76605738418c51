// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests block tiles in emulated blocks, for many element sizes and counts. The tiles have every misalignment within a
// 16-byte chunk, and lie at both ends of an accessible page. Compares all bytes of the page.

#include "common/memory_regions.hpp"
#include "common/shared.hpp"

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/block/block_tile.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using heddle::block_tile;
using heddle::for_each_element;
using heddle::tile_stages;
using namespace heddle_test;

// An accessible page between two inaccessible pages.
class fenced_page {
public:
    fenced_page() { space_.open(address_space::page_size(), address_space::page_size()); }

    unsigned char* begin() const { return space_.data() + address_space::page_size(); }
    unsigned char* end() const { return begin() + address_space::page_size(); }

private:
    address_space space_{3 * address_space::page_size()};
};

// Copies elements from a read-only tile to a write-only tile. Then loads them again, changes them through all access
// functions, and stores them. Checks all bytes of both pages.
template <unsigned Threads, unsigned Capacity, class Element>
void check_tiles(fenced_page const& page, Element* first, fenced_page const& source, Element const* from,
                 unsigned count)
{
    struct two_stages {
        tile_stages<Element, Capacity> in, out;
    };
    auto& stages = shared<two_stages>();
    std::vector<unsigned char> const unchanged(source.begin(), source.end());
    std::vector<unsigned char> expected(page.begin(), page.end());
    std::transform(
        from, from + count,
        reinterpret_cast<Element*>(expected.data() + (reinterpret_cast<unsigned char*>(first) - page.begin())),
        flipped<Element>);
    heddle::emulate_group<Threads>([&](auto const& block) {
        block_tile<Element const> const in = heddle::load_tile(block, stages.in, from, count);
        auto const out = heddle::make_tile(block, stages.out, first, count);
        for_each_element(block, in, [&](unsigned k) { out.store(k, in.load(k)); });
        heddle::store_tile(block, stages.out, out);
        auto const tile = heddle::load_tile(block, stages.in, first, count);
        EXPECT_EQ(count, tile.size());
        EXPECT_EQ(first, tile.first());
        EXPECT_EQ(0u, (reinterpret_cast<std::uintptr_t>(tile.data()) - reinterpret_cast<std::uintptr_t>(first)) % 128);
        for_each_element(block, tile, [&](unsigned k) {
            if (k % 2 == 0) {
                tile.store(k, flipped(tile.load(k)));
            } else {
                tile[k] = flipped(tile[k]);
            }
        });
        heddle::store_tile(block, stages.in, tile);
    });
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), page.begin()));
    EXPECT_TRUE(std::equal(unchanged.begin(), unchanged.end(), source.begin()));
}

// Checks every misalignment within a chunk and several element counts, at both ends of a page.
template <unsigned Threads, unsigned Capacity, class Element>
void check_element(random_source& random)
{
    fenced_page const page, source;
    constexpr unsigned size = sizeof(Element);
    for (unsigned skew = 0; skew < 16; skew += alignof(Element)) {
        for (unsigned count : {0u, 1u, 2u, 3u, 17u, Capacity - 1, Capacity}) {
            if (count > Capacity) continue;
            SCOPED_TRACE(testing::Message() << size << " bytes aligned to " << alignof(Element) << ", start " << skew
                                            << ", count " << count);
            random.fill(page.begin(), address_space::page_size());
            random.fill(source.begin(), address_space::page_size());
            auto* const low = reinterpret_cast<Element*>(page.begin() + skew);
            auto* const high = reinterpret_cast<Element*>(page.end() - skew - count * sizeof(Element));
            unsigned const other = (skew + 5 * alignof(Element)) % 16;
            auto const* const from = reinterpret_cast<Element const*>(source.end() - other - count * sizeof(Element));
            check_tiles<Threads, Capacity>(page, low, source, from, count);
            check_tiles<Threads, Capacity>(page, high, source, from, count);
        }
    }
}

TEST(block_tile, copies_elements_of_any_size_from_and_to_anywhere)
{
    random_source random("tiles of a block");
    check_element<32, 96, bytes<1>>(random);
    check_element<32, 64, bytes<2>>(random);
    check_element<32, 64, bytes<2, 1>>(random);
    check_element<32, 64, bytes<3>>(random);
    check_element<32, 64, bytes<4>>(random);
    check_element<8, 64, bytes<6>>(random);
    check_element<8, 37, bytes<8, 4>>(random);
    check_element<32, 40, bytes<12>>(random);
    check_element<32, 40, bytes<13>>(random);
    check_element<32, 40, bytes<16, 1>>(random);
    check_element<32, 40, bytes<28>>(random);
    check_element<4, 40, bytes<33>>(random);
    check_element<32, 33, bytes<50>>(random);
    check_element<32, 33, bytes<64, 4>>(random);
    check_element<16, 18, bytes<96, 16>>(random);
    check_element<32, 18, bytes<128, 4>>(random);
    check_element<1, 18, bytes<132>>(random);
    // The tile holds fewer elements than some of the tested counts.
    check_element<32, 3, bytes<1000, 8>>(random);
}

TEST(block_tile, takes_as_many_elements_as_it_has_room_for)
{
    static bytes<3> array[100];
    auto& stages = shared<tile_stages<bytes<3>, 64>>();
    bytes<3>* const first = array;
    heddle::emulate_group([&](auto const& block) {
        EXPECT_EQ(64u, heddle::load_tile(block, stages, first, 100).size());
        EXPECT_EQ(64u, heddle::make_tile(block, stages, first, std::size_t{1} << 40).size());
        EXPECT_EQ(63u, heddle::make_tile(block, stages, first, 63).size());
    });
}

TEST(block_tile, moves_whole_chunks)
{
    alignas(128) static bytes<3> array[256];
    auto& stages = shared<tile_stages<bytes<3>, 256>>();
    bytes<3>* const first = array;
    auto const traffic = heddle::emulate_group([&](auto const& block) {
        auto const tile = heddle::load_tile(block, stages, first, 256);
        heddle::store_tile(block, stages, tile);
    });
    // 768 bytes are 48 words of 16 bytes.
    EXPECT_EQ(heddle::transaction_count({2, 24, 768}), traffic.loads);
    EXPECT_EQ(heddle::transaction_count({2, 24, 768}), traffic.stores);
}

TEST(block_tile, visits_every_element_once)
{
    for (unsigned size = 0; size < 700; size += 13) {
        static unsigned visits[700];
        std::fill(std::begin(visits), std::end(visits), 0u);
        block_tile<unsigned char> const tile(nullptr, nullptr, size);
        block_tile<bytes<64>> const large(nullptr, nullptr, size);
        block_tile<bytes<43>> const by_twos(nullptr, nullptr, size);
        heddle::emulate_group<16>([&](auto const& block) {
            for_each_element(block, tile, [&](unsigned k) { ++visits[k]; });
            for_each_element(block, large, [&](unsigned k) { visits[k] += 10; });
            for_each_element(block, by_twos, [&](unsigned k) { visits[k] += 100; });
        });
        EXPECT_EQ(size, std::count(std::begin(visits), std::end(visits), 111u));
        EXPECT_EQ(700 - size, std::count(std::begin(visits), std::end(visits), 0u));
    }
}

// Each of two warps accesses every second element of a tile. At most two of the 32 elements of a warp may begin in the
// same bank, for every start of the tile.
TEST(block_tile, of_every_second_element_finds_two_in_a_bank_at_most)
{
    unsigned sizes = 0;
    for (unsigned size = 13; size <= 256; ++size) {
        if (!heddle::detail::make_plan(size, size % 2 == 0 ? 2 : 1).has_bank_conflicts) continue;
        for (unsigned skew = 0; skew < 4; ++skew) {
            for (unsigned warp = 0; warp < 2; ++warp) {
                std::array<unsigned, 32> begin_in_bank{};
                for (unsigned lane = 0; lane < 32; ++lane) {
                    unsigned const k = heddle::detail::every_second(32 * warp + lane, 64);
                    ++begin_in_bank[(skew + k * size) / 4 % 32];
                }
                EXPECT_GE(2u, *std::max_element(begin_in_bank.begin(), begin_in_bank.end())) << size << " bytes";
            }
        }
        ++sizes;
    }
    EXPECT_LT(25u, sizes);
}

TEST(block_tile, is_about_as_large_as_measures_best)
{
    using heddle::tile_capacity;
    static_assert(tile_capacity<bytes<1>, 64>() == 4096);
    static_assert(tile_capacity<bytes<3>, 64>() == 64 * 22);
    static_assert(tile_capacity<bytes<28>, 64>() == 192);
    static_assert(tile_capacity<bytes<33>, 64>() == 128);
    static_assert(tile_capacity<bytes<64>, 64>() == 64);
    static_assert(tile_capacity<bytes<128>, 64>() == 32);
    static_assert(tile_capacity<bytes<256>, 64>() == 32);
    static_assert(tile_capacity<bytes<1024>, 64>() == 16);
    static_assert(tile_capacity<bytes<129>, 64>() == 64);  // each of the two warps accesses every second element
    static_assert(tile_capacity<bytes<130>, 64>() == 32);
    static_assert(tile_capacity<bytes<255>, 64>() == 64);
    static_assert(tile_capacity<bytes<511>, 64>() < 64);
    static_assert(tile_capacity<bytes<64>, 128>() == 128);
    static_assert(tile_capacity<bytes<28>, 256>() == 512);
    static_assert(tile_capacity<bytes<248>, 256>() == 64);
    static_assert(tile_capacity<bytes<1>, 1024>() == 8192);
    static_assert(tile_capacity<bytes<1>, 256>(1024) == 1024);
    static_assert(tile_capacity<bytes<50>, 17>(4096) == 85);
    static_assert(sizeof(tile_stages<bytes<28>, 256>) <= 28 * 256 + 384);
    static_assert(sizeof(tile_stages<bytes<28>, 256, 3>) == tile_stages<bytes<28>, 256, 3>::bytes);
    static_assert(sizeof(tile_stages<bytes<1>, 8192, 3>) <= 3 * 8192 + 3 * 256 + 128);
    static_assert(alignof(tile_stages<bytes<1>, 16>) == 128);
    SUCCEED();
}

TEST(block_tile, of_const_elements_is_made_from_any)
{
    bytes<4> element{};
    block_tile<bytes<4>> const tile(&element, nullptr, 1);
    block_tile<bytes<4> const> const constant = tile;
    EXPECT_EQ(&element, constant.data());
    EXPECT_EQ(1u, constant.size());
}

}  // namespace
