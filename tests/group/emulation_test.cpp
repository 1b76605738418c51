// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the emulation: grids, errors of lanes that call different collectives, exceptions, and counts of traffic.

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using heddle::emulate_grid;
using heddle::emulate_group;
using heddle::emulated_group;
using heddle::emulation_error;
using heddle::transaction_count;
using heddle::detail::emulated_lane;

void expect_usable()
{
    EXPECT_EQ(nullptr, emulated_lane::current());
    unsigned right = 0;
    emulate_group<32>([&](emulated_group<32> const& tile) { right += tile.shfl(tile.thread_rank(), 5) == 5 ? 1 : 0; });
    EXPECT_EQ(32u, right);
}

//! Expects that the warp ends with an error whose message has all these parts.
template <class Body>
void expect_disagreement(std::vector<std::string> const& parts, Body const& body)
{
    std::string text = "there was none";
    try {
        emulate_group<32>(body);
    } catch (emulation_error const& error) {
        text = error.what();
    }
    for (std::string const& part : parts) EXPECT_NE(std::string::npos, text.find(part)) << text;
    expect_usable();
}

TEST(emulation, names_lanes_that_have_returned)
{
    expect_disagreement({"lane 3 has returned", "lane 0 waits in a ballot", "lane 31 waits in a ballot"},
                        [](emulated_group<32> const& tile) {
                            if (tile.thread_rank() != 3) tile.ballot(true);
                        });
}

TEST(emulation, names_lanes_in_another_collective)
{
    expect_disagreement({"lane 15 waits in a shuffle", "lane 16 waits in a sync", "lane 31 waits in a ballot"},
                        [](emulated_group<32> const& tile) {
                            tile.sync();
                            if (tile.thread_rank() < 16) {
                                tile.shfl(1, 0);
                            } else if (tile.thread_rank() < 31) {
                                tile.sync();
                            } else {
                                tile.any(true);
                            }
                        });
}

TEST(emulation, refuses_lanes_of_different_tiles)
{
    expect_disagreement({"lane 20 waits in a sync"}, [](emulated_group<32> const& warp) {
        emulated_group<16> const half(*emulated_lane::current());
        warp.thread_rank() == 20 ? half.sync() : warp.sync();
    });
}

TEST(emulation, refuses_a_tile_that_the_last_warp_cannot_fill)
{
    auto const sum_of_warp = [](std::size_t) { emulated_group<32>(*emulated_lane::current()).ballot(true); };
    EXPECT_NO_THROW(emulate_grid(64, sum_of_warp));
    EXPECT_THROW(emulate_grid(70, sum_of_warp), emulation_error);
    expect_usable();
}

struct counted_object {
    unsigned& living;
    explicit counted_object(unsigned& counter) : living(++counter) {}
    counted_object(counted_object const&) = delete;
    ~counted_object() { --living; }
};

TEST(emulation, passes_on_what_a_lane_throws)
{
    unsigned living = 0;
    unsigned most = 0;
    auto const throwing = [&](emulated_group<32> const& tile) {
        counted_object const here(living);
        tile.sync();
        most = most < living ? living : most;
        if (tile.thread_rank() == 9) throw std::out_of_range("lane 9");
        tile.sync();
    };
    try {
        emulate_group<32>(throwing);
        ADD_FAILURE() << "nothing was thrown";
    } catch (std::out_of_range const& error) {
        EXPECT_STREQ("lane 9", error.what());
    }
    EXPECT_EQ(32u, most);
    EXPECT_EQ(0u, living);
    expect_usable();

    EXPECT_THROW(emulate_grid(100,
                              [](std::size_t i) {
                                  if (i == 99) throw 99;
                              }),
                 int);
    expect_usable();
}

TEST(emulation, lanes_may_catch_what_they_throw)
{
    unsigned caught = 0;
    emulate_group<32>([&](emulated_group<32> const& tile) {
        try {
            tile.sync();
            throw std::runtime_error("caught inside");
        } catch (std::runtime_error const&) {
            ++caught;
        }
        tile.sync();
    });
    EXPECT_EQ(32u, caught);
}

