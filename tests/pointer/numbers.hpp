// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines a struct of seven numbers with all assignment operators.
#pragma once

#include <cstddef>
#include <ostream>
#include <vector>

namespace heddle_test {

struct numbers {
    static constexpr std::size_t size = 7;
    unsigned part[size];

    static numbers from(std::size_t seed)
    {
        numbers result;
        for (std::size_t i = 0; i < size; ++i) {
            result.part[i] = static_cast<unsigned>(seed * 1000 + 10 * i + 1);
        }
        return result;
    }

#define HEDDLE_TEST_DEFINE_OPERATOR(op)                                  \
    numbers& operator op(numbers const& right)                           \
    {                                                                    \
        for (std::size_t i = 0; i < size; ++i) part[i] op right.part[i]; \
        return *this;                                                    \
    }                                                                    \
    numbers& operator op(unsigned right)                                 \
    {                                                                    \
        for (std::size_t i = 0; i < size; ++i) part[i] op right;         \
        return *this;                                                    \
    }
    HEDDLE_TEST_DEFINE_OPERATOR(+=)
    HEDDLE_TEST_DEFINE_OPERATOR(-=)
    HEDDLE_TEST_DEFINE_OPERATOR(*=)
    HEDDLE_TEST_DEFINE_OPERATOR(/=)
    HEDDLE_TEST_DEFINE_OPERATOR(%=)
    HEDDLE_TEST_DEFINE_OPERATOR(&=)
    HEDDLE_TEST_DEFINE_OPERATOR(|=)
    HEDDLE_TEST_DEFINE_OPERATOR(^=)
    HEDDLE_TEST_DEFINE_OPERATOR(<<=)
    HEDDLE_TEST_DEFINE_OPERATOR(>>=)
#undef HEDDLE_TEST_DEFINE_OPERATOR

    numbers& operator++() { return *this += 1; }
    numbers& operator--() { return *this -= 1; }

    friend bool operator==(numbers const& a, numbers const& b)
    {
        for (std::size_t i = 0; i < size; ++i) {
            if (a.part[i] != b.part[i]) return false;
        }
        return true;
    }
    friend bool operator<(numbers const& a, numbers const& b) { return a.part[0] < b.part[0]; }
    friend std::ostream& operator<<(std::ostream& out, numbers const& n)
    {
        return out << n.part[0] << " … " << n.part[size - 1];
    }
};

//! Returns the `count` elements numbers::from(first), numbers::from(first + 1), ….
inline std::vector<numbers> numbered(std::size_t first, std::size_t count)
{
    std::vector<numbers> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(numbers::from(first + i));
    return result;
}

}  // namespace heddle_test
