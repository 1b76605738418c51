// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests references to elements of many types. The elements are copied, gathered and scattered in all ways of
// ways_to_run.hpp.

#include "ways_to_run.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace {

using heddle::coalesced_ptr;
using namespace heddle_test;

constexpr std::size_t count = 70;

enum class colour : std::int16_t { none = -1 };
struct empty {};
struct constants {
    constants(long n, double x) : number(n), values{x, -x} {}
    long const number;
    double const values[2];
};
struct stubborn {
    explicit stubborn(std::size_t n) : part{char(n), char(n + 1), char(n + 2)} {}
    char part[51];
};
struct with_arrays {
    std::uint16_t ids[4];
    float weights[2][2];
};
template <std::size_t Size, std::size_t Alignment>
struct alignas(Alignment) aligned_struct {
    unsigned part[Size / 4];
};
#pragma pack(push, 1)
struct packed {
    char kind;
    float x, y, z;
};
#pragma pack(pop)
static_assert(sizeof(packed) == 13);
__extension__ typedef __int128 int128;

// Returns whether two elements are equal. Compares bytes, because the elements need no comparison operator. No type has
// padding except the empty type and long double.
template <class T>
bool same([[maybe_unused]] T const& a, [[maybe_unused]] T const& b)
{
    if constexpr (std::is_arithmetic_v<T>) return a == b;
    return std::is_empty_v<T> || std::memcmp(static_cast<void const*>(&a), &b, sizeof(T)) == 0;
}

template <class T>
class coalesced_ref_types : public testing::Test {
};

using all_types =
    testing::Types<bool, char, std::uint8_t, short, int, unsigned, long, float, double, long double, int128, colour,
                   int*, std::complex<float>, std::complex<double>, empty, constants, stubborn, with_arrays, packed,
                   std::array<float, 5>, aligned_struct<32, 32>, aligned_struct<96, 32>, aligned_struct<64, 64>,
                   aligned_struct<192, 64>, aligned_struct<128, 128>, aligned_struct<256, 128>, aligned_struct<20, 4>,
                   aligned_struct<300, 4>>;
TYPED_TEST_SUITE(coalesced_ref_types, all_types, );

TYPED_TEST(coalesced_ref_types, are_moved_in_every_way)
{
    using element = TypeParam;
    random_source random("types");
    auto const permuted = random.permutation(count);
    for (way const w : {way::host, way::warps, way::diverged, way::one_by_one}) {
        SCOPED_TRACE(testing::Message() << "way: " << w);
        guarded_array<element> from(count, random), to(3 * count, random);
        // Random bytes may not be a valid number, so numbers are assigned.
        if constexpr (std::is_arithmetic_v<element>) {
            for (std::size_t i = 0; i < count; ++i) from[i] = static_cast<element>(sizeof(element) == 1 ? i % 2 : i);
        }
        guarded_array<element> const before(from);
        coalesced_ptr<element> const p(to.data());
        coalesced_ptr<element const> const q(from.data());
        heddle_test::run(w, count, [&](std::size_t i) {
            p[i] = q[i];
            p[count + i] = q[permuted[i]];
            p[2 * count + permuted[i]] = static_cast<element>(q[i]);
        });
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_TRUE(same(before[i], to[i])) << i;
            EXPECT_TRUE(same(before[permuted[i]], to[count + i])) << i;
            EXPECT_TRUE(same(before[i], to[2 * count + permuted[i]])) << i;
            EXPECT_TRUE(same(before[i], from[i])) << i;
        }
        EXPECT_TRUE(from.guards_intact());
        EXPECT_TRUE(to.guards_intact());
    }
}

TEST(coalesced_ref, of_bool_is_a_condition)
{
    bool const flags[] = {true, false};
    coalesced_ptr<bool const> const p(flags);
    EXPECT_TRUE(p[0] && !p[1]);
    EXPECT_EQ(3, p[0] ? 3 : 4);
    if (p[1]) ADD_FAILURE();
}

// The reference type has the type traits of T&.
using element = bytes<28, 4>;
using reference = coalesced_ptr<element>::reference;
using const_reference = coalesced_ptr<element const>::reference;
static_assert(std::is_lvalue_reference_v<reference> && std::is_lvalue_reference_v<const_reference>);
static_assert(std::is_convertible_v<reference, element> && std::is_convertible_v<const_reference, element>);
static_assert(std::is_convertible_v<reference, element&> && !std::is_convertible_v<const_reference, element&>);
static_assert(std::is_convertible_v<reference, const_reference> && !std::is_convertible_v<const_reference, reference>);
static_assert(!std::is_convertible_v<element&, reference>);
static_assert(std::is_same_v<std::remove_reference_t<reference>::value_type, element>);
static_assert(!std::is_default_constructible_v<std::remove_reference_t<reference>>);
static_assert(std::is_same_v<decltype(std::declval<reference>().load()), element>);
static_assert(std::is_same_v<decltype(std::declval<reference>() = element()), reference>);
static_assert(sizeof(reference) == sizeof(element));

}  // namespace
