// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One struct for each kind of plan: words of 4 bytes, an unaligned size, words of 16 bytes, and plain access. Function
// objects for algorithms of heddle and of Thrust. With HEDDLE_TEST_NAMES, their namespace has a function of every name in
// heddle's headers (tests/build/names).
#pragma once

#include <heddle/fields.cuh>

namespace app {

#if HEDDLE_TEST_NAMES
#    include "considered.hpp"
#endif

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
struct letters {
    char text[33];
};
struct alignas(16) matrix {
    float rows[3][4];
};
struct pixel {
    unsigned char r, g, b;
};
//! A struct whose fields have the same names as members of heddle's references.
struct cell {
    float load;
    int value_type, store;
};

struct is_heavy {
    __host__ __device__ bool operator()(particle const& p) const { return p.mass > 1; }
};
struct pushed {
    __host__ __device__ particle operator()(particle p) const
    {
        p.x += p.vx;
        return p;
    }
};
struct push {
    __host__ __device__ void operator()(particle& p) const { p.x += p.vx; }
};
struct mass_of {
    __host__ __device__ float operator()(particle const& p) const { return p.mass; }
};
struct joined {
    __host__ __device__ particle operator()(particle a, particle const& b) const
    {
        a.mass += b.mass;
        return a;
    }
};
struct added {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};
struct lighter {
    __host__ __device__ bool operator()(particle const& a, particle const& b) const { return a.mass < b.mass; }
};
struct alike {
    __host__ __device__ bool operator()(particle const& a, particle const& b) const { return a.mass == b.mass; }
};
struct made {
    __host__ __device__ particle operator()() const { return {}; }
    __host__ __device__ particle operator()(long long) const { return {}; }
};
struct nothing {
    template <class Value>
    __host__ __device__ void operator()(Value const&) const
    {
    }
};

}  // namespace app

HEDDLE_FIELDS(app::particle, x, y, z, vx, vy, vz, mass);
HEDDLE_FIELDS(app::cell, load, value_type, store);

// (Not all names of app, because its functions would take the place of others.)
using app::particle, app::letters, app::matrix, app::pixel, app::cell, app::is_heavy, app::pushed, app::push,
    app::mass_of, app::joined, app::added, app::lighter, app::alike, app::made, app::nothing;
