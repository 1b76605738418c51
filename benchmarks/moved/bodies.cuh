// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions that do the work of one thread, for some kernels of changes.cuh and one_way.cuh. The short benchmark also
// runs these functions on emulated warps.
#pragma once

#include "../harness.cuh"

#include <heddle/heddle.cuh>

namespace heddle_bench {

//! Ways to access an element. by_field and by_reference are plain code, also with a coalesced_ptr.
enum class how { by_field, by_reference, by_value, by_edit, by_update, by_change };

//! Returns whether index i belongs to a random share of `percent` percent.
HEDDLE_INLINE bool takes(std::size_t i, unsigned percent)
{
    return mixed(static_cast<std::uint32_t>(i) * 101 + percent) % 100 < percent;
}

//! Returns word i of an array of structs of powers of two, with which kernels compute without rounding errors. In a
//! random share of the structs, the first word is positive; in the others, it is 0.
HEDDLE_INLINE float power_of(std::size_t i, unsigned words_of_struct, unsigned percent)
{
    std::uint32_t const random = mixed(static_cast<std::uint32_t>(i) + 1);
    float const power = static_cast<float>(1u << random % 8) / 8;
    bool const is_first = i % words_of_struct == 0;
    return !is_first ? (random & 8 ? power : -power) : takes(i / words_of_struct, percent) ? power : 0.0f;
}

}  // namespace heddle_bench

namespace heddle_bench::changes {

struct walls {
    float lower[3], upper[3];
};

// The member function change() of a struct makes the change, and returns whether anything has changed.
struct key_point {
    float x, y, x_in_level, y_in_level, size, angle, response;

    HEDDLE_HOST_DEVICE bool change(float border)
    {
        x += border;
        y += border;
        x_in_level += border;
        y_in_level += border;
        return true;
    }
};

struct particle {
    float x[3], v[3], force[3], density;

    HEDDLE_HOST_DEVICE bool change(float dt)
    {
        for (int k = 0; k < 3; ++k) {
            v[k] += force[k] / density * dt;
            x[k] += v[k] * dt;
        }
        return true;
    }
    //! The particles stay at the wall, so each launch changes as many particles as the first launch.
    HEDDLE_HOST_DEVICE bool change(walls const& box)
    {
        bool is_outside = false;
        for (int k = 0; k < 3; ++k) {
            if (x[k] > box.lower[k] && x[k] < box.upper[k]) continue;
            x[k] = x[k] < box.upper[k] ? box.lower[k] : box.upper[k];
            v[k] *= -0.5f;
            is_outside = true;
        }
        return is_outside;
    }
};

struct grid_node {
    float mass, velocity[3], next_velocity[3], force[3];

    HEDDLE_HOST_DEVICE bool change(float dt)
    {
        if (mass == 0) return false;
        float const per_mass = 1 / mass;
        for (int k = 0; k < 3; ++k) {
            velocity[k] *= per_mass;
            next_velocity[k] = velocity[k] + force[k] * per_mass * dt;
        }
        next_velocity[1] -= 8 * dt;  // gravity
        return true;
    }
};

struct collision_box {
    float lower[3], upper[3], other[26];

    HEDDLE_HOST_DEVICE bool change(float tolerance)
    {
        for (int k = 0; k < 3; ++k) {
            lower[k] -= tolerance;
            upper[k] += tolerance;
        }
        return true;
    }
};

}  // namespace heddle_bench::changes

namespace heddle_bench::one_way {

struct voxel {
    float weight, distance, color[3];
    int block, frame, flags;
};
struct force {
    float x, y, z, energy, virial;
};

}  // namespace heddle_bench::one_way

HEDDLE_FIELDS(heddle_bench::changes::key_point, x, y, x_in_level, y_in_level, size, angle, response);
HEDDLE_FIELDS(heddle_bench::one_way::voxel, weight, distance, color, block, frame, flags);
HEDDLE_FIELDS(heddle_bench::one_way::force, x, y, z, energy, virial);

namespace heddle_bench::changes {

template <class Pointer>
HEDDLE_ALWAYS_INLINE void add_border_to(Pointer p, int i, float border)
{
    p[i].x += border;
    p[i].y += border;
    p[i].x_in_level += border;
    p[i].y_in_level += border;
}

//! Makes the change of a struct that has a member function change().
template <how How, class T, class Pointer, class Argument>
HEDDLE_ALWAYS_INLINE void change_element(Pointer p, int i, Argument const& argument)
{
    if constexpr (How == how::by_reference) {
        T& q = p[i];
        q.change(argument);
    } else if constexpr (How == how::by_value) {
        T q = p[i];
        q.change(argument);
        p[i] = q;
    } else if constexpr (How == how::by_edit) {
        auto q = p[i].edit();
        q->change(argument);
    } else if constexpr (How == how::by_update) {
        heddle::update(p + i, [&](T& q) { q.change(argument); });
    } else {  // change() returns whether the element has changed
        heddle::update(p + i, [&](T& q) { return q.change(argument); });
    }
}

}  // namespace heddle_bench::changes

namespace heddle_bench::one_way {

template <how How, class Pointer>
HEDDLE_ALWAYS_INLINE void reset_element(Pointer p, int i)
{
    if constexpr (How == how::by_field) {
        p[i].weight = 0;
        p[i].distance = 1;
        for (int k = 0; k < 3; ++k) p[i].color[k] = 0.5f;
        p[i].block = -1;
        p[i].frame = 0;
        p[i].flags = 0;
    } else {
        p[i] = {0, 1, {0.5f, 0.5f, 0.5f}, -1, 0, 0};
    }
}

template <how How, class Pointer>
HEDDLE_ALWAYS_INLINE void zero_element(Pointer p, int i)
{
    if constexpr (How == how::by_field) {
        p[i].x = p[i].y = p[i].z = 0;
        p[i].energy = p[i].virial = 0;
    } else {
        p[i] = {};
    }
}

}  // namespace heddle_bench::one_way
