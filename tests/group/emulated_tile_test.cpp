// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are groups. Checks that emulated_group has the interface and the semantics of a tile of cooperative
// groups.

#include <heddle/detail/group.cuh>
#include <heddle/emulation.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace {

using heddle::emulate_group;
using heddle::emulated_group;
using heddle::detail::emulated_lane;

static_assert(emulated_group<8>::num_threads() == 8);
static_assert(emulated_group<32>::size() == 32);

struct four_lanes {
    static constexpr int num_threads() { return 4; }
};
struct lanes_known_at_run_time {
    unsigned num_threads() const { return 4; }
};
struct no_tile {};

using heddle::detail::observes_accesses;
using heddle::detail::static_lane_count;

static_assert(heddle::detail::lane_count_v<four_lanes> == 4);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<1>> == 1);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<32>> == 32);
static_assert(static_lane_count<lanes_known_at_run_time> == 0);
static_assert(static_lane_count<no_tile> == 0);

static_assert(observes_accesses<heddle::emulated_group<8>>::value);
static_assert(!observes_accesses<four_lanes>::value);

TEST(group, knows_the_highest_lane_of_a_mask)
{
    for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(lane, heddle::detail::highest_lane(1u << lane));
        EXPECT_EQ(lane, heddle::detail::highest_lane(0xffffffffu >> (31 - lane)));
    }
}

static_assert(!heddle::detail::has_consecutive_lanes<four_lanes>::value);
static_assert(heddle::detail::has_consecutive_lanes<heddle::emulated_group<8>>::value);

template <unsigned LaneCount>
void check_part_of_warp()
{
    std::array<unsigned, 32> right{};
    emulate_group<32>([&](emulated_group<32> const& warp) {
        emulated_group<LaneCount> const tile(*emulated_lane::current());
        unsigned const number = warp.thread_rank();
        unsigned const l = tile.thread_rank();
        unsigned const first = number - l;
        auto const expect = [&](bool condition) { right[number] += condition ? 1 : 0; };

        expect(l == number % LaneCount);
        expect(tile.meta_group_rank() == number / LaneCount);
        expect(tile.meta_group_size() == 32 / LaneCount);
        for (unsigned by = 0; by < LaneCount; ++by) {
            expect(tile.shfl(number, by) == first + by);
            expect(tile.shfl(number, by + LaneCount) == first + by);
            expect(tile.shfl_up(number, by) == (l < by ? number : number - by));
            expect(tile.shfl_down(number, by) == (l + by < LaneCount ? number + by : number));
            expect(tile.shfl_xor(number, by) == first + (l ^ by));
        }
        unsigned const all = 0xffffffffu >> (32 - LaneCount);
        expect(tile.ballot(true) == all);
        expect(tile.ballot(false) == 0);
        expect(tile.ballot(l % 3 == 0) == (0x49249249u & all));
        expect(tile.any(number == 31) == (first + LaneCount == 32));
        expect(tile.all(number < 32));
        expect(tile.all(number != 0) == (first != 0));
        expect(!tile.any(number == 32));
    });
    for (unsigned const count : right) EXPECT_EQ(3 + 5 * LaneCount + 7, count);
}

TEST(emulated_group, is_one_of_several_in_a_warp)
{
    check_part_of_warp<1>();
    check_part_of_warp<2>();
    check_part_of_warp<4>();
    check_part_of_warp<8>();
    check_part_of_warp<16>();
    check_part_of_warp<32>();
}

TEST(emulated_group, tiles_of_a_warp_need_not_keep_step)
{
    std::array<unsigned, 4> rounds{};
    emulate_group<32>([&](emulated_group<32> const& warp) {
        emulated_group<8> const tile(*emulated_lane::current());
        for (unsigned i = 0; i <= tile.meta_group_rank(); ++i) {
            if (tile.shfl(i, 7) == i && tile.thread_rank() == 0) ++rounds[tile.meta_group_rank()];
        }
        warp.sync();
    });
    EXPECT_EQ((std::array<unsigned, 4>{1, 2, 3, 4}), rounds);
}

TEST(emulated_group, shuffles_words_of_up_to_8_bytes)
{
    unsigned right = 0;
    emulate_group<4>([&](emulated_group<4> const& tile) {
        unsigned const l = tile.thread_rank();
        unsigned const next = (l + 1) % 4;
        right += tile.shfl(static_cast<std::uint8_t>(l + 250), next) == (next + 250) % 256;
        right += tile.shfl(static_cast<std::int16_t>(-int(l)), next) == -int(next);
        right += tile.shfl(0.5f + float(l), next) == 0.5f + float(next);
        right += tile.shfl(0.25 + l, next) == 0.25 + next;
        right += tile.shfl(~std::uint64_t{l}, next) == ~std::uint64_t{next};
        right += tile.shfl(l == 2, next) == (next == 2);
    });
    EXPECT_EQ(4u * 6, right);
}

TEST(emulated_group, counts_the_accesses_that_it_observes)
{
    char const* const base = reinterpret_cast<char const*>(std::uintptr_t{1} << 30);
    auto const traffic = emulate_group<32>([&](emulated_group<32> const& tile) {
        unsigned const l = tile.thread_rank();
        tile.observe_access(false, base + 4 * l, 4);                      // 4 sectors
        tile.observe_access(false, base + 32 * l, 8);                     // 32 sectors
        tile.observe_access(false, l < 3 ? base + 32 * l : nullptr, 16);  // 3 sectors
        tile.observe_access(false, nullptr, 4);                           // no lane accesses memory
        tile.observe_access(true, base, 2);                               // 1 sector
    });
    EXPECT_EQ((heddle::transaction_count{3, 39, 128 + 256 + 48}), traffic.loads);
    EXPECT_EQ((heddle::transaction_count{1, 1, 64}), traffic.stores);
}

}  // namespace
