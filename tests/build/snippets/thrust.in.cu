// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The code blocks of docs/thrust.md, and the blocks of README.md that call Thrust. Each block becomes a function.

#include <heddle/algorithm.cuh>
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

@HEDDLE_FILE_BLOCKS@
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

// The variables that the code blocks use.
#define HEDDLE_HOST_CONTEXT                                                                  \
    [[maybe_unused]] thrust::device_vector<particle>& particles,                             \
        [[maybe_unused]] thrust::device_vector<particle>& others,                            \
        [[maybe_unused]] thrust::device_vector<float>& masses,                               \
        [[maybe_unused]] thrust::device_vector<float>& xs, [[maybe_unused]] particle* raw,   \
        [[maybe_unused]] float* device_sum, [[maybe_unused]] std::size_t n,                  \
        [[maybe_unused]] particle* deltas, [[maybe_unused]] int* indices,                    \
        [[maybe_unused]] cudaStream_t stream, [[maybe_unused]] float dt

@HEDDLE_HOST_BLOCKS@
