// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the scenarios. Each scenario loads or stores the elements of a group. Plain code gives the expected results.

#include "access_scenarios.hpp"
#include "common/memory_regions.hpp"

#include <common/guarded_array.hpp>
#include <common/lane_masks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

namespace heddle_test {

namespace {

using byte_string = std::vector<unsigned char>;
using values_of_lanes = std::vector<byte_string>;
using lane_pointers = std::vector<unsigned char*>;
using lane_mask = std::uint32_t;

struct memory_range {
    unsigned char* first;
    std::size_t size;
};

heddle::memory_traffic run(collectives const& c, std::size_t lanes,
                           std::function<void(heddle::detail::emulated_lane&)> const& body)
{
    return lanes == c.plan.lane_count ? c.run(body) : c.run_in_warp(body);
}

// Returns masks of no lane, one lane, some lanes, all lanes, and all lanes except the first.
std::vector<lane_mask> masks(std::size_t lanes, random_source& random)
{
    lane_mask const all = 0xffffffffu >> (32 - lanes);
    return {0,
            lane_mask{1} << random.below(lanes),
            random.next_word() & all,
            (random.next_word() | random.next_word()) & all,
            all,
            all & ~lane_mask{1}};
}

std::vector<byte_string> snapshot(std::vector<memory_range> const& memory)
{
    std::vector<byte_string> result;
    for (memory_range const& range : memory) {
        result.emplace_back(range.first, range.first + range.size);
    }
    return result;
}

// If several lanes store to the same address, each part of the element may come from any of these lanes. Sets their
// expected values to the value in memory, which one of the lanes must have stored.
void accept_any_of_repeated(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                            values_of_lanes& values)
{
    std::size_t const part = c.plan.part_bytes;
    for (std::size_t lane = 0; lane < pointers.size(); ++lane) {
        if (!contains(wanted, lane)) continue;
        for (std::size_t at = 0; at < c.plan.element_bytes; at += part) {
            unsigned char const* const found = pointers[lane] + at;
            bool known = false;
            for (std::size_t other = 0; other < pointers.size() && !known; ++other) {
                known = contains(wanted, other) && pointers[other] == pointers[lane] &&
                        std::memcmp(found, &values[other][at], part) == 0;
            }
            ASSERT_TRUE(known) << c << ": lane " << lane << ", byte " << at;
            std::memcpy(&values[lane][at], found, part);
        }
    }
}

void check_memory_after_store(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                              values_of_lanes values, std::vector<memory_range> const& memory,
                              std::vector<byte_string> const& before)
{
    accept_any_of_repeated(c, pointers, wanted, values);
    std::vector<byte_string> const after = snapshot(memory);
    for (std::size_t range = 0; range < memory.size(); ++range) {
        std::memcpy(memory[range].first, before[range].data(), memory[range].size);
    }
    for (std::size_t lane = 0; lane < pointers.size(); ++lane) {
        if (!contains(wanted, lane)) continue;
        std::memcpy(pointers[lane], values[lane].data(), c.plan.element_bytes);
    }
    EXPECT_EQ(snapshot(memory), after) << c << ", lanes " << std::hex << wanted;
}

//! Checks the traffic of all groups, whose lanes in `wanted` access the element at their pointer.
void check_traffic(collectives const& c, lane_pointers const& pointers, lane_mask wanted, access_kind kind,
                   heddle::memory_traffic const& counted, bool contiguous = false)
{
    traffic_bounds bounds;
    heddle::detail::plan const& p = c.plan;
    for (std::size_t tile = 0; tile < pointers.size(); tile += p.lane_count) {
        group_elements elements{{}, 0, true, contiguous, c.elements_of_scratch};
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            elements.addresses[lane] = reinterpret_cast<std::uintptr_t>(pointers[tile + lane]);
            if (contains(wanted, tile + lane)) elements.wanted |= 1u << lane;
        }
        bounds += bounds_of(p, elements, kind);
    }
    bool const loads = kind == access_kind::load;
    expect_within(bounds, loads ? counted.loads : counted.stores);
    EXPECT_EQ(transaction_count(), loads ? counted.stores : counted.loads);
    if (testing::Test::HasFailure()) ADD_FAILURE() << c << ", lanes " << std::hex << wanted;
}

// Checks a load or a store by the lanes in `wanted`. All other bytes of `memory` must keep their values.
void check_access(collectives const& c, operation what, lane_pointers const& pointers, lane_mask wanted,
                  std::vector<memory_range> const& memory, random_source& random)
{
    bool const loads = what == operation::load || what == operation::load_if;
    std::size_t const lanes = pointers.size();
    values_of_lanes values(lanes, byte_string(c.plan.element_bytes));
    for (byte_string& value : values) random.fill(value.data(), value.size());
    values_of_lanes expected = values;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (loads && contains(wanted, lane))
            expected[lane].assign(pointers[lane], pointers[lane] + c.plan.element_bytes);
    }
    std::vector<byte_string> const before = loads ? std::vector<byte_string>() : snapshot(memory);
    // Other lanes receive pointers that must not be dereferenced.
    lane_pointers given = pointers;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (contains(wanted, lane)) continue;
        given[lane] = reinterpret_cast<unsigned char*>(random.coin() ? std::uintptr_t{0} : random.next());
    }
    auto const traffic = run(c, lanes, [&](heddle::detail::emulated_lane& lane) {
        unsigned const rank = lane.rank();
        c.call(what, lane, given[rank], contains(wanted, rank), values[rank].data());
    });
    EXPECT_EQ(expected, values) << c << ", lanes " << std::hex << wanted;
    if (!loads) check_memory_after_store(c, pointers, wanted, values, memory, before);
    check_traffic(c, pointers, wanted, loads ? access_kind::load : access_kind::store, traffic);
}

