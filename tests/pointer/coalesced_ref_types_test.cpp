// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests references to elements of many types. The elements are copied, gathered and scattered in all ways of
// ways_to_run.hpp. Tests that member<&T::x>() reads and writes exactly one field, including fields of packed and nested
// structs. (build/idioms/idioms.def tests plain structs.)

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
#include <vector>

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
struct copied_explicitly {
    int value;
    copied_explicitly() = default;
    explicit copied_explicitly(copied_explicitly const&) = default;
    copied_explicitly& operator=(copied_explicitly const&) = default;
};
//! A struct with an explicit constructor from any type, including a reference to an element.
struct made_explicitly_of_anything {
    int value;
    template <class Any>
    explicit made_explicitly_of_anything(Any const&) : value(-1)
    {
    }
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

// Returns whether two elements are equal. Compares bytes, because some types have no operator==. Only empty types and
// arithmetic types (long double) have padding.
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
                   int*, std::complex<float>, std::complex<double>, empty, constants, stubborn, with_arrays,
                   copied_explicitly, made_explicitly_of_anything, packed, std::array<float, 5>, aligned_struct<32, 32>,
                   aligned_struct<96, 32>, aligned_struct<64, 64>, aligned_struct<192, 64>, aligned_struct<128, 128>,
                   aligned_struct<256, 128>, aligned_struct<20, 4>, aligned_struct<300, 4>>;
TYPED_TEST_SUITE(coalesced_ref_types, all_types, );

TYPED_TEST(coalesced_ref_types, are_moved_in_every_way)
{
    using element = TypeParam;
    random_source random("types");
    auto const permuted = random.permutation(count);
    for (way const w : {way::host, way::warps, way::diverged, way::one_by_one}) {
        SCOPED_TRACE(testing::Message() << "way: " << w);
        guarded_array<element> from(count, random), to(5 * count, random);
        // Random bytes may not be a valid number.
        if constexpr (std::is_arithmetic_v<element>) {
            for (std::size_t i = 0; i < count; ++i) from[i] = static_cast<element>(sizeof(element) == 1 ? i % 2 : i);
        }
        guarded_array<element> const before(from);
        coalesced_ptr<element> const p(to.data());
        coalesced_ptr<element const> const q(from.data());
        heddle_test::run(w, count, [&](std::size_t i) {
            element const value = q[i];
            p[i] = q[i];
            p[count + i] = q[permuted[i]];
            p[2 * count + permuted[i]] = value;
            p[3 * count + i] = q[i].load();
            // (Some elements can be made of any object, also of q[i].)
            if constexpr (std::is_constructible_v<element, way(&)[2]>) p[4 * count + i] = value;
            if constexpr (!std::is_constructible_v<element, way(&)[2]>) p[4 * count + i] = element(q[i]);
        });
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_TRUE(same(before[permuted[i]], to[count + i])) << i;
            for (std::size_t const k : {i, 2 * count + permuted[i], 3 * count + i, 4 * count + i}) {
                EXPECT_TRUE(same(before[i], to[k])) << i << " to " << k;
            }
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

// The reference type has the type traits of T&. (build/names/traits.cpp tests further traits.)
using element = bytes<28, 4>;
using reference = coalesced_ptr<element>::reference;
using const_reference = coalesced_ptr<element const>::reference;
static_assert(std::is_lvalue_reference_v<reference> && std::is_lvalue_reference_v<const_reference>);
static_assert(std::is_convertible_v<reference, const_reference> && !std::is_convertible_v<const_reference, reference>);
static_assert(!std::is_convertible_v<element&, reference>);
static_assert(std::is_same_v<std::remove_reference_t<reference>::value_type, element>);
static_assert(!std::is_default_constructible_v<std::remove_reference_t<reference>>);
static_assert(std::is_same_v<decltype(std::declval<reference>().load()), element>);
static_assert(std::is_same_v<decltype(std::declval<reference>() = element()), reference>);
static_assert(sizeof(reference) == sizeof(element));

// A reference to an element of a derived class becomes a reference to a base class where a T& does. Where a value of the
// base class is wanted, the element is loaded.
struct base {
    int x[3];
};
struct derived : base {
    int y[5];
};
using derived_reference = coalesced_ptr<derived>::reference;
using derived_const_reference = coalesced_ptr<derived const>::reference;
static_assert(std::is_convertible_v<derived_reference, base&> && std::is_convertible_v<derived_reference, base>);
static_assert(!std::is_convertible_v<derived_const_reference, base&>);
static_assert(std::is_convertible_v<derived_const_reference, base const&>);
static_assert(!std::is_convertible_v<derived_reference, int&> && !std::is_convertible_v<reference, base&>);
static_assert(!std::is_convertible_v<coalesced_ptr<base>::reference, derived&>);

TEST(coalesced_ref, of_a_derived_class_is_a_reference_to_its_base)
{
    derived array[2] = {};
    coalesced_ptr<derived> const p(array);
    base& r = p[1];
    EXPECT_EQ(static_cast<base*>(array + 1), &r);
    [](base& b) { b.x[2] = 5; }(p[1]);
    base const b = p[1], c(p[1]);
    base const& copy = p[1];
    r.x[2] = 6;
    EXPECT_EQ(5, b.x[2]);
    EXPECT_EQ(5, c.x[2]);
    EXPECT_EQ(5, copy.x[2]);
    EXPECT_EQ(6, array[1].x[2]);
}

struct vec3 {
    double x, y, z;
};
struct named {
    unsigned id;
};
#pragma pack(push, 1)
struct packed_particle {
    char kind;
    float mass;
    double charge;
    std::uint16_t flags;
    vec3 position;
    named names[3];
};
#pragma pack(pop)
static_assert(sizeof(packed_particle) == 51 && alignof(packed_particle) == 1);

class coalesced_ref_members : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_members);

TEST_P(coalesced_ref_members, leave_other_fields_alone)
{
    std::vector<vec3> vectors(count / 2, vec3{1, 2, 3});
    coalesced_ptr<vec3> const v(vectors.data());
    run(count, [&](std::size_t i) {
        if (i % 2 == 0) v[i / 2].member<&vec3::x>() = double(i);
        if (i % 2 == 1) v[i / 2].member<&vec3::z>() = double(i);
    });
    for (std::size_t k = 0; k < count / 2; ++k) {
        EXPECT_EQ(2.0 * k, vectors[k].x);
        EXPECT_EQ(2.0, vectors[k].y);
        EXPECT_EQ(2.0 * k + 1, vectors[k].z);
    }
}

// The fields are misaligned. References to them copy fields, not references.
TEST_P(coalesced_ref_members, take_the_assignments_that_fields_take)
{
    std::vector<packed_particle> particles(count);
    for (unsigned i = 0; i < count; ++i) {
        particles[i] = {'a', i + 0.5f, i + 0.25, static_cast<std::uint16_t>(i), {1, 2, double(i)}, {{i}, {0}, {0}}};
    }
    std::vector<packed_particle> expected = particles;
    std::vector<double> expected_sums(count), sums(count);
    for (std::size_t i = 0; i < count; ++i) {
        packed_particle& e = expected[i];
        expected_sums[i] = e.mass + e.charge + e.flags + e.position.z;
        e.charge = -1.5;
        e.mass = static_cast<float>(e.charge);
        e.flags = static_cast<std::uint16_t>((e.flags << 2) + 1);
        e.position = vec3{4, 5, 10};
        e.names[1].id = e.names[0].id + 100;
        e.names[2].id = 7;
    }
    coalesced_ptr<packed_particle> const p(particles.data());
    run(count, [&](std::size_t i) {
        auto const names = p[i].member<&packed_particle::names>();
        auto position = p[i].member<&packed_particle::position>();
        sums[i] = p[i].member<&packed_particle::mass>() + p[i].member<&packed_particle::charge>() +
                  p[i].member<&packed_particle::flags>() + position.load().z;
        p[i].member<&packed_particle::charge>() = -1.5;
        p[i].member<&packed_particle::mass>() = p[i].member<&packed_particle::charge>();
        p[i].member<&packed_particle::flags>() <<= 2;
        ++p[i].member<&packed_particle::flags>();
        position = vec3{4, 0, 5.5};
        auto y = position.member<&vec3::y>();
        auto z = position.member<&vec3::z>();
        z -= 0.5;
        y = z;   // writes to the element
        z = 10;  // does not change y
        names[1] = names[0];
        names[1].member<&named::id>() += 100;
        names[2].member<&named::id>() = 7;
    });
    EXPECT_EQ(expected_sums, sums);
    EXPECT_EQ(0, std::memcmp(expected.data(), particles.data(), count * sizeof(packed_particle)));
}

using const_member = decltype(coalesced_ptr<named const>()[0].member<&named::id>());
static_assert(std::is_same_v<const_member, heddle::types::member_ref<unsigned const> const>);
static_assert(std::is_same_v<const_member::value_type, unsigned>);
static_assert(std::is_convertible_v<const_member, unsigned>);

}  // namespace
