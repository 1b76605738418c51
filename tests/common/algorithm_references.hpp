// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Predicates for selections, keys of runs, and functions that compute the expected results of scans, for tests on a GPU
// and in emulated blocks.
#pragma once

#include "random.hpp"

#include <heddle/config.cuh>

#include <cstddef>
#include <numeric>
#include <vector>

namespace heddle_test {

//! Returns true for about `part` out of 256 random elements.
struct is_below {
    unsigned part;
    template <class Element>
    HEDDLE_HOST_DEVICE bool operator()(Element const& element) const
    {
        return element.value[sizeof(element.value) / 2] < part;
    }
};
struct same_half {
    template <class Element>
    HEDDLE_HOST_DEVICE bool operator()(Element const& a, Element const& b) const
    {
        return (a.value[0] < 128) == (b.value[0] < 128);
    }
};

struct same_run {
    HEDDLE_HOST_DEVICE bool operator()(unsigned a, unsigned b) const { return a / 16 == b / 16; }
};
//! Returns keys in runs of 1 to `longest` keys. Keys of a run are equal, but differ in their bits.
inline std::vector<unsigned> keys_of_runs(std::size_t count, std::size_t longest, random_source& random)
{
    std::vector<unsigned> keys(count);
    std::size_t left = 0;
    unsigned run = 0;
    for (unsigned& key : keys) {
        if (left == 0) {
            ++run;
            left = 1 + random.below(longest);
        }
        --left;
        key = run * 16 + static_cast<unsigned>(random.below(16));
    }
    return keys;
}

template <class Value, class Operation>
std::vector<Value> inclusive(Value const* first, std::size_t count, Operation operation)
{
    std::vector<Value> sums(count);
    std::partial_sum(first, first + count, sums.begin(), operation);
    return sums;
}

template <class Value, class Operation>
std::vector<Value> exclusive(Value const* first, std::size_t count, Value sum, Operation operation)
{
    std::vector<Value> sums(count);
    std::exclusive_scan(first, first + count, sums.begin(), sum, operation);
    return sums;
}

}  // namespace heddle_test
