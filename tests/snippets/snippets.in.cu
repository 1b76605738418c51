// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The snippets of include/heddle/thrust/README.md, each in a function of its own.

#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/layout_thrust.cuh>
#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

struct advance {
    float dt;
    __host__ __device__ particle operator()(particle p) const
    {
        p.x += p.vx * dt;
        return p;
    }
};
struct push {
    __host__ __device__ void operator()(particle& p) const { p.vx += 1; }
};
struct mass_of {
    __host__ __device__ float operator()(particle const& p) const { return p.mass; }
};
struct is_heavy {
    __host__ __device__ bool operator()(particle const& p) const { return p.mass > 1; }
};
struct lighter {
    __host__ __device__ bool operator()(particle const& a, particle const& b) const
    {
        return a.mass < b.mass;
    }
};

struct context {
    thrust::device_vector<particle> particles, others;
    thrust::device_vector<float> masses, xs;
    thrust::device_vector<int> places;
    particle* raw;
    float* device_sum;
    std::size_t n;
    cudaStream_t stream;
};

// What is not used by a snippet is not missed.
#define HEDDLE_CONTEXT(c)                                     \
    [[maybe_unused]] auto& particles = c.particles;           \
    [[maybe_unused]] auto& others = c.others;                 \
    [[maybe_unused]] auto& masses = c.masses;                 \
    [[maybe_unused]] auto& xs = c.xs;                         \
    [[maybe_unused]] auto& places = c.places;                 \
    [[maybe_unused]] particle* const raw = c.raw;             \
    [[maybe_unused]] float* const device_sum = c.device_sum;  \
    [[maybe_unused]] std::size_t const n = c.n;               \
    [[maybe_unused]] cudaStream_t const stream = c.stream;    \
    [[maybe_unused]] float const dt = 1;

@HEDDLE_SNIPPETS@
