// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// References to elements of many types: copied, gathered and scattered in all ways.

#include "ways_to_run.hpp"

#include <common/guarded_array.hpp>

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using namespace heddle_test;

constexpr std::size_t count = 70;

template <class T>
struct maker {
    static T make(std::size_t i) { return static_cast<T>(i); }
    static bool same(T const& a, T const& b) { return a == b; }
};

// Types without padding are compared by their bytes.
template <class T>
struct bytes_maker {
    static bool same(T const& a, T const& b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }
};

enum class colour : std::int16_t { none = -1 };
struct empty {};
struct constants {
    constants(int n, double x) : number(n), values{x, -x} {}
    int const number;
    double const values[2];
};
struct stubborn {
    explicit stubborn(std::size_t n) : part{char(n), char(n + 1), char(n + 2)} {}
    char part[51];
};
struct with_arrays {
    std::uint16_t ids[3];
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

template <>
struct maker<int*> {
    static int* make(std::size_t i) { return reinterpret_cast<int*>(i * sizeof(int)); }
    static bool same(int* a, int* b) { return a == b; }
};
template <>
struct maker<bool> {
    static bool make(std::size_t i) { return i % 3 == 0; }
    static bool same(bool a, bool b) { return a == b; }
};
template <>
struct maker<empty> {
    static empty make(std::size_t) { return {}; }
    static bool same(empty, empty) { return true; }
};
template <>
struct maker<constants> {
    static constants make(std::size_t i) { return constants(int(i), double(i) / 3); }
    static bool same(constants const& a, constants const& b)
    {
        return a.number == b.number && a.values[0] == b.values[0] && a.values[1] == b.values[1];
    }
};
template <>
struct maker<stubborn> : bytes_maker<stubborn> {
    static stubborn make(std::size_t i) { return stubborn(i); }
};
template <>
struct maker<with_arrays> {
    static with_arrays make(std::size_t i)
    {
        auto const f = static_cast<float>(i);
        return {{std::uint16_t(i), 1, std::uint16_t(i + 2)}, {{f, f / 2}, {-f, 1}}};
    }
    static bool same(with_arrays const& a, with_arrays const& b)
    {
        return std::memcmp(a.ids, b.ids, sizeof a.ids) == 0 && std::memcmp(a.weights, b.weights, sizeof a.weights) == 0;
    }
};
template <std::size_t Size, std::size_t Alignment>
struct maker<aligned_struct<Size, Alignment>> : bytes_maker<aligned_struct<Size, Alignment>> {
    static auto make(std::size_t i)
    {
        aligned_struct<Size, Alignment> result{};
        for (unsigned& p : result.part) p = unsigned(1000 * i + std::size_t(&p - result.part));
        return result;
    }
};
template <>
struct maker<packed> : bytes_maker<packed> {
    static packed make(std::size_t i) { return {char(i), i + 0.5f, i * 2.0f, -1.0f}; }
};
template <>
struct maker<std::array<float, 5>> : bytes_maker<std::array<float, 5>> {
    static std::array<float, 5> make(std::size_t i) { return {float(i), 1, 2, 3, i * 0.5f}; }
};

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
    using make = maker<element>;
    random_source random("types");
    auto const permuted = random.permutation(count);
    unsigned ways = 0;
    for (way const w : {way::host, way::warps, way::diverged, way::one_by_one}) {
        SCOPED_TRACE(testing::Message() << "way: " << w);
        guarded_array<element> from(count, random), to(3 * count, random);
        for (std::size_t i = 0; i < count; ++i) {
            new (from.data() + i) element(make::make(i));
        }
        coalesced_ptr<element> const p(to.data());
        coalesced_ptr<element const> const q(from.data());
        heddle_test::run(w, count, [&](std::size_t i) {
            p[i] = q[i];
            p[count + i] = q[permuted[i]];
            p[2 * count + permuted[i]] = static_cast<element>(q[i]);
        });
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_TRUE(make::same(make::make(i), to[i])) << i;
            EXPECT_TRUE(make::same(make::make(permuted[i]), to[count + i])) << i;
            EXPECT_TRUE(make::same(make::make(i), to[2 * count + permuted[i]])) << i;
            EXPECT_TRUE(make::same(make::make(i), from[i])) << i;
        }
        EXPECT_TRUE(from.guards_intact());
        EXPECT_TRUE(to.guards_intact());
        ++ways;
    }
    EXPECT_EQ(4u, ways);
}

TEST(coalesced_ref, of_bool_is_a_condition)
{
    bool const flags[] = {true, false};
    coalesced_ptr<bool const> const p(flags);
    EXPECT_TRUE(p[0] && !p[1]);
    EXPECT_EQ(3, p[0] ? 3 : 4);
    if (p[1]) ADD_FAILURE();
}

}  // namespace
