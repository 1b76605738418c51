// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that transforms and scatters store a result by `element = result`: they call the element's operator=, and none
// of its constructors.

#include "emulated_blocks.hpp"

#include <heddle/algorithm/indexed.cuh>

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

template <class Element, class Result>
void check(random_source& random)
{
    constexpr std::size_t capacity = heddle::detail::common_capacity<tile_threads, Element*, int*>();
    for (std::size_t const count : {std::size_t{1}, capacity - 1, 2 * capacity + 3}) {
        guarded_array<Element> out(count, random, count % 3 * alignof(Element));
        guarded_array<Element> expected(out);
        guarded_array<int> in(count, random);
        for (std::size_t k = 0; k < count; ++k) in[k] = static_cast<int>(k % 101);
        // Runs an algorithm that assigns result_of(k) to the elements for which is_assigned(k) is true.
        auto const check_run = [&](auto const& result_of, auto const& is_assigned, auto const& run) {
            for (std::size_t k = 0; k < count; ++k) {
                if (is_assigned(k)) expected[k] = result_of(k);
            }
            run();
            EXPECT_EQ(count, out.first_difference(expected)) << sizeof(Element) << " bytes";
            EXPECT_TRUE(out.guards_intact());
        };
        auto const all = [](std::size_t) { return true; };
        auto const make = [](int value) { return static_cast<Result>(value); };
        auto const make_at = [&](std::size_t k) { return make(in[k]); };
        auto const is_chosen = [](int value) { return value % 3 == 0; };
        auto const is_chosen_at = [&](std::size_t k) { return is_chosen(in[k]); };
        heddle::detail::conditional<decltype(make), decltype(is_chosen)> const make_chosen{make, is_chosen};
        // Computes result k from out[k] and in[k], and assigns it to out[k].
        auto const next = [](Element const& element, int value) {
            return static_cast<Result>(element.sum % 7 + value);
        };
        auto const next_at = [&](std::size_t k) { return next(expected[k], in[k]); };
        Result const value = make(77);

        check_run(make_at, all, [&] { transform_tiles(count, make, out.data(), in.data()); });
        check_run(make_at, is_chosen_at, [&] { transform_tiles(count, make_chosen, out.data(), in.data()); });
        check_run(next_at, all, [&] { transform_tiles(count, next, out.data(), out.data(), in.data()); });
        check_run([&](std::size_t) { return value; }, all,
                  [&] {
                      transform_tiles(count, heddle::detail::constant<Result>{value}, out.data(),
                                      heddle::detail::counting{0});
                  });
        check_run([&](std::size_t k) { return in[count - 1 - k]; }, all,
                  [&] {
                      heddle::emulate_grid(count, [&](std::size_t k) {
                          auto const place = static_cast<std::ptrdiff_t>(k),
                                     last = static_cast<std::ptrdiff_t>(count - 1);
                          heddle::detail::move_element(heddle::detail::indexed_side(in.data()), place,
                                                       heddle::detail::indexed_side(out.data()), last - place);
                      });
                  });
    }
}

TEST(assigned_results, by_an_assignment_where_there_are_constructors_too)
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
