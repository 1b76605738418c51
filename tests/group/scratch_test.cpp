// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests a warp without scratch, which transposes in registers and leaves the memory alone, and the room in the scratch of
// a block. (staged_access_test.cpp tests scratch of any capacity.)

#include <common/bytes.hpp>
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

template <unsigned... BlockThreads>
void check_rooms()
{
    (check_room<BlockThreads>(), ...);
}

TEST(scratch, of_a_block_has_room_for_all_of_its_warps_or_serves_none)
{
    check_rooms<1, 4, 31, 32, 33, 100, 256, 1000, 1024>();
}

}  // namespace
