// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the scenarios. Each places the elements of a group in memory and checks accesses to them.

#include "access_scenarios.hpp"
#include "common/memory_regions.hpp"

#include <common/guarded_array.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace heddle_test {

namespace {

memory_range whole(guarded_bytes& bytes) { return {bytes.whole(), bytes.whole_size()}; }

// Returns a random offset from a 256-byte boundary. An array at this offset is not aligned more strictly than its
// elements.
std::size_t random_skew(collectives const& c, random_source& random)
{
    return c.plan.alignment * (2 * random.below(8) + 1) % guarded_bytes::base_alignment;
}

lane_pointers side_by_side(unsigned char* first, std::size_t lanes, std::size_t stride)
{
    lane_pointers pointers(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) pointers[lane] = first + lane * stride;
    return pointers;
}

// Checks a load and a store of consecutive elements from `first` on, in one group or in all groups of a warp. Each
// group has `count` elements. The other bytes of `memory` must not change.
void check_consecutive(collectives const& c, std::size_t lanes, operation load, operation store, unsigned char* first,
                       std::size_t count, memory_range memory, random_source& random)
{
    std::size_t const size = c.plan.element_bytes, n = c.plan.lane_count;
    std::size_t const real = lanes - n + std::min(count, n);
    lane_mask const wanted = real == 0 ? 0 : 0xffffffffu >> (32 - real);
    auto const run = lanes == n ? c.run : c.run_in_warp;
    auto const expected = [&](access_kind kind) {
        return expected_transactions(c, side_by_side(first, lanes, size), wanted, kind, true);
    };
    std::vector<unsigned char> values(lanes * size, 0xee), wanted_values(lanes * size, 0);
    auto const call = [&](operation what) {
        return run([&](heddle::detail::emulated_lane& lane) {
            unsigned const rank = lane.rank();
            c.call(what, lane, first + rank / n * n * size, count, &values[rank * size]);
        });
    };
    std::copy_n(first, real * size, wanted_values.begin());
    heddle::memory_traffic traffic = call(load);
    EXPECT_EQ(wanted_values, values) << c << ", count " << count;
    EXPECT_EQ(expected(access_kind::load), traffic.loads) << c << ", count " << count;
    EXPECT_EQ(heddle::transaction_count(), traffic.stores) << c;

    random.fill(values.data(), values.size());
    std::vector<unsigned char> image(memory.first, memory.first + memory.size);
    std::copy_n(values.begin(), real * size, image.begin() + (first - memory.first));
    traffic = call(store);
    EXPECT_TRUE(std::equal(image.begin(), image.end(), memory.first)) << c << ", count " << count;
    EXPECT_EQ(expected(access_kind::store), traffic.stores) << c << ", count " << count;
    EXPECT_EQ(heddle::transaction_count(), traffic.loads) << c;
}

void check_whole_tiles(collectives const& c, std::size_t lanes, random_source& random)
{
    guarded_bytes array(lanes * c.plan.element_bytes, random_skew(c, random));
    random.fill(array.data(), array.size());
    check_consecutive(c, lanes, operation::load_contiguous, operation::store_contiguous, array.data(),
                      c.plan.lane_count, whole(array), random);
}

}  // namespace

void check_contiguous(collectives const& c, random_source& random) { check_whole_tiles(c, c.plan.lane_count, random); }

void check_ragged(collectives const& c, random_source& random)
{
    std::size_t const n = c.plan.lane_count;
    fenced_bytes memory((n + 2) * c.plan.element_bytes);
    for (std::size_t i = 0; i <= n + 2; ++i) {
        std::size_t const count = i < n + 2 ? i : std::numeric_limits<std::size_t>::max();
        random.fill(memory.begin(), memory.size());
        check_consecutive(c, n, operation::load_counted, operation::store_counted,
                          memory.last(std::min(count, n) * c.plan.element_bytes), count,
                          {memory.begin(), memory.size()}, random);
    }
}

void check_anywhere(collectives const& c, random_source& random)
{
    std::size_t const size = c.plan.element_bytes;
    std::size_t const n = c.plan.lane_count;
    std::size_t const stride = size + c.plan.alignment * (1 + random.below(4));
    guarded_bytes near(3 * n * size, random_skew(c, random));
    guarded_bytes other(2 * n * stride, random_skew(c, random));
    random.fill(near.data(), near.size());
    random.fill(other.data(), other.size());
    auto const place = [&](std::size_t i) { return near.data() + i * size; };

    std::vector<lane_pointers> cases;
    cases.push_back(side_by_side(place(random.below(n)), n, size));
    cases.push_back(cases[0]);  // consecutive except for one lane
    cases.back()[random.below(n)] = place(2 * n + random.below(n));
    cases.push_back(cases[0]);  // in reverse order
    std::reverse(cases.back().begin(), cases.back().end());
    cases.push_back(side_by_side(place(random.below(3 * n)), n, 0));  // one element for all lanes
    cases.push_back(side_by_side(other.data(), n, stride));           // members of larger structs
    lane_pointers shuffled, repeated, two_arrays;
    for (std::size_t const i : random.permutation(3 * n)) shuffled.push_back(place(i));
    shuffled.resize(n);
    for (std::size_t lane = 0; lane < n; ++lane) {
        repeated.push_back(place(random.below(n / 2 + 1)));
        two_arrays.push_back(random.coin() ? place(lane) : other.data() + (n + lane) * stride);
    }
    cases.insert(cases.end(), {shuffled, repeated, two_arrays});

    for (lane_pointers const& pointers : cases) {
        check_loads(c, pointers, random);
        check_stores(c, pointers, {whole(near), whole(other)}, random);
    }
    EXPECT_TRUE(near.guards_intact()) << c;
    EXPECT_TRUE(other.guards_intact()) << c;
}

void check_warp_of_tiles(collectives const& c, random_source& random)
{
    std::size_t const size = c.plan.element_bytes;
    guarded_bytes array(64 * size, random_skew(c, random));
    random.fill(array.data(), array.size());
    lane_pointers pointers;
    for (std::size_t const i : random.permutation(64)) pointers.push_back(array.data() + i * size);
    pointers.resize(32);
    check_whole_tiles(c, 32, random);
    check_loads(c, pointers, random);
    check_stores(c, pointers, {whole(array)}, random);
    EXPECT_TRUE(array.guards_intact()) << c;
}

void check_all(std::vector<collectives> const& types, std::size_t expected_types, char const* purpose)
{
    random_source random(purpose);
    ASSERT_EQ(expected_types, types.size());
    ASSERT_FALSE(types.empty());
    for (collectives const& c : types) {
        SCOPED_TRACE(testing::Message() << c);
        check_contiguous(c, random);
        check_ragged(c, random);
        check_anywhere(c, random);
        check_warp_of_tiles(c, random);
        if (testing::Test::HasFailure()) break;
    }
}

}  // namespace heddle_test
