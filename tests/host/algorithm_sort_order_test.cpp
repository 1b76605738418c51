// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which orders are those of a key's digits, and how a sort divides its temporary storage.

#include <heddle/algorithm/sort_order.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace {

using heddle::ascending;
using heddle::descending;
using heddle::detail::digits_t;
using heddle::detail::memory_pieces;
using heddle::detail::order_of;
using heddle::detail::sorts_digits;

enum class level : short { low, high };

struct vec {
    float x, y;
};

TEST(sort_order, of_numbers_is_that_of_their_digits)
{
    static_assert(sorts_digits<float, ascending> && sorts_digits<level, descending>);
    static_assert(sorts_digits<bool, ascending> && sorts_digits<wchar_t, ascending>);
    static_assert(!sorts_digits<vec, ascending> && !sorts_digits<long double, ascending>);
    static_assert(!sorts_digits<int, bool (*)(int, int)>);
    static_assert(std::is_same_v<digits_t<level>, std::int16_t>);
    static_assert(std::is_same_v<digits_t<char16_t>, std::uint16_t>);
    static_assert(std::is_same_v<digits_t<long long>, std::int64_t>);
    static_assert(std::is_same_v<digits_t<bool>, std::uint8_t>);
    static_assert(std::is_same_v<digits_t<double>, double>);
    SUCCEED();
}

TEST(sort_order, is_recognised_by_other_names)
{
    static_assert(std::is_same_v<decltype(order_of(std::less<>())), ascending>);
    static_assert(std::is_same_v<decltype(order_of(std::greater<float>())), descending>);
    auto const own = [](int a, int b) { return a % 8 < b % 8; };
    EXPECT_TRUE(order_of(own)(8, 1));
    EXPECT_TRUE(ascending()(1, 2));
    EXPECT_TRUE(descending()(2, 1));
    EXPECT_FALSE(descending()(2, 2));
}

TEST(memory_pieces, lie_side_by_side)
{
    memory_pieces counted(nullptr);
    EXPECT_EQ(nullptr, counted.take<int>(100));
    std::size_t const marked = counted.mark();
    EXPECT_EQ(nullptr, counted.take<char>(1));
    counted.release_to(marked);
    EXPECT_EQ(nullptr, counted.take<double>(100));
    EXPECT_EQ(512u + 1024u + 256u, counted.bytes());

    alignas(256) static std::byte memory[4096];
    for (std::size_t const start : {0, 1, 255}) {
        memory_pieces pieces(memory + start);
        auto* const first = pieces.take<int>(100);
        std::size_t const behind_first = pieces.mark();
        auto* const second = pieces.take<char>(1);
        pieces.release_to(behind_first);
        auto* const third = pieces.take<double>(100);
        EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(first) % 256);
        EXPECT_EQ(memory + (start == 0 ? 0 : 256), reinterpret_cast<std::byte*>(first));
        EXPECT_EQ(reinterpret_cast<std::byte*>(first) + 512, reinterpret_cast<std::byte*>(second));
        EXPECT_EQ(static_cast<void*>(second), static_cast<void*>(third));
        EXPECT_LE(reinterpret_cast<std::byte*>(third + 100), memory + start + pieces.bytes());
        EXPECT_EQ(counted.bytes(), pieces.bytes());
    }
}

}  // namespace
