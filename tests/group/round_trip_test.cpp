// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Benchmark kernels repeat their shares of work in rounds. Tests that each round processes each share exactly once.

#include "../../benchmarks/round_trip.cuh"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle_bench::round_trip;
using heddle_bench::trip_of;

std::vector<std::size_t> shares_of(round_trip trip, unsigned block, unsigned blocks)
{
    std::vector<std::size_t> shares;
    heddle_bench::for_each_share(trip, block, blocks, [&](std::size_t share) { shares.push_back(share); });
    return shares;
}

TEST(RoundTrip, EveryShareIsThereOnceInEachRound)
{
    for (unsigned const shares : {1u, 2u, 36u, 37u, 38u, 74u, 256u, 1000u}) {
        for (unsigned const blocks : {1u, 3u, 132u, 256u, 264u, 1056u}) {
            for (unsigned const rounds : {1u, 2u, 5u}) {
                SCOPED_TRACE(testing::Message()
                             << shares << " shares, " << blocks << " blocks, " << rounds << " rounds");
                round_trip const trip = trip_of(shares, rounds);
                std::vector<unsigned> visits(shares);
                for (unsigned block = 0; block < blocks; ++block) {
                    for (std::size_t const share : shares_of(trip, block, blocks)) {
                        ASSERT_LT(share, shares);
                        ++visits[share];
                    }
                }
                EXPECT_EQ(visits, std::vector<unsigned>(shares, rounds));
            }
        }
    }
}

TEST(RoundTrip, NoBlockSoonMeetsAShareAgain)
{
    // Each round shifts the assignment of shares to blocks. Without the shift, each of the 256 or 512 blocks would
    // process the same shares in every round.
    for (unsigned const blocks : {256u, 512u}) {
        std::vector<std::size_t> const shares = shares_of(trip_of(512, 8), 0, blocks);
        ASSERT_EQ(shares.size(), 8 * 512 / blocks);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) EXPECT_NE(shares[i], shares[k]) << i << ", " << k;
        }
    }
}

}  // namespace
