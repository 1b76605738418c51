// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that transforms and scatters store a result by `element = result`: they call the element's operator=, and none
// of its constructors.

#include "emulated_blocks.hpp"

#include <heddle/algorithm/indexed.cuh>

#include <cstring>

namespace {

using namespace heddle_test;

//! Assigning a number to a tally adds the number to `sum`. Constructing a tally from a number sets all members.
template <class Number, unsigned Others>
struct tally {
    Number sum;
    unsigned char others[Others];

    tally() = default;
    tally(int value) : sum(static_cast<Number>(-value)), others{} {}
    tally& operator=(int value)
    {
        sum = static_cast<Number>(sum + value);
        return *this;
    }
};

//! Like tally, but numbers of any type can be assigned, and the constructor from a number is explicit.
template <unsigned Others>
struct generic_tally {
    std::int16_t sum;
    unsigned char others[Others];

    generic_tally() = default;
    explicit generic_tally(long) : sum(-1), others{} {}
    template <class Value, class = std::enable_if_t<std::is_arithmetic_v<Value>>>
    generic_tally& operator=(Value value)
    {
        sum = static_cast<std::int16_t>(sum + value);
        return *this;
    }
};

//! A result type that converts to float, the element type.
struct meters {
    float value;
    operator float() const { return value; }
};

template <class Element>
void expect_same(std::vector<Element> const& expected, guarded_array<Element> const& found)
{
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < expected.size(); ++k) {
        wrong += std::memcmp(&expected[k], &found[k], sizeof(Element)) != 0;
    }
    EXPECT_EQ(0u, wrong) << "of " << expected.size() << " elements of " << sizeof(Element) << " bytes";
    EXPECT_TRUE(found.guards_intact());
}

template <class Element, class Result>
void check(random_source& random)
{
    constexpr std::size_t capacity = heddle::detail::common_capacity<tile_threads, Element*, int*>();
    for (std::size_t const count : {std::size_t{1}, capacity - 1, 2 * capacity + 3}) {
        guarded_array<Element> out(count, random, count % 3 * alignof(Element));
        guarded_array<int> in(count, random);
        for (std::size_t k = 0; k < count; ++k) in[k] = static_cast<int>(k % 101);
        auto const make = [](int value) { return static_cast<Result>(value); };

        std::vector<Element> expected(out.data(), out.data() + count);
        for (std::size_t k = 0; k < count; ++k) expected[k] = make(in[k]);
        transform_tiles(count, make, out.data(), in.data());
        expect_same(expected, out);

        auto const is_chosen = [](int value) { return value % 3 == 0; };
        for (std::size_t k = 0; k < count; ++k) {
            if (is_chosen(in[k])) expected[k] = make(in[k]);
        }
        transform_tiles(count, heddle::detail::conditional<decltype(make), decltype(is_chosen)>{make, is_chosen},
                        out.data(), in.data());
        expect_same(expected, out);

        // Computes result k from out[k] and in[k], and assigns it to out[k].
        auto const next = [](Element const& element, int value) {
            return static_cast<Result>(element.sum % 7 + value);
        };
        for (std::size_t k = 0; k < count; ++k) expected[k] = next(expected[k], in[k]);
        transform_tiles(count, next, out.data(), out.data(), in.data());
        expect_same(expected, out);

        Result const value = make(77);
        for (std::size_t k = 0; k < count; ++k) expected[k] = value;
        transform_tiles(count, heddle::detail::constant<Result>{value}, out.data(), heddle::detail::counting{0});
        expect_same(expected, out);

        for (std::size_t k = 0; k < count; ++k) expected[k] = in[count - 1 - k];
        heddle::emulate_grid(count, [&](std::size_t k) {
            auto const place = static_cast<std::ptrdiff_t>(k), last = static_cast<std::ptrdiff_t>(count - 1);
            heddle::detail::move_element(heddle::detail::indexed_side(in.data()), place,
                                         heddle::detail::indexed_side(out.data()), last - place);
        });
        expect_same(expected, out);
    }
}

TEST(assigned_results, by_an_assignment_where_there_is_a_constructor_too)
{
    random_source random("elements that count");
    check<tally<unsigned char, 1>, int>(random);
    check<tally<short, 2>, int>(random);
    check<tally<int, 8>, int>(random);
    check<tally<int, 8>, short>(random);
    check<tally<std::int64_t, 24>, int>(random);
    check<tally<unsigned char, 32>, int>(random);
    check<tally<int, 124>, int>(random);
    // This element is too large to be staged.
    check<tally<int, 600>, int>(random);
}

TEST(assigned_results, by_an_assignment_where_construction_is_explicit)
{
    random_source random("elements that count any number");
    check<generic_tally<2>, int>(random);
    check<generic_tally<10>, float>(random);
    check<generic_tally<26>, int>(random);
}

TEST(assigned_results, of_numbers_and_conversions)
{
    random_source random("numbers of other kinds");
    constexpr std::size_t count = 3000;
    guarded_array<int> in(count, random), whole(count, random);
    guarded_array<float> part(count, random);
    for (std::size_t k = 0; k < count; ++k) in[k] = static_cast<int>(k);
    transform_tiles(
        count, [](int k) { return k * 0.75; }, whole.data(), in.data());
    transform_tiles(
        count, [](int k) { return meters{static_cast<float>(k) / 2}; }, part.data(), in.data());
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(static_cast<int>(static_cast<double>(k) * 0.75), whole[k]);
        ASSERT_EQ(static_cast<float>(k) / 2, part[k]);
    }
    EXPECT_TRUE(whole.guards_intact() && part.guards_intact());
}

}  // namespace
