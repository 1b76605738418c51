// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests transform, read-only for_each, gather and scatter in emulated blocks, one tile after the other. Covers many
// element sizes, counts and misalignments, in-place calls, and iterators that are not staged. Callables must get
// elements, even if the iterator has proxy references. Only the necessary elements may be read. partial_writes_test.cpp
// tests transform_if, and for_each with a function that changes elements.

#include "emulated_blocks.hpp"

#include <heddle/algorithm/indexed.cuh>
#include <heddle/coalesced_ptr.cuh>

#include <iterator>

namespace {

namespace detail = heddle::detail;
using namespace heddle_test;

template <class Element>
void check_place(random_source& random, std::size_t count, std::size_t skew)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, " << count << " elements, " << skew
                                    << " bytes behind a line");
    guarded_array<Element> in(count, random, skew), out(count, random);
    guarded_array<unsigned> numbers(count, random);
    std::vector<Element> const before(in.data(), in.data() + count);

    transform_tiles(
        count, [](Element const& e) { return flipped(e); }, out.data(), in.data());
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(flipped(before[k]), out[k]) << k;

    auto const numbered = [](Element e, std::ptrdiff_t k) {
        e.value[0] = static_cast<unsigned char>(k);
        return e;
    };
    transform_tiles(count, numbered, in.data(), in.data(), detail::counting{3});
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(numbered(before[k], static_cast<std::ptrdiff_t>(k) + 3), in[k]) << k;
    }

    transform_tiles(
        count, [](Element const& e) { return unsigned{e.value[0]} + 1; }, numbers.data(), in.data());
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(in[k].value[0] + 1u, numbers[k]) << k;

    std::size_t seen = 0, sum = 0, expected_sum = 0;
    for_each_in_tiles(
        count,
        [&](auto& e) {
            ++seen;
            sum += e.value[sizeof(Element) - 1];
        },
        static_cast<Element const*>(out.data()));
    for (std::size_t k = 0; k < count; ++k) expected_sum += out[k].value[sizeof(Element) - 1];
    EXPECT_EQ(count, seen);
    EXPECT_EQ(expected_sum, sum);
    EXPECT_TRUE(in.guards_intact() && out.guards_intact() && numbers.guards_intact());
}

template <class Element>
void check(random_source& random)
{
    constexpr std::size_t capacity = detail::common_capacity<tile_threads, Element*>();
    for (std::size_t const count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{33}, capacity - 1,
                                    capacity, capacity + 1, 2 * capacity + 5}) {
        for (std::size_t const shift : {0, 1, 5}) check_place<Element>(random, count, shift * alignof(Element));
    }
}

template <class... Element>
void check_all(random_source& random)
{
    (check<Element>(random), ...);
}

TEST(transform, of_every_kind_of_element)
{
    random_source random("transforms by emulated blocks");
    check_all<bytes<1>, bytes<5>, bytes<8, 1>, bytes<12>, bytes<13>, bytes<28, 2>, bytes<64, 4>, bytes<132>>(random);
    // These elements are not staged.
    check<bytes<600>>(random);
}

template <class Element>
void check_indexed(random_source& random)
{
    for (std::size_t const count : {1u, 31u, 32u, 33u, 200u}) {
        SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, count " << count);
        guarded_array<Element> const in(count, random, alignof(Element));
        guarded_array<Element> gathered(count, random, 3 * alignof(Element));
        guarded_array<Element> scattered(count, random);
        std::vector<std::size_t> const map = random.permutation(count);
        auto const from = detail::indexed_side(in.data());
        heddle::emulate_grid(count, [&](std::size_t k) {
            auto const place = static_cast<std::ptrdiff_t>(k);
            auto const mapped = static_cast<std::ptrdiff_t>(map[k]);
            detail::move_element(from, mapped, detail::indexed_side(gathered.data()), place);
            detail::move_element(from, place, detail::indexed_side(scattered.data()), mapped);
        });
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_TRUE(gathered[k] == in[map[k]]) << k;
            EXPECT_TRUE(scattered[map[k]] == in[k]) << k;
        }
        EXPECT_TRUE(gathered.guards_intact() && scattered.guards_intact());
    }
}

TEST(indexed, moves_structs_of_many_sizes)
{
    random_source random("gather and scatter, emulated");
    check_indexed<bytes<1>>(random);
    check_indexed<bytes<4>>(random);
    check_indexed<bytes<12>>(random);
    check_indexed<bytes<28>>(random);
    check_indexed<bytes<50>>(random);
    check_indexed<bytes<64, 4>>(random);
    check_indexed<bytes<600>>(random);
}

// Checks that any iterator works, even one with proxy references.
TEST(indexed, takes_other_iterators)
{
    std::vector<bool> const bits{true, false, true, true};
    std::vector<int> numbers(4, 7);
    auto const from = detail::indexed_side(bits.begin());
    auto const to = detail::indexed_side(numbers.begin());
    for (std::ptrdiff_t k = 0; k < 4; ++k) detail::move_element(from, k, to, 3 - k);
    EXPECT_EQ((std::vector<int>{1, 1, 0, 1}), numbers);
}

