// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The random cases of the differential tests.
// Environment:
// HEDDLE_DIFFERENTIAL_CASES   cases of each subject; by default 60, or 4 with HEDDLE_TEST_SMALL
// HEDDLE_DIFFERENTIAL_SEED    the seed of the cases
// HEDDLE_DIFFERENTIAL_REPLAY  SEED:CASE, as a failure prints it: runs only this case of each subject
#pragma once

#include "differential_memory.cuh"

#include <common/random.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace heddle_test {

//! Whether out may be in, if their types are the same.
enum class aliasing { be_in, not_be_in };

//! A random case: the number, start and variety of the elements, and whether out is in.
struct differential_case {
    std::size_t count;
    std::size_t start, second_start, out_start;
    std::uint64_t seed;
    unsigned way_number;
    variety kind;
    bool in_place;
};

//! As random_source, but does not print its seed, since there are thousands of cases.
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
    std::size_t const few = random.below(4);
    std::size_t const tile = tiles[random.below(std::size(tiles))];
    switch (random.below(8)) {
        case 0:
            return few;
        case 1:
        case 2:
        case 3:
            return tile + few - 2;
        case 4:
            return tile * (1 + random.below(9)) + few - 2;
        case 5:
            return random.below(most);
        default:
            return random.below(3000);
    }
}

inline differential_case make_differential_case(std::uint64_t seed, std::uint64_t number, std::size_t most)
{
    case_random random(seed ^ mixed_bits(number));
    differential_case c{};
    c.count = random_count(random, most);
    c.start = random.below(32);
    c.second_start = random.below(32);
    c.out_start = random.below(32);
    c.seed = random.next();
    c.way_number = static_cast<unsigned>(random.below(60));
    c.kind = static_cast<variety>(random.below(3));
    c.in_place = random.below(3) == 0;
    return c;
}

struct differential_options {
    std::uint64_t seed = random_source::default_seed, first = 0, cases = usual_or_small(60, 4);

    differential_options()
    {
        if (char const* const text = std::getenv("HEDDLE_DIFFERENTIAL_SEED")) {
            seed = std::strtoull(text, nullptr, 10);
        }
        if (char const* const text = std::getenv("HEDDLE_DIFFERENTIAL_CASES")) {
            cases = std::strtoull(text, nullptr, 10);
        }
        if (char const* const replay = std::getenv("HEDDLE_DIFFERENTIAL_REPLAY")) {
            seed = std::strtoull(replay, nullptr, 10);
            char const* const colon = std::strchr(replay, ':');
            first = colon == nullptr ? 0 : std::strtoull(colon + 1, nullptr, 10);
            cases = 1;
        }
    }
};

}  // namespace heddle_test
