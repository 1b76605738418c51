// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that member<&T::x>() reads and writes one field and nothing else, including fields of packed and nested
// structs. (build/idioms/idioms.def has plain structs.)

#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/coalesced_ref.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;

constexpr std::size_t count = 70;

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
    std::uint16_t id;
    vec3 position;
};
#pragma pack(pop)
static_assert(sizeof(packed_particle) == 39 && alignof(packed_particle) == 1);

class coalesced_ref_members : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_members);

TEST_P(coalesced_ref_members, leave_other_fields_alone)
{
    // Two lanes write different fields of one element.
    std::vector<vec3> vectors(count / 2 + 1, vec3{1, 2, 3});
    coalesced_ptr<vec3> const v(vectors.data());
    run(count, [&](std::size_t i) {
        if (i % 2 == 0) {
            v[i / 2].member<&vec3::x>() = double(i);
        } else {
            v[i / 2].member<&vec3::z>() = double(i);
        }
    });
    for (std::size_t k = 0; k < count / 2; ++k) {
        EXPECT_EQ(2.0 * k, vectors[k].x);
        EXPECT_EQ(2.0, vectors[k].y);
        EXPECT_EQ(2.0 * k + 1, vectors[k].z);
    }
    EXPECT_EQ(3.0, vectors.back().z);
}

TEST_P(coalesced_ref_members, of_packed_structs_may_be_misaligned)
{
    std::vector<packed_particle> particles(count);
    for (unsigned i = 0; i < count; ++i) {
        particles[i] = {'a', i + 0.5f, i + 0.25, static_cast<std::uint16_t>(i), {1, 2, double(i)}};
    }
    coalesced_ptr<packed_particle> const p(particles.data());
    std::vector<double> sums(count);
    run(count, [&](std::size_t i) {
        sums[i] = p[i].member<&packed_particle::mass>() + p[i].member<&packed_particle::charge>() +
                  p[i].member<&packed_particle::id>() + p[i].member<&packed_particle::position>().load().z;
        p[i].member<&packed_particle::charge>() = -1.5;
        p[i].member<&packed_particle::mass>() = p[i].member<&packed_particle::charge>();
        p[i].member<&packed_particle::id>() = 77;
        p[i].member<&packed_particle::position>() = vec3{4, 5, 6};
    });
    for (unsigned i = 0; i < count; ++i) {
        packed_particle const found = particles[i];
        EXPECT_EQ(i + 0.5 + i + 0.25 + i + i, sums[i]);
        EXPECT_EQ('a', found.kind);
        EXPECT_EQ(-1.5f, float(found.mass));
        EXPECT_EQ(-1.5, double(found.charge));
        EXPECT_EQ(77, int(found.id));
        EXPECT_EQ(4.0, double(found.position.x));
        EXPECT_EQ(6.0, double(found.position.z));
    }
}

TEST_P(coalesced_ref_members, copy_fields_and_not_references)
{
    std::vector<vec3> vectors(count, vec3{1, 2, 3});
    coalesced_ptr<vec3> const v(vectors.data());
    run(count, [&](std::size_t i) {
        v[i].member<&vec3::x>() = v[i].member<&vec3::z>();
        auto y = v[i].member<&vec3::y>();
        auto z = v[i].member<&vec3::z>();
        y = z;   // writes to the element
        z = 10;  // does not change y
        v[i].member<&vec3::x>() = v[i].member<&vec3::x>();
    });
    for (vec3 const& found : vectors) {
        EXPECT_EQ(3.0, found.x);
        EXPECT_EQ(3.0, found.y);
        EXPECT_EQ(10.0, found.z);
    }
}

struct nested {
    vec3 points[3];
    unsigned short flags;
    named name;
};

TEST_P(coalesced_ref_members, take_the_assignments_that_fields_take)
{
    std::vector<nested> elements(count);
    for (unsigned i = 0; i < count; ++i) elements[i] = {{{1, 2, 3}, {4, 5, 6}}, 3, {i}};
    coalesced_ptr<nested> const p(elements.data());
    std::vector<double> found(count);
    run(count, [&](std::size_t i) {
        p[i].member<&nested::flags>() <<= 2;
        ++p[i].member<&nested::flags>();
        p[i].member<&nested::name>().member<&named::id>() += 100;
        p[i].member<&nested::points>()[2] = p[i].member<&nested::points>()[1];
        p[i].member<&nested::points>()[1].member<&vec3::y>() -= 0.5;
        found[i] = p[i].member<&nested::points>()[1].load().y;
    });
    for (unsigned i = 0; i < count; ++i) {
        EXPECT_EQ(13, elements[i].flags);
        EXPECT_EQ(100 + i, elements[i].name.id);
        EXPECT_EQ(5.0, elements[i].points[2].y);
        EXPECT_EQ(4.5, elements[i].points[1].y);
        EXPECT_EQ(4.5, found[i]);
    }
}

using const_member = decltype(coalesced_ptr<named const>()[0].member<&named::id>());
static_assert(std::is_same_v<const_member, heddle::detail::member_ref<unsigned const>>);
static_assert(std::is_same_v<const_member::value_type, unsigned>);
static_assert(std::is_convertible_v<const_member, unsigned>);

}  // namespace
