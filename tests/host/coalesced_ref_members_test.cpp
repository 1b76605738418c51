// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// member<&T::x>() reads and writes one field and nothing else.

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
struct particle : named {
    explicit particle(unsigned n) : named{n}, position{n + 0.25, n + 0.5, n + 0.75}, mass(n * 2.0f) {}
    vec3 position;
    float mass;
    char kind = 'p';
    bool alive = true;
    particle* next = nullptr;
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

#pragma pack(push, 2)
struct triangle {
    float normal[3];
    vec3 first;
    std::uint16_t attributes;
    float last;
};
#pragma pack(pop)
static_assert(alignof(triangle) == 2);

class coalesced_ref_members : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_members);

TEST_P(coalesced_ref_members, read_and_write_fields)
{
    std::vector<particle> particles;
    for (unsigned i = 0; i < count; ++i) particles.emplace_back(i);
    coalesced_ptr<particle> const p(particles.data());
    std::vector<float> masses(count);
    std::vector<double> heights(count);
    run(count, [&](std::size_t i) {
        masses[i] = p[i].member<&particle::mass>();
        heights[i] = p[i].member<&particle::position>().load().z;
        p[i].member<&particle::mass>() = 7;
        p[i].member<&particle::position>() = vec3{1, 2, heights[i]};
        p[i].member<&particle::kind>() = 'q';
        p[i].member<&particle::id>() = p[i].member<&particle::id>() + 1000;
        p[i].member<&particle::alive>() = !p[i].member<&particle::alive>();
        p[i].member<&particle::next>() = particles.data() + i;
    });
    for (unsigned i = 0; i < count; ++i) {
        EXPECT_EQ(i * 2.0f, masses[i]);
        EXPECT_EQ(i + 0.75, heights[i]);
        particle const& found = particles[i];
        EXPECT_EQ(7.0f, found.mass);
        EXPECT_EQ(1.0, found.position.x);
        EXPECT_EQ(i + 0.75, found.position.z);
        EXPECT_EQ('q', found.kind);
        EXPECT_EQ(1000 + i, found.id);
        EXPECT_FALSE(found.alive);
        EXPECT_EQ(&found, found.next);
    }
}

TEST_P(coalesced_ref_members, leave_other_fields_alone)
{
    // Two lanes write two fields of one element.
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

TEST_P(coalesced_ref_members, of_half_packed_structs)
{
    std::vector<triangle> triangles(count);
    for (unsigned i = 0; i < count; ++i) {
        triangles[i] = {{1, 2, 3}, {4, 5, 6}, static_cast<std::uint16_t>(i), i * 0.5f};
    }
    coalesced_ptr<triangle> const t(triangles.data());
    run(count, [&](std::size_t i) {
        t[i].member<&triangle::last>() = t[i].member<&triangle::last>() * 2;
        t[i].member<&triangle::first>() = vec3{double(i), 0, 0};
    });
    for (unsigned i = 0; i < count; ++i) {
        EXPECT_EQ(float(i), float(triangles[i].last));
        EXPECT_EQ(double(i), double(triangles[i].first.x));
        EXPECT_EQ(i, unsigned(triangles[i].attributes));
        EXPECT_EQ(3.0f, float(triangles[i].normal[2]));
    }
}

TEST_P(coalesced_ref_members, of_const_elements_are_read)
{
    std::vector<particle> particles;
    for (unsigned i = 0; i < count; ++i) particles.emplace_back(i);
    coalesced_ptr<particle const> const p(particles.data());
    std::vector<float> masses(count);
    run(count, [&](std::size_t i) { masses[i] = p[i].member<&particle::mass>(); });
    for (unsigned i = 0; i < count; ++i) EXPECT_EQ(2.0f * i, masses[i]);
}

TEST_P(coalesced_ref_members, copy_fields_and_not_references)
{
    std::vector<vec3> vectors(count, vec3{1, 2, 3});
    coalesced_ptr<vec3> const v(vectors.data());
    run(count, [&](std::size_t i) {
        v[i].member<&vec3::x>() = v[i].member<&vec3::z>();
        auto y = v[i].member<&vec3::y>();
        auto z = v[i].member<&vec3::z>();
        y = z;   // writes through
        z = 10;  // and y keeps what it got
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

using const_member = decltype(coalesced_ptr<particle const>()[0].member<&particle::mass>());
static_assert(std::is_same_v<const_member, heddle::detail::member_ref<float const>>);
static_assert(std::is_same_v<const_member::value_type, float>);
static_assert(std::is_convertible_v<const_member, float>);

}  // namespace
