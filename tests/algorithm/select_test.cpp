// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests selections in emulated blocks, one block after the other: many element sizes, counts and misalignments, out of
// place and in place. Compares all bytes.

#include "emulated_blocks.hpp"

#include <common/algorithm_references.hpp>

#include <algorithm>
#include <numeric>

namespace {

using namespace heddle_test;
namespace detail = heddle::detail;
using detail::unselected;

template <class Element>
void expect(std::vector<Element> const& expected, guarded_array<Element> const& out)
{
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.data()));
    EXPECT_TRUE(out.guards_intact());
}

template <class Element>
void check_predicate(random_source& random, std::size_t count, std::size_t skew, is_below predicate)
{
    guarded_array<Element> in(count, random, skew);
    std::vector<Element> const before(in.begin(), in.end());
    std::vector<Element> wanted, others;
    std::partition_copy(before.begin(), before.end(), std::back_inserter(wanted), std::back_inserter(others),
                        predicate);
    Element const* const from = in.data();
    guarded_array<Element> out(wanted.size(), random, 7 * alignof(Element) % 128);
    guarded_array<Element> rest(others.size(), random, 3 * alignof(Element) % 128);
    detail::predicate_marker<detail::selected_if::holds, is_below> const marker{predicate};
    EXPECT_EQ(wanted.size(), select_by(emulated_blocks<8>(), from, count, out.data(), rest.data(), marker));
    expect(wanted, out);
    expect(others, rest);

    guarded_array<Element> alone(others.size(), random, skew);
    detail::predicate_marker<detail::selected_if::fails, is_below> const refusing{predicate};
    EXPECT_EQ(others.size(), select_by(emulated_blocks<32>(), from, count, alone.data(), detail::discard{}, refusing));
    expect(others, alone);
    expect(before, in);

    // Selects in place, and copies all other elements to a separate array.
    guarded_array<Element> aside(others.size(), random, skew);
    EXPECT_EQ(wanted.size(), select_by(emulated_blocks<8>(), in.data(), count, in.data(), aside.data(), marker));
    expect(others, aside);
    expect(wanted, in);
}

template <class Element>
void check_unique(random_source& random, std::size_t count, std::size_t skew)
{
    guarded_array<Element> in(count, random, skew);
    std::vector<Element> expected;
    std::unique_copy(in.begin(), in.end(), std::back_inserter(expected), same_half{});
    guarded_array<Element> out(expected.size(), random, 5 * alignof(Element) % 128);
    detail::unique_marker<same_half> const marker{};
    Element const* const from = in.data();
    EXPECT_EQ(expected.size(), select_by(emulated_blocks<16>(), from, count, out.data(), detail::discard{}, marker));
    expect(expected, out);
    EXPECT_EQ(expected.size(), select_by(emulated_blocks<8>(), in.data(), count, in.data(), detail::discard{}, marker));
    expect(expected, in);
}

template <class Element>
void check_element(random_source& random)
{
    for (std::size_t const start : {0u, 1u, 9u}) {
        for (std::size_t const count : {1u, 2u, 31u, 33u, 71u, 72u, 73u, 144u, 1000u, 3000u}) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << start << ", count " << count);
            std::size_t const skew = start * alignof(Element);
            for (unsigned const part : {0u, 3u, 128u, 253u, 256u}) {
                check_predicate<Element>(random, count, skew, is_below{part});
            }
            check_unique<Element>(random, count, skew);
        }
    }
}

template <class... Element>
void check_elements(random_source& random)
{
    (check_element<Element>(random), ...);
}

TEST(select, keeps_the_order_of_elements_of_any_size)
{
    random_source random("selections by emulated blocks");
    check_elements<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<28>, bytes<50>, bytes<64>,
                   bytes<132>, bytes<260>>(random);
}

TEST(select, has_tiles_of_whole_rows)
{
    static_assert(detail::select_capacity<bytes<1>, unselected::stored>() == 20480);
    static_assert(detail::select_capacity<bytes<13>, unselected::stored>() == 1568);
    static_assert(detail::select_capacity<bytes<28>, unselected::stored>() == 704);
    static_assert(detail::select_capacity<bytes<13>, unselected::discarded>() == 1568);
    static_assert(detail::select_capacity<bytes<28>, unselected::discarded>() == 1088);
    static_assert(detail::select_capacity<bytes<260>, unselected::discarded>() == 32);
    static_assert(detail::select_capacity<bytes<260>, unselected::stored>() == 32);
    static_assert(detail::select_capacity<bytes<1000, 8>, unselected::stored>() == 10);  // fewer than 32 elements
    // A thread keeps at most eight words.
    static_assert(detail::held_elements(1) == 8 && detail::held_elements(4) == 8 && detail::held_elements(5) == 4);
    static_assert(detail::held_elements(8) == 4 && detail::held_elements(16) == 2 && detail::held_elements(17) == 1);
    SUCCEED();
}

struct is_multiple {
    std::ptrdiff_t of;
    bool operator()(std::ptrdiff_t n) const { return n % of == 0; }
};

TEST(select, reads_and_writes_any_iterator)
{
    detail::predicate_marker<detail::selected_if::holds, is_multiple> const marker{{7}};
    std::vector<std::ptrdiff_t> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> out(143);
    std::vector<std::ptrdiff_t> same(143), others(1000 - 143);
    EXPECT_EQ(143u, select_by(emulated_blocks<8>(), numbers.begin(), 1000, out.begin(), detail::discard{}, marker));
    EXPECT_EQ(143u, select_by(emulated_blocks<8>(), numbers.begin(), 1000, same.data(), others.data(), marker));
    for (int i = 0; i < 143; ++i) {
        EXPECT_EQ(7 * i, out[i]);
        EXPECT_EQ(7 * i, same[i]);
    }
    EXPECT_EQ(1, others.front());
    EXPECT_EQ(999, others.back());
}

}  // namespace
