// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that change some fields of each struct in place:
//   key_points       adds a border to coordinates
//   sph_position     makes a symplectic Euler step
//   snow_node        turns the momentum of grid nodes (material point method) into velocities
//   snow_node_40     does the same; 40 % of the nodes have mass
//   boxes_tolerance  enlarges collision boxes
//   wall_constraint  moves the 2 % of particles outside a box to its wall, where they bounce
//   add_some         adds to a force in 5 % of the lanes
#pragma once

#include "forms.cuh"

namespace heddle_bench::changes {

struct walls {
    float lower[3], upper[3];
};

// The member function change() of a struct makes the change, and returns whether anything has changed.
struct key_point {
    float x, y, x_in_level, y_in_level, size, angle, response;

    __device__ bool change(float border)
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

    __device__ bool change(float dt)
    {
        for (int k = 0; k < 3; ++k) {
            v[k] += force[k] / density * dt;
            x[k] += v[k] * dt;
        }
        return true;
    }
    //! The particles stay at the wall, so each launch changes as many particles as the first launch.
    __device__ bool change(walls const& box)
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

    __device__ bool change(float dt)
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

    __device__ bool change(float tolerance)
    {
        for (int k = 0; k < 3; ++k) {
            lower[k] -= tolerance;
            upper[k] += tolerance;
        }
        return true;
    }
};

struct body {
    float x[3], mass, force[3], radius;
};

}  // namespace heddle_bench::changes

HEDDLE_FIELDS(heddle_bench::changes::key_point, x, y, x_in_level, y_in_level, size, angle, response);
HEDDLE_FIELDS(heddle_bench::changes::body, x, mass, force, radius);

namespace heddle_bench::changes {

// ---- the variants `plain` and `word` ----

template <template <class> class Pointer>
__global__ void add_border(Pointer<key_point> p, int n, float border)
{
    int const i = own_index();
    if (i >= n) return;
    p[i].x += border;
    p[i].y += border;
    p[i].x_in_level += border;
    p[i].y_in_level += border;
}

template <template <class> class Pointer>
__global__ void push(Pointer<body> p, int n, float3 force)
{
    int const i = own_index();
    if (i >= n || !takes(i, 5)) return;
    p[i].force[0] += force.x;
    p[i].force[1] += force.y;
    p[i].force[2] += force.z;
}

// ---- the variant `best` ----

static __global__ void push_best(coalesced_ptr<body> p, int n, float3 force)
{
    int const i = own_index();
    heddle::update_if(i < n && takes(i, 5), p + i, [&](body& q) {
        q.force[0] += force.x;
        q.force[1] += force.y;
        q.force[2] += force.z;
    });
}

// ---- the variants `plain`, `word`, `best`, … for structs that have a member function change() ----

enum class how { by_reference, by_value, by_edit, by_update, by_change };

template <how How, class T, class Pointer, class Argument>
__global__ void change(Pointer p, int n, Argument argument)
{
    int const i = own_index();
    if (i >= n) return;
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

template <class T, how Best, how... Others, class Argument>
void add_changes(pattern const& what, Argument argument)
{
    using pointer = coalesced_ptr<T>;
    measure_forms<T>(what, argument)(
        form{"plain", change<how::by_reference, T, T*, Argument>},
        form{"word", change<how::by_reference, T, pointer, Argument>}, form{"best", change<Best, T, pointer, Argument>},
        form{Others == how::by_edit ? "edit" : "update", change<Others, T, pointer, Argument>}...);
}

inline void add()
{
    measure_forms<key_point>({"key_points", 2}, 16.0f)(
        form{"plain", add_border<plain_ptr>}, form{"word", add_border<coalesced_ptr>},
        form{"best", change<how::by_edit, key_point, coalesced_ptr<key_point>, float>});
    add_changes<particle, how::by_value, how::by_edit>({"sph_position", 2}, 0.125f);
    add_changes<collision_box, how::by_edit>({"boxes_tolerance", 2}, 0.5f);
    for (pattern const& what : {pattern{"snow_node", 2}, pattern{"snow_node_40", 1.4, 40}}) {
        add_changes<grid_node, how::by_change, how::by_update, how::by_edit>(what, 0.125f);
    }
    // Coordinates are at most 16. In particles inside the box, x[0], the first word, is 0.
    add_changes<particle, how::by_change, how::by_update>({"wall_constraint", 1.02, 2},
                                                          walls{{-17, -17, -17}, {0.0625f, 17, 17}});
    measure_forms<body>({"add_some", 2 * 0.05}, float3{1, 2, 4})(
        form{"plain", push<plain_ptr>}, form{"word", push<coalesced_ptr>}, form{"best", push_best});
}

}  // namespace heddle_bench::changes
