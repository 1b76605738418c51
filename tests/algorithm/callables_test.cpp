// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that transforms and selections call their callables with elements, even if the iterator has proxy references.
// Checks that they read only the elements that they need.

#include "emulated_algorithms.hpp"
#include "emulated_tiles.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/algorithm/select.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace detail = heddle::detail;
using heddle_test::bytes;
using heddle_test::emulated_blocks;
using heddle_test::guarded_array;
using heddle_test::random_source;
using heddle_test::select_by;
using heddle_test::transform_tiles;

//! An iterator that computes values and counts the reads of each value.
struct watched {
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    using pointer = int const*;
    using reference = int;
    using iterator_category = std::random_access_iterator_tag;

    std::vector<unsigned>* asked;
    std::ptrdiff_t at = 0;

    watched operator+(std::ptrdiff_t n) const { return {asked, at + n}; }
    int operator*() const
    {
        ++(*asked)[static_cast<std::size_t>(at)];
        return static_cast<int>(at);
    }
};

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
    transform_tiles(count, chosen{{}, {}}, out.data(), static_cast<int const*>(stencil.data()), watched{&asked});
    expect_third(asked);
    transform_tiles(count, chosen{{}, {}}, out.data(), static_cast<int const*>(stencil.data()),
                    static_cast<bytes<12> const*>(in.data()), watched{&asked_of_two});
    expect_third(asked_of_two);

    // transform_if reads each element of the stencil once.
    asked.assign(count, 0);
    transform_tiles(count, chosen{{}, {}}, out.data(), watched{&asked_by_stencil}, watched{&asked});
    expect_third(asked);
    EXPECT_EQ(std::vector<unsigned>(count, 1), asked_by_stencil);

    // Without a stencil, the predicate reads the input.
    asked.assign(count, 0);
    transform_tiles(count, detail::conditional<make_bytes, is_third>{{}, {}}, out.data(), watched{&asked});
    EXPECT_EQ(std::vector<unsigned>(count, 1), asked);
    EXPECT_TRUE(out.guards_intact());
}

//! Returns true for ints that are multiples of 3. Returns false for other types, even if they convert to int. Changes its
//! state, and sets an int argument to 0.
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
    detail::stencil_marker<true, Stencil, Predicate> const marker{stencil, {}};
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
    check_stencil<detail::itself>(static_cast<int const*>(flags.data()));
    // The predicate changed a copy: the stencil is unchanged.
    for (std::size_t k = 0; k < stencil.size(); ++k) EXPECT_EQ(static_cast<int>(k), stencil[k]);
}

}  // namespace
