// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs every idiom of build/idioms/idioms.def on the host, in all ways of ways_to_run.hpp, with coalesced_ptr of each
// policy and with raw pointers. All must leave the same memory.

#include "build/idioms/elements.hpp"
#include "build/idioms/memory.hpp"
#include "ways_to_run.hpp"

#define HEDDLE_IDIOM_FUNCTION(name) \
    inline void name(ptr p, cptr c, vptr v, particle* raw, float* out, int n, int i, int j, uint3 threadIdx)
#define HEDDLE_IDIOM_BEGIN
#define HEDDLE_IDIOMS_IN_BLOCK 1
#include "build/idioms/pointers.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>

namespace {

using heddle_idioms::memory;

constexpr int lanes = 70;  // two warps and a partial warp; not a multiple of three

//! Runs a piece of code in the lanes for which run(body) calls body(lane). Returns the memory.
template <class Entry, class Run>
memory after(Entry const& entry, Run const& run)
{
    memory found(lanes);
    run([&](std::size_t i) {
        int const lane = static_cast<int>(i);
        entry.run(found.p.data(), found.c.data(), found.v.data(), found.raw.data(), found.out.data(), lanes, lane,
                  lane + lanes, uint3{unsigned(i), 0, 0});
    });
    return found;
}
constexpr auto forwards = [](auto const& body) {
    for (std::size_t i = 0; i < lanes; ++i) body(i);
};
constexpr auto backwards = [](auto const& body) {
    for (std::size_t i = lanes; i > 0; --i) body(i - 1);
};

class idioms : public heddle_test::every_way {
protected:
    template <class Entry, std::size_t Count>
    void expect_same_as_plain(Entry const (&entries)[Count]) const
    {
        static_assert(Count == std::size(heddle_idioms::plain::entries));
        auto const in_this_way = [&](auto const& body) { run(lanes, body); };
        for (std::size_t k = 0; k < Count; ++k) {
            memory const expected = after(heddle_idioms::plain::entries[k], forwards);
            EXPECT_TRUE(after(entries[k], in_this_way) == expected) << entries[k].name;
        }
    }
};
HEDDLE_TEST_EVERY_WAY(idioms);

TEST_P(idioms, by_plan_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::by_plan::entries); }
TEST_P(idioms, in_block_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::in_block::entries); }
TEST_P(idioms, whole_warps_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::whole_warps::entries); }
TEST_P(idioms, lane_by_lane_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::lane_by_lane::entries); }

// For an idiom that changes no memory, a comparison of memory would prove nothing. An idiom whose result depends on the
// order of lanes would have a race on a GPU.
TEST(idioms_table, every_idiom_changes_memory_in_any_order_of_lanes)
{
    for (auto const& entry : heddle_idioms::plain::entries) {
        memory const found = after(entry, forwards);
        EXPECT_FALSE(found == memory(lanes)) << entry.name;
        EXPECT_TRUE(found == after(entry, backwards)) << entry.name;
    }
}

}  // namespace
