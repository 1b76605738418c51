// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A struct for the tests of coalesced_ptr as an iterator of Thrust, and callables for it.
#pragma once

#include <cstddef>

namespace heddle_test::thrust_particles {

struct particle {
    float x, y, z, vx, vy, vz, mass;

    __host__ __device__ friend bool operator==(particle const& a, particle const& b)
    {
        return a.x == b.x && a.mass == b.mass && a.vz == b.vz;
    }
};
static_assert(sizeof(particle) == 28);

struct numbered {
    __host__ __device__ particle operator()(std::ptrdiff_t k) const
    {
        float const number = static_cast<float>(k);
        return {number, 0, 0, 0, 0, -number, 2 * number};
    }
};
struct heavier {
    __host__ __device__ particle operator()(particle p) const
    {
        p.mass += 1;
        return p;
    }
};
struct sum_of {
    __host__ __device__ particle operator()(particle a, particle const& b) const
    {
        a.x += b.x;
        a.mass += b.mass;
        return a;
    }
};

}  // namespace heddle_test::thrust_particles
