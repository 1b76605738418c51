// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in a periodic box [0, slabs) x [0, 1) x [0, 1). Slab k is k <= x < k + 1 and belongs to rank k. A step
// moves each particle by its velocity, at most a quarter of a slab, and turns the velocity about the x-axis, as a
// magnetic field does. All products are arguments of fmaf, so that they are rounded alike in all kernels.
#pragma once

#include <heddle/heddle.cuh>

#include <cmath>
#include <cstdint>

struct particle {
    float position[3];  // x is wrapped into the box at the beginning of the next step
    float velocity[3];  // per step
    std::uint32_t id;
};
static_assert(sizeof(particle) == 28);

//! Where a particle is after a step.
enum side : unsigned { in_slab, left, right, nowhere };

struct slab {
    float rank, slabs;

    HEDDLE_INLINE side side_of(particle const& p) const
    {
        return p.position[0] < rank ? left : p.position[0] < rank + 1 ? in_slab : right;
    }
    //! Returns x, wrapped into the box. For a tiny negative x, x + slabs rounds to `slabs`, which is outside the box.
    HEDDLE_INLINE float wrapped(float x) const
    {
        if (x < 0) return fminf(x + slabs, nextafterf(slabs, 0));
        return x < slabs ? x : x - slabs;
    }
    HEDDLE_INLINE void move(particle& p) const
    {
        constexpr float cosine = 0.8f, sine = 0.6f;
        float const y = p.velocity[1], z = p.velocity[2];
        p.velocity[1] = fmaf(cosine, y, fmaf(-sine, z, 0));
        p.velocity[2] = fmaf(sine, y, fmaf(cosine, z, 0));
        p.position[0] = wrapped(p.position[0]) + p.velocity[0];
        for (int k = 1; k < 3; ++k) {
            p.position[k] += p.velocity[k];
            p.position[k] -= floorf(p.position[k]);
        }
    }
};

//! Selects the particles on one side of a slab.
struct is_on {
    slab own;
    side wanted;

    HEDDLE_INLINE bool operator()(particle const& p) const { return own.side_of(p) == wanted; }
};

//! Returns a particle before the first step. The ids of rank k begin at k * particles_of_rank. The particles of a rank
//! are evenly distributed: in each step, 1 of 16 leaves on each side.
//! Requires: there are at most 256 ranks
HEDDLE_INLINE particle particle_at_start(std::uint32_t id, std::uint32_t particles_of_rank)
{
    std::uint32_t state = id;
    auto const random = [&state](unsigned bits) {  // a step of Weyl's sequence, mixed as in MurmurHash3
        std::uint32_t h = state += 0x9e3779b9u;
        h = (h ^ h >> 16) * 0x85ebca6bu;
        h = (h ^ h >> 13) * 0xc2b2ae35u;
        h ^= h >> 16;
        return static_cast<float>(h >> (32 - bits)) / static_cast<float>(1u << bits);
    };
    particle p{};
    p.position[0] = static_cast<float>(id / particles_of_rank) + random(16);
    for (int k = 1; k < 3; ++k) p.position[k] = random(24);
    for (float& each : p.velocity) each = random(24) / 2 - 0.25f;
    p.id = id;
    return p;
}
