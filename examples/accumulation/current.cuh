// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Current deposition of a particle-in-cell code: each charged particle adds its current and charge to the 8 corners of
// its cell, with trilinear weights (C. Birdsall and A. Langdon, Plasma Physics via Computer Simulation, 1985).
#pragma once

#include "compare.cuh"
#include "ways_to_add.cuh"

#include <cmath>
#include <string>
#include <vector>

struct charged_particle {  // 28 bytes
    float position[3];
    float velocity[3];
    float charge;
};
struct alignas(16) source_node {  // 16 bytes: the sources of the fields
    float current[3];
    float charge;
};
static_assert(sizeof(charged_particle) == 28 && sizeof(source_node) == 16);

template <class Way>
struct deposit_current {
    cubic_grid grid;

    template <class Particles, class Nodes>
    HEDDLE_HOST_DEVICE void operator()(Particles particles, Nodes nodes, int i) const
    {
        charged_particle const p = particles[i];
        int const x = static_cast<int>(p.position[0]), y = static_cast<int>(p.position[1]),
                  z = static_cast<int>(p.position[2]);
        float const in_cell[3] = {p.position[0] - static_cast<float>(x), p.position[1] - static_cast<float>(y),
                                  p.position[2] - static_cast<float>(z)};
        HEDDLE_UNROLL
        for (int corner = 0; corner < 8; ++corner) {
            int const dx = corner / 4, dy = corner / 2 % 2, dz = corner % 2;
            float const weight = (dx == 0 ? 1 - in_cell[0] : in_cell[0]) * (dy == 0 ? 1 - in_cell[1] : in_cell[1]) *
                                 (dz == 0 ? 1 - in_cell[2] : in_cell[2]);
            float const charge = weight * p.charge;
            source_node const change{
                {rounded(charge * p.velocity[0]), rounded(charge * p.velocity[1]), rounded(charge * p.velocity[2])},
                rounded(charge)};
            Way::add(nodes + grid.index(x + dx, y + dy, z + dz), change);
        }
    }
};

//! Makes 16 particles in each cell, sorted by cells, or in random order.
inline std::vector<charged_particle> make_charged_particles(std::size_t count, cubic_grid const& grid, bool sorts)
{
    std::vector<std::size_t> const order = sorts ? std::vector<std::size_t>() : random_order(count);
    auto const cells_in_row = static_cast<std::size_t>(grid.nodes_in_row - 1);
    std::vector<charged_particle> particles(count);
    for (std::size_t place = 0; place < count; ++place) {
        std::size_t const i = sorts ? place : order[place], cell = i / 16;
        std::size_t const corner[3] = {cell / cells_in_row / cells_in_row, cell / cells_in_row % cells_in_row,
                                       cell % cells_in_row};
        charged_particle& p = particles[place];
        for (unsigned k = 0; k < 3; ++k) {
            p.position[k] = static_cast<float>(corner[k]) + 0.999f * random_number(i, k);
            p.velocity[k] = random_number(i, 3 + k) - 0.5f;
        }
        p.charge = i % 2 == 0 ? 16.0f : -16.0f;
    }
    return particles;
}

inline bool compare_current(heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    std::size_t const count = chosen.count_of(sizeof(charged_particle));
    cubic_grid const grid{1 + static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count) / 16)))};
    std::vector<source_node> const nodes(grid.node_count());
    bool is_right = true;
    for (bool const sorts : {true, false}) {
        std::vector<charged_particle> const particles = make_charged_particles(count, grid, sorts);
        is_right =
            compare(std::string("deposition of current, ") + (sorts ? "sorted" : "unsorted") + " particles", chosen,
                    arrays(reads(particles), writes(nodes, 8)), plain("plain", deposit_current<member_by_member>{grid}),
                    plain("float4", deposit_current<as_float4>{grid}),
                    plain("atomic_add", deposit_current<as_record>{grid}),
                    moved("best", deposit_current<as_record>{grid})) &&
            is_right;
    }
    return is_right;
}
