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
