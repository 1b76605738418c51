// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One struct for each kind of plan: words of 4 bytes, an unaligned size, words of 16 bytes, and plain access. Function
// objects for algorithms of heddle and of Thrust.
#pragma once

#include <heddle/fields.cuh>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
HEDDLE_FIELDS(particle, x, y, z, vx, vy, vz, mass);

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
HEDDLE_FIELDS(cell, load, value_type, store);

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
struct mass_of {
    __host__ __device__ float operator()(particle const& p) const { return p.mass; }
};
struct sum_of {
    __host__ __device__ particle operator()(particle a, particle const& b) const
    {
        a.mass += b.mass;
        return a;
    }
};
struct lighter {
    __host__ __device__ bool operator()(particle const& a, particle const& b) const { return a.mass < b.mass; }
};
