// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The counts of sectors and requests, compared with cases computed by hand.

#include "expected_traffic/expected_traffic.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using heddle::transaction_count;
using heddle::detail::access_kind;
using heddle::detail::address_set;
using heddle::detail::make_plan;
using heddle_test::expected_plain_transactions;
using heddle_test::expected_transactions;

transaction_count counted(std::uint64_t requests, std::uint64_t sectors, std::uint64_t bytes)
{
    return {requests, sectors, bytes};
}

TEST(address_set, counts_each_sector_once)
{
    address_set addresses;
    EXPECT_TRUE(addresses.empty());
    EXPECT_EQ(0u, addresses.sector_count());
    addresses.add(64);
    addresses.add(0);
    addresses.add(95);
    addresses.add(31);
    addresses.add(std::uint64_t{1} << 40);
    EXPECT_FALSE(addresses.empty());
    EXPECT_EQ(5u, addresses.size());
    EXPECT_EQ(3u, addresses.sector_count());
}

TEST(address_set, holds_a_whole_warp)
{
    address_set apart;
    address_set together;
    for (unsigned lane = 0; lane < 32; ++lane) {
        apart.add(4096 - 128 * lane);
        together.add(4096);
    }
    EXPECT_EQ(32u, apart.sector_count());
    EXPECT_EQ(1u, together.sector_count());
}

TEST(transaction_count, adds_up)
{
    address_set addresses;
    addresses.add(0);
    addresses.add(32);
    transaction_count count;
    count.count(address_set(), 16);
    EXPECT_EQ(counted(0, 0, 0), count);
    count.count(addresses, 16);
    EXPECT_EQ(counted(1, 2, 32), count);
    count += counted(1, 10, 100);
    EXPECT_EQ(counted(2, 12, 132), count);
    EXPECT_NE(counted(2, 12, 131), count);
    EXPECT_NE(counted(2, 11, 132), count);
    EXPECT_NE(counted(1, 12, 132), count);

    heddle::memory_traffic traffic;
    traffic.loads = count;
    heddle::memory_traffic more;
    more.stores = count;
    traffic += more;
    traffic += more;
    EXPECT_EQ(counted(2, 12, 132), traffic.loads);
    EXPECT_EQ(counted(4, 24, 264), traffic.stores);
}

TEST(transactions, of_a_struct_of_seven_floats)
{
    auto const p = make_plan(28, 4);
    // Per-thread: one word of each lane, 28 bytes apart, touches all 28 sectors of the 896 bytes.
    EXPECT_EQ(counted(7, 7 * 28, 896), expected_plain_transactions(p));
    // Loads of so few bytes are per-thread, through the L1 cache.
    EXPECT_EQ(counted(7, 7 * 28, 896), expected_transactions(p));
    // Together: 896 bytes in rows of 128.
    EXPECT_EQ(counted(7, 28, 896), expected_transactions(p, 0, access_kind::store));
    // Moved by 4 bytes, each row touches five sectors.
    EXPECT_EQ(counted(7, 35, 896), expected_transactions(p, 4, access_kind::store));
}

TEST(transactions, of_a_struct_of_64_bytes)
{
    EXPECT_EQ(counted(16, 16 * 32, 2048), expected_plain_transactions(make_plan(64, 4)));
    EXPECT_EQ(counted(4, 4 * 32, 2048), expected_plain_transactions(make_plan(64, 16)));
    // Words of 16 bytes, whatever the alignment.
    EXPECT_EQ(counted(4, 64, 2048), expected_transactions(make_plan(64, 16)));
    EXPECT_EQ(counted(4, 64, 2048), expected_transactions(make_plan(64, 4)));
    EXPECT_EQ(counted(4, 68, 2048), expected_transactions(make_plan(64, 16), 16));
    // If the array is less aligned, each word is loaded in four parts, each from 16 sectors.
    EXPECT_EQ(counted(16, 16 * 16 + 4, 2048), expected_transactions(make_plan(64, 4), 4));
}

TEST(transactions, of_a_struct_that_straddles_words)
{
    // Four lanes of 54 bytes: 27 words of 8 bytes, three of them in two elements each. Six or seven end in
    // an element, and that many are loaded for it; stores are of all 27, four at a time.
    auto const p = make_plan(54, 2, 4);
    ASSERT_EQ(8u, p.touched_words());
    ASSERT_EQ(7u, p.word_count);
    EXPECT_EQ(counted(7, 7, 216), expected_transactions(p, 0, access_kind::store));
    // A word of the next element is loaded, too.
    EXPECT_EQ(8u * 4 * 7, expected_transactions(p, 0, access_kind::load).bytes);
    EXPECT_EQ(7u, expected_transactions(p, 0, access_kind::load).requests);
    // Words 54 bytes apart never share a sector.
    EXPECT_EQ(counted(27, 108, 216), expected_plain_transactions(p));
    // If the elements begin within a word, both ends are stored in parts: 2 bytes and 4, 4 bytes and 2.
    EXPECT_EQ(216u, expected_transactions(p, 2, access_kind::store).bytes);
    EXPECT_EQ(7u + 3, expected_transactions(p, 2, access_kind::store).requests);
    EXPECT_EQ(7u + 3, expected_transactions(p, 2, access_kind::load).requests);
    // If elements are apart, the ends of each are in parts. Stores take rows of halves instead, in lines of 8 bytes:
    // the elements begin 0, 6, 4 and 2 bytes after a line.
    heddle_test::group_elements apart{{0, 62, 124, 186}, 0xf};
    EXPECT_EQ(216u, expected_transactions(p, apart, access_kind::load).bytes);
    EXPECT_EQ(216u, expected_transactions(p, apart, access_kind::store).bytes);
    EXPECT_EQ(7u + 8 + 8 + 7, expected_transactions(p, apart, access_kind::store).requests);
}

