// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which comparisons make a sort use the radix sort, and for which structs an unknown comparison makes it move
// indices. Also tests how a sort divides its temporary storage.

#include <heddle/algorithm/detail/sort_choice.hpp>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace {

using heddle::ascending;
using heddle::descending;
using heddle::detail::digits_t;
using heddle::detail::order_of;
using heddle::detail::sorts_digits;
using heddle::detail::temporary_storage;

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
    static_assert(std::is_same_v<decltype(order_of<int>(std::less<>())), ascending>);
    static_assert(std::is_same_v<decltype(order_of<float>(std::greater<float>())), descending>);
    static_assert(std::is_same_v<decltype(order_of<int>(std::less<int const>())), ascending>);
    static_assert(std::is_same_v<decltype(order_of<long long>(std::less<long>())), ascending>);
    auto const own = [](int a, int b) { return a % 8 < b % 8; };
    EXPECT_TRUE(order_of<int>(own)(8, 1));
    EXPECT_TRUE(ascending()(1, 2));
    EXPECT_TRUE(descending()(2, 1));
    EXPECT_FALSE(descending()(2, 2));
}

//! A number that converts to int, with an operator< that orders in reverse.
struct turned {
    int value;
    operator int() const { return value; }
    friend bool operator<(turned a, turned b) { return a.value > b.value; }
};

template <class Key, class Compare, class... Number>
void expect_as_compared(Compare const& compare, Number... number)
{
    auto const order = order_of<Key>(compare);
    static_assert(!sorts_digits<Key, std::remove_const_t<decltype(order)>>);
    for (Key const a : {Key{number}...}) {
        for (Key const b : {Key{number}...}) EXPECT_EQ(compare(a, b), order(a, b));
    }
}

TEST(sort_order, of_what_keys_are_converted_to_is_not_that_of_their_digits)
{
    expect_as_compared<int>(std::less<unsigned>(), -1, 0, 1);
    expect_as_compared<int>(std::greater<unsigned char>(), -1, 0, 255, 256);
    expect_as_compared<double>(std::less<float>(), 1.0, 1.0 + 1e-12, 2.0);
    expect_as_compared<float>(std::less<double>(), 1.0f, -0.0f, 0.0f);
    expect_as_compared<unsigned char>(std::less<bool>(), static_cast<unsigned char>(1), static_cast<unsigned char>(2));
    expect_as_compared<turned>(std::less<int>(), 1, 2);
    expect_as_compared<turned>(std::less<>(), 1, 2);
}

}  // namespace

namespace other {

enum class backwards { first, second };
bool operator<(backwards a, backwards b) { return static_cast<int>(a) > static_cast<int>(b); }

enum by_parity : unsigned char { zero, one, two };
struct holder {
    enum kind { small, large };
    friend bool operator>(kind a, kind b) { return static_cast<int>(a) % 2 > static_cast<int>(b) % 2; }
};
bool operator<(by_parity a, by_parity b) { return static_cast<unsigned>(a) % 2 < static_cast<unsigned>(b) % 2; }
bool operator>(by_parity a, by_parity b) { return b < a; }
enum plain { some, more };

}  // namespace other

namespace {

TEST(sort_order, of_enumerations_with_an_operator_of_their_own_is_that)
{
    EXPECT_FALSE((sorts_digits<other::backwards, ascending>));
    EXPECT_TRUE((sorts_digits<other::backwards, descending>));
    EXPECT_FALSE((sorts_digits<other::by_parity, ascending>));
    EXPECT_FALSE((sorts_digits<other::by_parity, descending>));
    EXPECT_TRUE((sorts_digits<other::holder::kind, ascending>));
    EXPECT_FALSE((sorts_digits<other::holder::kind, descending>));
    EXPECT_TRUE((sorts_digits<other::plain, ascending>));
    EXPECT_TRUE((sorts_digits<std::byte, descending>));
    EXPECT_TRUE(ascending()(other::backwards::second, other::backwards::first));
    EXPECT_TRUE(ascending()(other::two, other::one));
}

#if defined(__SIZEOF_INT128__)
__extension__ using int128 = __int128;

TEST(sort_order, of_numbers_without_a_radix_sort_is_compared)
{
    EXPECT_FALSE((sorts_digits<int128, ascending>));
    expect_as_compared<int128>(std::less<>(), 1, 2);
    expect_as_compared<int128>(std::less<long long>(), 1, 2, int128{1} << 64);
}
#endif

TEST(sort_choice, moves_tiles_of_structs_and_indices_of_large_structs)
{
    using heddle::detail::merges_indices;
    using heddle::detail::merges_tiles;
    for (std::size_t const bytes : {4, 12, 15}) EXPECT_FALSE(merges_tiles(bytes) || merges_indices(bytes)) << bytes;
    for (std::size_t const bytes : {16, 28, 64, 129, 256}) EXPECT_TRUE(merges_tiles(bytes)) << bytes;
    for (std::size_t const bytes : {16, 28, 64, 129, 256}) EXPECT_FALSE(merges_indices(bytes)) << bytes;
    for (std::size_t const bytes : {257, 260, 4096}) EXPECT_TRUE(merges_indices(bytes)) << bytes;
}

TEST(temporary_storage, lie_side_by_side)
{
    temporary_storage counted(nullptr);
    EXPECT_EQ(nullptr, counted.take<int>(100));
    std::size_t const marked = counted.mark();
    EXPECT_EQ(nullptr, counted.take<char>(1));
    counted.release_to(marked);
    EXPECT_EQ(nullptr, counted.take<double>(100));
    EXPECT_EQ(512u + 1024u + 256u, counted.bytes());

    alignas(256) static std::byte memory[4096];
    for (std::size_t const start : {0, 1, 255}) {
        temporary_storage pieces(memory + start);
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
