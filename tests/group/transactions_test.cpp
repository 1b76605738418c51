// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the expected traffic of every plan with the traffic of plain code. (emulation_test.cpp has numbers that were
// computed by hand.)

#include "common/expected_traffic/expected_traffic.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using heddle::detail::access_kind;
using heddle::detail::make_plan;
using heddle_test::expected_plain_transactions;
using heddle_test::expected_transactions;

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
