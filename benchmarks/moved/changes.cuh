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

#include "bodies.cuh"
#include "forms.cuh"

namespace heddle_bench::changes {

struct body {
    float x[3], mass, force[3], radius;
};

}  // namespace heddle_bench::changes

HEDDLE_FIELDS(heddle_bench::changes::body, x, mass, force, radius);

namespace heddle_bench::changes {

// ---- the variants `plain` and `word` ----

template <template <class> class Pointer>
__global__ void add_border(Pointer<key_point> p, int n, float border)
{
    if (int const i = own_index(); i < n) add_border_to(p, i, border);
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

template <how How, class T, class Pointer, class Argument>
__global__ void change(Pointer p, int n, Argument argument)
{
    if (int const i = own_index(); i < n) change_element<How, T>(p, i, argument);
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
