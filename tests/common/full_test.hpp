// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the tests to compile. With HEDDLE_TEST_EVERY_SIZE, all tests are compiled. Otherwise, only representative
// sizes and types are compiled. Tests of FULL_TEST_F and FULL_TEST_P are then listed as skipped, because their bodies
// are templates that are never instantiated. docs/tests.md names the tests that cover the other sizes.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#if !defined(HEDDLE_TEST_EVERY_SIZE)
#    define HEDDLE_TEST_EVERY_SIZE 1
#endif

namespace heddle_test {

inline constexpr bool full = HEDDLE_TEST_EVERY_SIZE;

//! Is Full if all tests are compiled, and Representative otherwise.
template <class Full, class Representative>
using full_or = std::conditional_t<full, Full, Representative>;

//! Returns whether tests use this size (1 to 256 bytes) to represent all sizes with the same kind of plan.
//! representative_sizes_test.cpp tests that every size is represented.
constexpr bool is_representative(std::size_t size)
{
    constexpr unsigned char others[] = {22, 23, 24, 26,  27,  28,  31,  32,  33,  35,  36,  38,  39,  40, 43,
                                        44, 47, 48, 49,  50,  53,  54,  55,  59,  52,  56,  63,  64,  73, 74,
                                        75, 79, 80, 100, 127, 128, 129, 144, 192, 240, 247, 248, 252, 255};
    if (size <= 20 || size == 256) return true;
    for (std::size_t const other : others) {
        if (size == other) return true;
    }
    return false;
}

namespace detail {

template <std::size_t... A, std::size_t... B>
std::index_sequence<A..., B...> joined(std::index_sequence<A...>, std::index_sequence<B...>);

template <std::size_t First, std::size_t Count>
constexpr auto sizes_from()
{
    if constexpr (Count == 0) {
        return std::index_sequence<>();
    } else if constexpr (Count == 1) {
        if constexpr (full || is_representative(First)) {
            return std::index_sequence<First>();
        } else {
            return std::index_sequence<>();
        }
    } else {
        return decltype(joined(sizes_from<First, Count / 2>(), sizes_from<First + Count / 2, Count - Count / 2>()))();
    }
}

}  // namespace detail

//! An index_sequence of those sizes from First to Last for which tests are compiled.
template <std::size_t First, std::size_t Last>
using sizes = decltype(detail::sizes_from<First, Last - First + 1>());

}  // namespace heddle_test

#if HEDDLE_TEST_EVERY_SIZE
#    define FULL_TEST_F(suite, name) TEST_F(suite, name)
#    define FULL_TEST_P(suite, name) TEST_P(suite, name)
#else
#    define FULL_TEST_F(suite, name) HEDDLE_TEST_LEFT_OUT(TEST_F, suite, name)
#    define FULL_TEST_P(suite, name) HEDDLE_TEST_LEFT_OUT(TEST_P, suite, name)
#    define HEDDLE_TEST_LEFT_OUT(kind, suite, name)                                        \
        kind(suite, name) { GTEST_SKIP() << "compiled with HEDDLE_TEST_EVERY_SIZE only"; } \
        class suite##_##name##_left_out : public suite {                                   \
            void TestBody() override {}                                                    \
            template <class>                                                               \
            void body();                                                                   \
        };                                                                                 \
        template <class>                                                                   \
        void suite##_##name##_left_out::body()
#endif
