// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests how records are divided into tiles, and how the flags of a tile are read.

#include "common/random.hpp"

#include <heddle/records/detail/dense_selection.cuh>
#include <heddle/records/detail/move_records.cuh>
#include <heddle/records/detail/select_records.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::record_tiles_test {
namespace {

using namespace heddle::detail;

TEST(record_tiles, dense_tiles_fit_in_the_stage)
{
    for (std::uint32_t bytes = 1; bytes <= max_dense_bytes; ++bytes) {
        record_tiles const tiles = dense_tiles(100003, bytes);
        EXPECT_LE((tiles.records + 1) * bytes + tiles.records * sizeof(std::uint16_t), dense_tile_bytes);
        EXPECT_LE(tiles.records, move_threads * tiles.flags_of_thread);
        EXPECT_LE(tiles.flags_of_thread, max_dense_flags);
        EXPECT_GE(tiles.tile_count * tiles.records, 100003u);
        EXPECT_LT((tiles.tile_count - 1) * tiles.records, 100003u);
    }
}

TEST(record_tiles, shares_have_all_units)
{
    for (std::uint32_t const units : {1u, 3u, 7u, 250u, 1023u, 1024u, 1025u, 100000u}) {
        for (std::uint32_t const most : {1u, 100u, 1024u, 2048u}) {
            record_share const share = share_of_blocks(1000, units, most);
            EXPECT_LE(share.records_of_block, max_listed_records);
            EXPECT_GE(share.records_of_block, 1u);
            EXPECT_LE(share.units_of_block, most);
            EXPECT_GE(share.blocks_of_record * share.units_of_block, share.records_of_block * units);
            EXPECT_LT((share.blocks_of_record - 1) * share.units_of_block, units);
        }
    }
}

TEST(record_tiles, tiles_hold_all_records)
{
    for (std::uint32_t const bytes : {1u, 7u, 16u, 17u, 30u, 128u, 1000u, 4096u, 1u << 20, (1u << 30) - 1}) {
        for (std::uint32_t const word : {1u, 4u, 16u, 4000u}) {
            std::uint32_t const units = (bytes + word - 1) / word;
            record_tiles const tiles = tiles_of_records(1000003, bytes, units, word == 4000 ? 1 : 2048);
            SCOPED_TRACE(testing::Message() << bytes << " bytes, " << units << " units");
            EXPECT_GE(tiles.tile_count * tiles.records, 1000003u);
            EXPECT_LT((tiles.tile_count - 1) * tiles.records, 1000003u);
            EXPECT_LE(tiles.records, tiles.flags_of_thread * move_threads);
            EXPECT_LE(tiles.flags_of_thread, max_flags_of_thread);
            EXPECT_LT(std::uint64_t{tiles.records} * units, std::uint64_t{1} << 31);
            EXPECT_GE(std::uint64_t{tiles.blocks} * tiles.units_of_block, std::uint64_t{tiles.records} * units);
            EXPECT_LT(std::uint64_t{tiles.blocks} * tiles.units_of_block, std::uint64_t{1} << 32);
        }
    }
}

TEST(record_tiles, reads_flags)
{
    random_source random("flags");
    std::vector<std::uint8_t> flags(32);
    for (int round = 0; round < 100; ++round) {
        for (auto& flag : flags) flag = static_cast<std::uint8_t>(random.coin() ? 0 : 1 + random.below(255));
        for (std::uint32_t const wanted : {1u, 2u, 4u, 8u, 16u}) {
            for (std::uint32_t skew = 0; skew < 8; ++skew) {
                for (std::uint32_t count = 0; count <= wanted; ++count) {
                    std::uint32_t expected = 0;
                    for (std::uint32_t k = 0; k < count; ++k) expected |= (flags[skew + k] != 0 ? 1u : 0u) << k;
                    EXPECT_EQ(expected, bits_of_flags(flags.data() + skew, count, wanted));
                }
            }
        }
    }
}

}  // namespace
}  // namespace heddle_test::record_tiles_test
