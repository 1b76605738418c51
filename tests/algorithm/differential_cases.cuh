// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of the differential tests. Each subject (differential.cuh) is tested in 60 cases, or in 4 with
// HEDDLE_TEST_SMALL. case_options.hpp explains the variables HEDDLE_DIFFERENTIAL_CASES, _SEED and _REPLAY.
#pragma once

#include "differential_memory.cuh"

#include <common/case_options.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace heddle_test {

//! Permits cases in which `out` and `in` are the same array. Only arrays of the same element type can be the same.
enum class aliasing { be_in, not_be_in };

//! One case. Starts are in elements. If every_way is false, the case runs in a single way, which way_number selects.
struct differential_case {
    std::uint64_t number;
    std::size_t count;
    std::size_t start, second_start, out_start;
    std::uint64_t seed;
    unsigned way_number;
    variety kind;
    bool in_place;
    bool every_way;
};

//! A random generator. Unlike random_source, it does not print its seed, because there are thousands of cases.
class case_random {
public:
    explicit case_random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return state_ = mixed_bits(state_); }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() >> 11) % bound; }

private:
    std::uint64_t state_;
};

inline std::size_t random_count(case_random& random, std::size_t most)
{
    constexpr std::size_t tiles[] = {32, 64, 96, 128, 192, 256, 384, 512, 1024, 1792, 2048, 4096};
    std::size_t const few = random.below(4), tile = tiles[random.below(std::size(tiles))], times = 1 + random.below(9);
    std::size_t const near = tile + few - 2;
    std::size_t const counts[] = {
        few, near, near, near, tile * times + few - 2, random.below(most), random.below(3000), random.below(3000)};
    return counts[random.below(std::size(counts))];
}

//! Returns case `number` of a seed. The first 18 cases run in every way: each of 9 element counts occurs with start 0
//! and with start 1. All other cases are random.
inline differential_case make_differential_case(std::uint64_t seed, std::uint64_t number, std::size_t most)
{
    std::size_t const counts[] = {usual_or_small(100'003, 30'011), 257, 33, 0, 1, 31, 32, 255, 256};
    case_random random(seed ^ mixed_bits(number));
    differential_case c{};
    c.number = number;
    c.count = random_count(random, most);
    c.start = random.below(32);
    c.second_start = random.below(32);
    c.out_start = random.below(32);
    c.seed = random.next();
    c.way_number = static_cast<unsigned>(random.below(60));
    c.kind = static_cast<variety>(random.below(3));
    c.in_place = random.below(3) == 0;
    c.every_way = number < 2 * std::size(counts);
    if (c.every_way) {
        c.count = counts[number % std::size(counts)];
        c.start = c.second_start = c.out_start = number % 2;
    }
    return c;
}

inline case_options differential_options() { return {"HEDDLE_DIFFERENTIAL", usual_or_small(60, 4)}; }

inline std::vector<differential_case> random_cases()
{
    constexpr std::size_t most = 150'000;
    case_options const options = differential_options();
    std::vector<differential_case> cases;
    for (std::uint64_t i = options.first; i < options.first + options.cases; ++i) {
        cases.push_back(make_differential_case(options.seed, i, most));
    }
    return cases;
}

//! Returns one case of 2^26 elements, or 2^20 with HEDDLE_TEST_SMALL. 2^26 elements of 64 bytes are 4 GiB.
inline std::vector<differential_case> large_cases()
{
    differential_case c{};
    c.count = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    c.start = c.second_start = c.out_start = 1;
    c.every_way = true;
    return {c};
}

}  // namespace heddle_test
