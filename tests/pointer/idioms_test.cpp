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

class idioms : public heddle_test::every_way {
protected:
    template <class Entry, std::size_t Count>
    void expect_same_as_plain(Entry const (&entries)[Count]) const
    {
        static_assert(Count == std::size(heddle_idioms::plain::entries));
        for (std::size_t k = 0; k < Count; ++k) {
            memory const expected = after(heddle_test::way::host, heddle_idioms::plain::entries[k]);
            EXPECT_TRUE(after(GetParam(), entries[k]) == expected) << entries[k].name;
        }
    }

private:
    template <class Entry>
    static memory after(heddle_test::way way, Entry const& entry)
    {
        memory found(lanes);
        heddle_test::run(way, lanes, [&](std::size_t i) {
            int const lane = static_cast<int>(i);
            entry.run(found.p.data(), found.c.data(), found.v.data(), found.raw.data(), found.out.data(), lanes, lane,
                      lane + lanes, uint3{unsigned(i), 0, 0});
        });
        return found;
    }
};
HEDDLE_TEST_EVERY_WAY(idioms);

TEST_P(idioms, by_plan_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::by_plan::entries); }
TEST_P(idioms, in_block_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::in_block::entries); }
TEST_P(idioms, whole_warps_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::whole_warps::entries); }
TEST_P(idioms, lane_by_lane_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::lane_by_lane::entries); }

//! Runs the plain code in one lane after the other, in ascending or descending order. Returns the memory.
memory after_plain(heddle_idioms::plain::entry const& entry, bool backwards)
{
    memory found(lanes);
    for (int k = 0; k < lanes; ++k) {
        int const i = backwards ? lanes - 1 - k : k;
        entry.run(found.p.data(), found.c.data(), found.v.data(), found.raw.data(), found.out.data(), lanes, i,
                  i + lanes, uint3{unsigned(i), 0, 0});
    }
    return found;
}

// For an idiom that changes no memory, a comparison of memory would prove nothing.
TEST(idioms_table, every_idiom_changes_memory)
{
    for (auto const& entry : heddle_idioms::plain::entries) {
        EXPECT_FALSE(after_plain(entry, false) == memory(lanes)) << entry.name;
    }
}

// An idiom whose result depends on the order of lanes would have a race on a GPU.
TEST(idioms_table, no_idiom_depends_on_the_order_of_lanes)
{
    for (auto const& entry : heddle_idioms::plain::entries) {
        EXPECT_TRUE(after_plain(entry, false) == after_plain(entry, true)) << entry.name;
    }
}

}  // namespace