TEST(emulation, runs_every_index_once)
{
    for (std::size_t const count : {0u, 1u, 31u, 32u, 33u, 64u, 70u, 1000u}) {
        std::vector<unsigned> visits(count);
        std::vector<std::size_t> reports;
        emulate_grid(
            count,
            [&](std::size_t i) {
                EXPECT_EQ(i % 32, emulated_lane::current()->rank());
                ++visits[i];
            },
            [&](std::size_t done) {
                for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(i < done ? 1u : 0u, visits[i]);
                reports.push_back(done);
            });
        EXPECT_EQ(std::vector<unsigned>(count, 1), visits);
        ASSERT_EQ((count + 31) / 32, reports.size());
        for (std::size_t warp = 0; warp < reports.size(); ++warp) {
            EXPECT_EQ(warp + 1 == reports.size() ? count : (warp + 1) * 32, reports[warp]);
        }
    }
}

std::size_t sum_of_indices = 0;
void add_index(std::size_t index) { sum_of_indices += index; }
std::size_t groups_of_lanes = 0;
void count_lane(emulated_group<8> const&) { ++groups_of_lanes; }

TEST(emulation, runs_functions_and_objects_that_cannot_be_copied)
{
    emulate_grid(40, add_index);
    EXPECT_EQ(780u, sum_of_indices);
    emulate_group<8>(count_lane);
    EXPECT_EQ(8u, groups_of_lanes);
    std::size_t sum = 0;
    auto const add = [&sum, uncopied = std::make_unique<int>()](std::size_t index) { sum += index; };
    emulate_grid(40, add);
    EXPECT_EQ(780u, sum);
}

TEST(emulation, counts_the_traffic_of_a_grid)
{
    struct seven {
        float part[7];
    };
    // Each row of 128 bytes is aligned and touches four sectors.
    alignas(128) static seven in[64], out[64];
    heddle::coalesced_ptr<seven> const from(in), to(out);
    auto const copy = [&](std::size_t i) { to[std::ptrdiff_t(i)] = from[std::ptrdiff_t(i)]; };

    auto const whole = emulate_grid(64, copy);
    // Lanes load 7 words each, per-thread. The words of a request are 28 bytes apart and touch all 28 sectors.
    EXPECT_EQ((transaction_count{2 * 7, 2 * 7 * 28, 2 * 896}), whole.loads);
    EXPECT_EQ((transaction_count{2 * 7, 2 * 28, 2 * 896}), whole.stores);

    // The last 8 lanes load and store 224 bytes per-thread. Each of their 7 requests touches 7 sectors.
    auto const partial = emulate_grid(40, copy);
    EXPECT_EQ((transaction_count{7 + 7, 7 * 28 + 7 * 7, 896 + 224}), partial.loads);
    EXPECT_EQ((transaction_count{7 + 7, 28 + 7 * 7, 896 + 224}), partial.stores);
    // Of the last 20 lanes, 16 store compacted, in 7 rows of two sectors each. The other 4 lanes store 7 words each,
    // per-thread. Their first 3 requests touch 3 sectors each, and the other 4 requests touch 4 sectors each.
    auto const many = emulate_grid(52, copy);
    EXPECT_EQ((transaction_count{7 + 14, 28 + 7 * 2 + 3 * 3 + 4 * 4, 896 + 560}), many.stores);

    EXPECT_EQ(transaction_count(), emulate_grid(40, [](std::size_t) {}).loads);
}

TEST(emulation, runs_inside_a_lane)
{
    unsigned right = 0;
    emulate_group<2>([&](emulated_group<2> const& outer) {
        emulated_lane* const own = emulated_lane::current();
        emulate_group<4>(
            [&](emulated_group<4> const& inner) { right += inner.shfl(inner.thread_rank() + 10, 3) == 13 ? 1 : 0; });
        right += emulated_lane::current() == own ? 1 : 0;
        right += outer.shfl(outer.thread_rank(), 1) == 1 ? 1 : 0;
    });
    EXPECT_EQ(2u * (4 + 1 + 1), right);
}

TEST(emulation, runs_on_several_threads)
{
    unsigned right[2] = {};
    auto const work = [&](unsigned thread) {
        for (unsigned round = 0; round < 100; ++round) {
            emulate_group<32>([&](emulated_group<32> const& tile) {
                right[thread] += tile.shfl(tile.thread_rank(), round) == round % 32 ? 1 : 0;
            });
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    EXPECT_EQ(3200u, right[0]);
    EXPECT_EQ(3200u, right[1]);
}

}  // namespace
