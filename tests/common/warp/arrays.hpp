// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random operands, and the expected results of reductions.
#pragma once

#include "common/random.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_test {

//! Returns the sum of the first `count` values, from left to right. Requires: count > 0
template <class Operation, class Value>
Value sum_of(std::vector<Value> const& values, std::size_t count)
{
    Value sum = values[0];
    for (std::size_t i = 1; i < count; ++i) sum = Operation{}(sum, values[i]);
    return sum;
}

//! Returns random operands of an operation.
template <class Operation, class Value>
std::vector<Value> random_values(random_source& random, std::size_t count)
{
    std::vector<Value> values(count);
    random.fill(values.data(), count * sizeof(Value));
    for (Value& value : values) value = Operation::prepare(value);
    return values;
}

template <class Value>
bool same(Value const& a, Value const& b)
{
    return std::memcmp(&a, &b, sizeof(Value)) == 0;
}

}  // namespace heddle_test
