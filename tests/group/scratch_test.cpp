// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests collectives in groups that do not observe accesses, like groups on the device. Such a group runs no code that
// reports accesses, and its lanes wait for each other only in sync(). Tests scratch for fewer elements than lanes.
// Tests a warp without scratch, which transposes in registers. (fuzz.accesses tests random accesses.)

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace {

using namespace heddle_test;
namespace detail = heddle::detail;

template <class Element>
void check_without_memory(random_source& random)
{
    heddle::warp_scratch<Element, 32> scratch;
    static_assert(heddle::warp_scratch<Element, 32>::uses_memory);
    std::memset(static_cast<void*>(&scratch), 0xc5, sizeof scratch);
    alignas(16) static Element in[32], out[32];
    random.fill(in, sizeof in);
    random.fill(out, sizeof out);
    heddle::emulate_group<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const stage = scratch.stage(false);
        detail::access from(tile, true, static_cast<Element const*>(in) + l, detail::indexed_at<Element>{},
                            detail::every_lane{}, stage, detail::separate_lanes{});
        detail::access to(tile, true, out + l, detail::indexed_at<Element>{}, detail::every_lane{}, stage,
                          detail::separate_lanes{});
        detail::store(to, detail::load(from, detail::zero_element<Element>()));
    });
    EXPECT_EQ(0, std::memcmp(in, out, sizeof in)) << sizeof(Element) << " bytes";
    std::vector<unsigned char> const untouched(sizeof scratch, 0xc5);
    EXPECT_EQ(0, std::memcmp(untouched.data(), &scratch, sizeof scratch));
}

TEST(scratch, that_a_warp_does_not_have_is_not_touched)
{
    random_source random("warps without scratch");
    check_without_memory<bytes<28>>(random);
    check_without_memory<bytes<64>>(random);
    check_without_memory<bytes<50, 2>>(random);
    check_without_memory<bytes<99, 1>>(random);
}

template <class Element, unsigned Capacity>
void check_rounds(random_source& random)
{
    heddle::warp_scratch<Element, Capacity> scratch;
    alignas(16) static Element in[32], out[32];
    for (std::size_t const count : {32u, 31u, 9u}) {
        random.fill(in, sizeof in);
        random.fill(out, sizeof out);
        std::vector<Element> expected(out, out + 32);
        std::memcpy(expected.data(), in, count * sizeof(Element));
        Element const* const first = in;
        heddle::emulate_group<32>([&](auto const& warp) {
            auto const value = heddle::load_contiguous(warp, first, count, scratch);
            heddle::store_contiguous(warp, static_cast<Element*>(out), value, count, scratch);
            // This load_if has no fallback value, so the result in invalid lanes is unspecified.
            unsigned const lane = warp.thread_rank();
            Element const own = heddle::load_if(warp, lane < count, lane < count ? first + lane : nullptr, scratch);
            EXPECT_TRUE(lane >= count || own == first[lane]);
        });
        EXPECT_EQ(0, std::memcmp(expected.data(), out, sizeof out))
            << count << " elements of " << sizeof(Element) << " bytes, " << Capacity << " at a time";
    }
}

TEST(scratch, of_fewer_elements_is_used_again_when_all_have_read)
{
    random_source random("rounds through scratch");
    check_rounds<bytes<64>, 8>(random);
    check_rounds<bytes<99, 1>, 8>(random);
    check_rounds<bytes<100, 4>, 1>(random);
}

//! Copies consecutive elements to another array and checks the copies. The bytes around the copies must not change.
template <class Element, unsigned LaneCount>
void check_copies(random_source& random)
{
    for (std::size_t skew = 0; skew < 16; skew += alignof(Element)) {
        guarded_array<Element> const from(LaneCount + 2, random, skew);
        guarded_array<Element> to(LaneCount + 2, random, skew), expected(to);
        heddle::emulate_group<LaneCount>([&](auto const& tile) {
            heddle::store_contiguous(tile, to.data() + 1, heddle::load_contiguous(tile, from.data() + 1));
        });
        for (std::size_t l = 1; l <= LaneCount; ++l) expected[l] = from[l];
        EXPECT_EQ(to.size(), to.first_difference(expected))
            << sizeof(Element) << " bytes, " << LaneCount << " lanes, " << skew << " bytes behind a boundary";
        EXPECT_TRUE(to.guards_intact());
    }
}

// If the last element ends inside a word, no lane of the group stores this word.
TEST(scratch, ends_within_a_word_that_no_lane_has)
{
    random_source random("tiles that end within a word");
    check_copies<bytes<51>, 2>(random);
    check_copies<bytes<71>, 4>(random);
}

// Checks has_room_for() of scratch for BlockThreads threads. The result must be true for blocks whose warps all have
// room in the scratch, and false for larger blocks.
template <unsigned BlockThreads>
void check_room()
{
    using scratch = heddle::block_scratch<bytes<28>, BlockThreads>;
    static_assert(scratch::uses_memory);
    EXPECT_TRUE(scratch::has_room_for(BlockThreads));
    unsigned with_room = 0;
    for (unsigned threads = 1; threads <= 1024; ++threads) {
        if (!scratch::has_room_for(threads)) continue;
        unsigned const last_warp = (threads - 1) / 32;
        EXPECT_LE((last_warp + 1) * sizeof(heddle::warp_scratch<bytes<28>, 32>), sizeof(scratch))
            << "blocks of " << threads << " threads";
        ++with_room;
    }
    EXPECT_EQ((BlockThreads + 31) / 32 * 32, with_room);
}

TEST(scratch, of_a_block_has_room_for_all_of_its_warps_or_serves_none)
{
    check_room<1>();
    check_room<4>();
    check_room<31>();
    check_room<32>();
    check_room<33>();
    check_room<100>();
    check_room<256>();
    check_room<1000>();
    check_room<1024>();
}

}  // namespace
