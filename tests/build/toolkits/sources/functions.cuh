// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Function objects for the algorithms of heddle and of Thrust.
#pragma once

#include "elements.cuh"

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