TEST(transactions, of_one_word_that_is_wider_than_its_alignment)
{
    EXPECT_EQ(counted(4, 64, 512), expected_plain_transactions(make_plan(16, 4)));
    EXPECT_EQ(counted(1, 16, 512), expected_transactions(make_plan(16, 4)));
    EXPECT_EQ(counted(4, 3 * 17 + 16, 512), expected_transactions(make_plan(16, 4), 20));
}

TEST(transactions, are_the_same_where_the_plan_is_direct)
{
    for (unsigned size : {4u, 16u, 1028u}) {
        auto const p = make_plan(size, size == 16 ? 16 : 4);
        ASSERT_FALSE(p.cooperates());
        EXPECT_EQ(expected_plain_transactions(p, 4096), expected_transactions(p, 4096));
    }
    EXPECT_EQ(counted(1, 4, 128), expected_plain_transactions(make_plan(4, 4)));
    EXPECT_EQ(counted(1, 16, 512), expected_plain_transactions(make_plan(16, 16)));
    EXPECT_EQ(counted(3, 36, 384), expected_plain_transactions(make_plan(12, 4)));
    EXPECT_EQ(counted(1, 1, 1), expected_plain_transactions(make_plan(1, 1, 1)));
}

TEST(transactions, of_three_floats_are_direct_to_load_and_rows_to_store)
{
    auto const p = make_plan(12, 4);
    EXPECT_EQ(expected_plain_transactions(p), expected_transactions(p, 0, access_kind::load));
    EXPECT_EQ(counted(3, 12, 384), expected_transactions(p, 0, access_kind::store));
}

TEST(transactions, of_some_lanes)
{
    auto const p = make_plan(28, 4);
    heddle_test::group_elements elements{{}, 0x00ffffffu};
    for (unsigned lane = 0; lane < 32; ++lane) elements.addresses[lane] = 28 * lane;
    // 24 structs of seven words: five rows and a quarter.
    EXPECT_EQ(counted(6, 21, 672), expected_transactions(p, elements, access_kind::load));
    EXPECT_EQ(counted(6, 21, 672), expected_transactions(p, elements, access_kind::store));
    // Unless they are known to be the first elements.
    EXPECT_EQ(counted(7, 7 * 21, 672), expected_transactions(p, elements, access_kind::load, true));
    elements.converged = false;
    EXPECT_EQ(counted(7, 7 * 21, 672), expected_transactions(p, elements, access_kind::load));
    elements = {elements.addresses, 0x0000ffffu};
    EXPECT_EQ(counted(7, 7 * 14, 448), expected_transactions(p, elements, access_kind::load));
    elements = {elements.addresses, 0x0000000fu};
    EXPECT_EQ(counted(7, 3 * 3 + 4 * 4, 112), expected_transactions(p, elements, access_kind::store));
}

TEST(transactions, move_what_is_wanted_and_no_more_than_plain_code)
{
    unsigned cases = 0;
    for (unsigned size = 1; size <= 300; ++size) {
        for (unsigned alignment = 1; alignment <= 16; alignment *= 2) {
            if (size % alignment != 0) continue;
            for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
                auto const p = make_plan(size, alignment, lanes);
                auto const direct = expected_plain_transactions(p, 48);
                auto const loads = expected_transactions(p, 48, access_kind::load);
                auto const stores = expected_transactions(p, 48, access_kind::store);
                std::uint64_t const wanted = std::uint64_t{size} * lanes;
                EXPECT_EQ(wanted, direct.bytes);
                EXPECT_EQ(wanted, stores.bytes);
                EXPECT_LE(wanted, loads.bytes);
                EXPECT_LE(loads.bytes, wanted + (p.is_unaligned() ? 3u * p.word_bytes * lanes : 0));
                EXPECT_LE(loads.sectors, direct.sectors);
                EXPECT_LE(stores.sectors, direct.sectors);
                ++cases;
            }
        }
    }
    EXPECT_EQ(6u * (300 + 150 + 75 + 37 + 18), cases);
}

}  // namespace
