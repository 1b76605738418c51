// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Several consecutive elements a lane, copied with a partial group at the end, with scratch and without.
#include "moves.cuh"

namespace heddle_test::blocked_test {

using blocked_test = gpu_test;

template <unsigned Items, unsigned LaneCount, class Scratch, class Element>
__global__ void copy_blocked(Element* out, Element const* in, std::size_t count)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    std::size_t const first = thread_in_grid() / LaneCount * LaneCount * Items;
    std::size_t const left = first < count ? count - first : 0;
    Scratch::with([&](auto&... scratch) {
        if (left >= LaneCount * Items) {
            auto const values = heddle::load_contiguous<Items>(tile, in + first, scratch...);
            heddle::store_contiguous<Items>(tile, out + first, values, scratch...);
        } else {
            auto const values = heddle::load_contiguous<Items>(tile, in + first, left, scratch...);
            heddle::store_contiguous<Items>(tile, out + first, values, left, scratch...);
        }
    });
}

template <unsigned Items, unsigned LaneCount, class Element, class Scratch = no_scratch>
void expect_copied(random_source& random)
{
    for (std::size_t const count : {0u, 1u, 31u, 1000u, 4096u}) {
        for (std::size_t const skew : {std::size_t{0}, alignof(Element)}) {
            guarded_array<Element> const in(count, random, skew);
            guarded_array<Element> out(count, random, skew);
            device_copy<Element> const from(in), to(out);
            dim3 const block(96);
            copy_blocked<Items, LaneCount, Scratch>
                <<<blocks_for(count / Items + 1, block), block>>>(to.data(), from.data(), count);
            finish_kernel();
            to.copy_to(out);
            EXPECT_TRUE(out.guards_intact());
            EXPECT_EQ(std::memcmp(out.data(), in.data(), count * sizeof(Element)), 0)
                << count << " times " << sizeof(Element) << " bytes";
        }
    }
}

TEST_F(blocked_test, copies)
{
    random_source random("blocked copies");
    expect_copied<16, 32, bytes<1>>(random);
    expect_copied<8, 32, bytes<2>>(random);
    expect_copied<16, 32, bytes<3>>(random);
    expect_copied<5, 32, bytes<3>>(random);
    expect_copied<4, 32, bytes<8, 4>>(random);
    expect_copied<4, 32, bytes<12>>(random);
    expect_copied<4, 32, bytes<13>>(random);
    expect_copied<2, 32, bytes<28>>(random);
    expect_copied<4, 8, bytes<3>>(random);
}

FULL_TEST_F(blocked_test, copies_through_scratch)
{
    random_source random("blocked copies through scratch");
    expect_copied<7, 32, bytes<3>, stages_of<heddle::blocked<bytes<3>, 7>, 32>>(random);
    expect_copied<4, 32, bytes<12>, stages_of<heddle::blocked<bytes<12>, 4>, 32>>(random);
    expect_copied<4, 32, bytes<13>, stages_of<heddle::blocked<bytes<13>, 4>, 32>>(random);
}

}  // namespace heddle_test::blocked_test