//! An iterator whose element k is k. Counts the reads of each element.
auto watched(std::vector<unsigned>& reads)
{
    return computed{[&](std::ptrdiff_t k) {
        ++reads[static_cast<std::size_t>(k)];
        return static_cast<int>(k);
    }};
}

struct is_third {
    bool operator()(int n) const { return n % 3 == 0; }
};
struct make_bytes {
    bytes<12> operator()(int n) const
    {
        bytes<12> value{};
        value.value[0] = static_cast<unsigned char>(n);
        return value;
    }
    template <class Element>
    Element operator()(Element value, int n) const
    {
        value.value[0] = static_cast<unsigned char>(n);
        return value;
    }
};

using chosen = detail::conditional<detail::of_rest<make_bytes>, detail::of_first<is_third>>;

TEST(callables, transform_if_dereferences_what_its_stencil_has_chosen)
{
    constexpr std::size_t count = 1003;
    random_source random("inputs that are watched");
    guarded_array<int> stencil(count, random);
    guarded_array<bytes<12>> out(count, random), in(count, random);
    for (std::size_t k = 0; k < count; ++k) stencil[k] = static_cast<int>(k);
    auto const expect_third = [&](std::vector<unsigned> const& asked) {
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) wrong += asked[k] != (k % 3 == 0);
        EXPECT_EQ(0u, wrong);
        for (std::size_t k = 0; k < count; k += 3) {
            EXPECT_EQ(static_cast<unsigned char>(k), out[k].value[0]);
        }
    };
    std::vector<unsigned> asked(count), asked_of_two(count), asked_by_stencil(count);
    transform_tiles(count, chosen{{}, {}}, out.data(), static_cast<int const*>(stencil.data()), watched(asked));
    expect_third(asked);
    transform_tiles(count, chosen{{}, {}}, out.data(), static_cast<int const*>(stencil.data()),
                    static_cast<bytes<12> const*>(in.data()), watched(asked_of_two));
    expect_third(asked_of_two);

    // transform_if reads each element of the stencil exactly once.
    asked.assign(count, 0);
    transform_tiles(count, chosen{{}, {}}, out.data(), watched(asked_by_stencil), watched(asked));
    expect_third(asked);
    EXPECT_EQ(std::vector<unsigned>(count, 1), asked_by_stencil);

    // Without a stencil, the predicate reads the input.
    asked.assign(count, 0);
    transform_tiles(count, detail::conditional<make_bytes, is_third>{{}, {}}, out.data(), watched(asked));
    EXPECT_EQ(std::vector<unsigned>(count, 1), asked);
    EXPECT_TRUE(out.guards_intact());
}

//! Sets an argument of type int to 0, and returns whether it was a multiple of 3. Returns false for any other type,
//! even if it converts to int. Counts its calls, so operator() is not const.
struct is_third_int {
    unsigned calls = 0;
    template <class Value>
    bool operator()(Value& value)
    {
        ++calls;
        if constexpr (std::is_same_v<Value, int>) return std::exchange(value, 0) % 3 == 0;
        return false;
    }
};

template <class Predicate, class Stencil>
void check_stencil(Stencil stencil)
{
    using element = bytes<28>;
    constexpr std::size_t count = 1000;
    random_source random("selections by a stencil of proxies");
    guarded_array<element> in(count, random), out(count, random);
    detail::stencil_marker<detail::selected_if::holds, Stencil, Predicate> const marker{stencil, {}};
    std::size_t const selected = select_by(emulated_blocks<8>(), static_cast<element const*>(in.data()), count,
                                           out.data(), detail::discard{}, marker);
    ASSERT_EQ((count + 2) / 3, selected);
    for (std::size_t k = 0; k < selected; ++k) EXPECT_TRUE(in[3 * k] == out[k]) << k;
}

TEST(callables, predicates_of_stencils_are_given_values)
{
    std::vector<int> stencil(1000);
    for (std::size_t k = 0; k < stencil.size(); ++k) stencil[k] = static_cast<int>(k);
    check_stencil<is_third_int>(heddle::make_coalesced(stencil.data()));
    check_stencil<is_third_int>(static_cast<int const*>(stencil.data()));
    check_stencil<is_third_int>(static_cast<int*>(stencil.data()));
    std::vector<int> flags(1000);
    for (std::size_t k = 0; k < flags.size(); ++k) flags[k] = k % 3 == 0 ? 2 : 0;
    check_stencil<detail::identity>(static_cast<int const*>(flags.data()));
    // The predicate has changed only a copy, so the stencil is unchanged.
    for (std::size_t k = 0; k < stencil.size(); ++k) EXPECT_EQ(static_cast<int>(k), stencil[k]);
}

}  // namespace