// Checks load, store, and load_if and store_if with several masks. Other bytes of `memory` must not change.
void check_accesses(collectives const& c, lane_pointers const& pointers, std::vector<memory_range> const& memory,
                    random_source& random)
{
    for (operation const what : {operation::load, operation::store}) {
        check_access(c, what, pointers, ~lane_mask{0}, memory, random);
    }
    for (operation const what : {operation::load_if, operation::store_if}) {
        for (lane_mask const mask : masks(pointers.size(), random)) {
            check_access(c, what, pointers, mask, memory, random);
        }
    }
}

memory_range whole(guarded_bytes& bytes) { return {bytes.whole(), bytes.whole_size()}; }

// Returns a random offset from a 256-byte boundary. There, an array is only aligned as its elements require.
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

// Checks loads and stores of `count` consecutive elements by one group, or by all groups of a warp. Checks the values,
// and that the other bytes of `memory` do not change.
void check_consecutive(collectives const& c, std::size_t lanes, operation load, operation store, unsigned char* first,
                       std::size_t count, memory_range memory, random_source& random)
{
    std::size_t const size = c.plan.element_bytes, n = c.plan.lane_count;
    std::size_t const real = lanes - n + std::min(count, n);
    lane_mask const wanted = real == 0 ? 0 : 0xffffffffu >> (32 - real);
    auto const check = [&](access_kind kind, heddle::memory_traffic const& counted) {
        check_traffic(c, side_by_side(first, lanes, size), wanted, kind, counted, true);
    };
    std::vector<unsigned char> values(lanes * size, 0xee), wanted_values(lanes * size, 0);
    auto const call = [&](operation what) {
        return run(c, lanes, [&](heddle::detail::emulated_lane& lane) {
            unsigned const rank = lane.rank();
            c.call(what, lane, first + rank / n * n * size, count, &values[rank * size]);
        });
    };
    std::copy_n(first, real * size, wanted_values.begin());
    check(access_kind::load, call(load));
    EXPECT_EQ(wanted_values, values) << c << ", count " << count;

    random.fill(values.data(), values.size());
    std::vector<unsigned char> image(memory.first, memory.first + memory.size);
    std::copy_n(values.begin(), real * size, image.begin() + (first - memory.first));
    check(access_kind::store, call(store));
    EXPECT_TRUE(std::equal(image.begin(), image.end(), memory.first)) << c << ", count " << count;
}

void check_whole_tiles(collectives const& c, std::size_t lanes, random_source& random)
{
    guarded_bytes array(lanes * c.plan.element_bytes, random_skew(c, random));
    random.fill(array.data(), array.size());
    check_consecutive(c, lanes, operation::load_contiguous, operation::store_contiguous, array.data(),
                      c.plan.lane_count, whole(array), random);
}

//! Checks loads and stores of every number of elements. The last element ends where accessible memory ends.
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

//! Checks load, store, load_if and store_if for elements in any order, in several arrays, and at equal addresses.
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
    cases.push_back(cases[0]);  // consecutive, except for the element of one lane
    cases.back()[random.below(n)] = place(2 * n + random.below(n));
    cases.push_back(cases[0]);  // in reverse order
    std::reverse(cases.back().begin(), cases.back().end());
    cases.push_back(side_by_side(place(random.below(3 * n)), n, 0));  // all lanes access one element
    cases.push_back(side_by_side(other.data(), n, stride));           // members of an array of larger structs
    lane_pointers shuffled, repeated, two_arrays;
    for (std::size_t const i : random.permutation(3 * n)) shuffled.push_back(place(i));
    shuffled.resize(n);
    for (std::size_t lane = 0; lane < n; ++lane) {
        repeated.push_back(place(random.below(n / 2 + 1)));
        two_arrays.push_back(random.coin() ? place(lane) : other.data() + (n + lane) * stride);
    }
    cases.insert(cases.end(), {shuffled, repeated, two_arrays});

    for (lane_pointers const& pointers : cases) {
        check_accesses(c, pointers, {whole(near), whole(other)}, random);
    }
    EXPECT_TRUE(near.guards_intact()) << c;
    EXPECT_TRUE(other.guards_intact()) << c;
}

//! Checks all groups of a warp at the same time. Each group accesses its own elements.
void check_warp_of_tiles(collectives const& c, random_source& random)
{
    std::size_t const size = c.plan.element_bytes;
    guarded_bytes array(64 * size, random_skew(c, random));
    random.fill(array.data(), array.size());
    lane_pointers pointers;
    for (std::size_t const i : random.permutation(64)) pointers.push_back(array.data() + i * size);
    pointers.resize(32);
    check_whole_tiles(c, 32, random);
    check_accesses(c, pointers, {whole(array)}, random);
    EXPECT_TRUE(array.guards_intact()) << c;
}

}  // namespace

void check_all(std::vector<collectives> const& types, char const* purpose)
{
    random_source random(purpose);
    ASSERT_FALSE(types.empty());
    for (collectives const& c : types) {
        SCOPED_TRACE(testing::Message() << c);
        check_whole_tiles(c, c.plan.lane_count, random);
        check_ragged(c, random);
        check_anywhere(c, random);
        check_warp_of_tiles(c, random);
        if (testing::Test::HasFailure()) break;
    }
}

}  // namespace heddle_test
