// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Particle to grid in the material point method: each particle adds its mass and momentum to 27 nodes. The kernel for
// nodes of 16 bytes is that of Y. Hu et al., A Moving Least Squares Material Point Method (2018), for a fluid. With
// nodes of 28 bytes, the forces are separate.
#pragma once

#include "compare.cuh"
#include "ways_to_add.cuh"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

struct material_point {  // 64 bytes
    float position[3];
    float velocity[3];
    float affine[3][3];  // the velocity is velocity + affine * distance near the particle
    float volume_ratio;
};
struct alignas(16) grid_node {  // 16 bytes
    float mass;
    float momentum[3];
};
struct grid_node_with_force {  // 28 bytes
    float mass;
    float momentum[3];
    float force[3];
};
static_assert(sizeof(material_point) == 64 && sizeof(grid_node) == 16 && sizeof(grid_node_with_force) == 28);

//! Returns the quadratic B-spline at a distance of at most 1.5.
HEDDLE_INLINE float spline(float distance)
{
    float const d = fabsf(distance);
    return d < 0.5f ? 0.75f - d * d : 0.5f * (1.5f - d) * (1.5f - d);
}

template <class Node, class Way>
struct particles_to_grid {
    cubic_grid grid;
    float mass, dt;

    template <class Particles, class Nodes>
    HEDDLE_HOST_DEVICE void operator()(Particles particles, Nodes nodes, int i) const
    {
        material_point const p = particles[i];
        int const first[3] = {static_cast<int>(p.position[0] - 0.5f), static_cast<int>(p.position[1] - 0.5f),
                              static_cast<int>(p.position[2] - 0.5f)};
        for (int x = first[0]; x < first[0] + 3; ++x) {
            for (int y = first[1]; y < first[1] + 3; ++y) {
                for (int z = first[2]; z < first[2] + 3; ++z) {
                    float const distance[3] = {static_cast<float>(x) - p.position[0],
                                               static_cast<float>(y) - p.position[1],
                                               static_cast<float>(z) - p.position[2]};
                    Way::add(nodes + grid.index(x, y, z), change_at(p, distance));
                }
            }
        }
    }

private:
    //! Returns what a particle adds to a node.
    HEDDLE_INLINE Node change_at(material_point const& p, float const (&distance)[3]) const
    {
        constexpr bool has_force = sizeof(Node) > sizeof(grid_node);
        float const weight = spline(distance[0]) * spline(distance[1]) * spline(distance[2]);
        float const stress = 4 * 100 * (1 - p.volume_ratio);
        Node change{};
        change.mass = rounded(weight * mass);
        HEDDLE_UNROLL
        for (int k = 0; k < 3; ++k) {
            float velocity = p.velocity[k];
            HEDDLE_UNROLL
            for (int l = 0; l < 3; ++l) velocity += p.affine[k][l] * distance[l];
            float const force = weight * stress * distance[k];
            if constexpr (has_force) {
                change.momentum[k] = rounded(weight * mass * velocity);
                change.force[k] = rounded(force);
            } else {
                change.momentum[k] = rounded(weight * mass * velocity + dt * force);
            }
        }
        return change;
    }
};

//! Makes 8 particles in each cell, sorted by cells, or in random order. All particles have neighbors in the grid.
inline std::vector<material_point> make_material_points(std::size_t count, cubic_grid const& grid, bool sorts)
{
    std::vector<std::size_t> const order = sorts ? std::vector<std::size_t>() : random_order(count);
    auto const cells_in_row = static_cast<std::size_t>(grid.nodes_in_row - 2);
    std::vector<material_point> particles(count);
    for (std::size_t place = 0; place < count; ++place) {
        std::size_t const i = sorts ? place : order[place], cell = i / 8;
        std::size_t const corner[3] = {cell / cells_in_row / cells_in_row, cell / cells_in_row % cells_in_row,
                                       cell % cells_in_row};
        material_point& p = particles[place];
        for (unsigned k = 0; k < 3; ++k) {
            p.position[k] = static_cast<float>(corner[k]) + 0.5f + 0.999f * random_number(i, k);
            p.velocity[k] = random_number(i, 3 + k) - 0.5f;
            for (unsigned l = 0; l < 3; ++l) p.affine[k][l] = random_number(i, 6 + 3 * k + l) - 0.5f;
        }
        p.volume_ratio = 0.9f + 0.2f * random_number(i, 15);
    }
    return particles;
}

template <class Node>
bool compare_particles(std::string const& name, heddle_examples::options const& chosen, bool sorts)
{
    using namespace heddle_examples;
    std::size_t const count = chosen.count_of(sizeof(material_point));
    cubic_grid const grid{2 + static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count) / 8)))};
    constexpr float mass = 8, dt = 0.0625f;
    std::vector<material_point> const particles = make_material_points(count, grid, sorts);
    std::vector<Node> const nodes(grid.node_count());
    auto const uses = arrays(reads(particles), writes(nodes, 27));
    auto const before = plain("plain", particles_to_grid<Node, member_by_member>{grid, mass, dt});
    particles_to_grid<Node, as_record> const kernel{grid, mass, dt};
    if constexpr (sizeof(Node) == 16) {
        return compare(name, chosen, uses, before, plain("float4", particles_to_grid<Node, as_float4>{grid, mass, dt}),
                       plain("atomic_add", kernel), moved("best", kernel));
    } else {
        return compare(name, chosen, uses, before, plain("atomic_add", kernel), moved("best", kernel));
    }
}

inline bool compare_particles_to_grid(heddle_examples::options const& chosen)
{
    bool is_right = true;
    for (bool const sorts : {true, false}) {
        std::string const order = sorts ? ", sorted particles" : ", unsorted particles";
        is_right = compare_particles<grid_node>("particles to nodes of 16 bytes" + order, chosen, sorts) && is_right;
        is_right = compare_particles<grid_node_with_force>("particles to nodes of 28 bytes" + order, chosen, sorts) &&
                   is_right;
    }
    return is_right;
}
