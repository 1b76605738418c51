// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the collectives in a group that does not observe accesses, like groups on the device. Such a group skips
// unnecessary work that an observing group executes. (fuzz.accesses tests every operation with random sizes and
// elements.)

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heddle_test;

template <unsigned LaneCount>
class quiet_tile : public heddle::emulated_group<LaneCount> {
public:
    explicit quiet_tile(heddle::emulated_group<LaneCount> const& tile) : heddle::emulated_group<LaneCount>(tile) {}

private:
    using observes_accesses = void;
};
static_assert(!heddle::detail::observes_accesses<quiet_tile<32>>::value);

template <unsigned LaneCount, class Body>
void on_quiet_tile(Body const& body)
{
    heddle::emulate_group<LaneCount>([&](auto const& tile) { body(quiet_tile<LaneCount>(tile)); });
}

//! Checks copies of consecutive elements to another array. The bytes around the copies must not change.
template <class Element, unsigned LaneCount>
void check_copies(random_source& random)
{
    for (std::size_t skew = 0; skew < 16; skew += alignof(Element)) {
        guarded_array<Element> const from(LaneCount + 2, random, skew);
        guarded_array<Element> to(LaneCount + 2, random, skew), expected(to);
        on_quiet_tile<LaneCount>([&](auto const& tile) {
            heddle::store_contiguous(tile, to.data() + 1, heddle::load_contiguous(tile, from.data() + 1));
        });
        for (std::size_t l = 1; l <= LaneCount; ++l) expected[l] = from[l];
        EXPECT_EQ(to.size(), to.first_difference(expected))
            << sizeof(Element) << " bytes, " << LaneCount << " lanes, " << skew << " bytes behind a boundary";
        EXPECT_TRUE(to.guards_intact());
    }
}

// If the elements begin at a word boundary and end inside a word, no lane has the word after the last element. In
// particular, it is not a word of the first lane.
TEST(quiet_tile, ends_within_a_word_that_no_lane_has)
{
    random_source random("tiles that end within a word");
    check_copies<bytes<51>, 2>(random);
    check_copies<bytes<71>, 4>(random);
}

}  // namespace
