// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that nvcc and NVRTC must compile to the same accesses and shuffles.
#include <heddle/heddle.cuh>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
HEDDLE_FIELDS(particle, x, y, z, vx, vy, vz, mass)

struct point {
    unsigned char bytes[33];
};

struct body {
    float part[16];
};

extern "C" __global__ void copy_particles(heddle::coalesced_ptr<particle const> from,
                                          heddle::coalesced_ptr<particle> to, int count)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) to[i] = from[i];
}

extern "C" __global__ void gather_bodies(heddle::coalesced_ptr<body const> from, heddle::coalesced_ptr<body> to,
                                         int const* indices)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    to[i] = from[indices[i]];
}

extern "C" __global__ void copy_points(heddle::coalesced_ptr<point const> from, heddle::coalesced_ptr<point> to)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    to[i] = from[i];
}

extern "C" __global__ void copy_through_memory(heddle::coalesced_ptr<point const, heddle::in_block<256>> from,
                                               heddle::coalesced_ptr<point, heddle::in_block<256>> to)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    to[i] = from[i];
}

extern "C" __global__ void move_particles(heddle::coalesced_ptr<particle> particles, float dt)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    heddle::update(particles + i, [=](particle& p) {
        p.x += p.vx * dt;
        p.y += p.vy * dt;
        p.z += p.vz * dt;
    });
    particles[i].mass = dt;
}

extern "C" __global__ void __launch_bounds__(256) count_particles(particle* particles, unsigned count)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 256>();
    __shared__ heddle::tile_stages<particle, capacity> stage;
    heddle::this_block<256> const block;
    auto const tile = heddle::load_tile(block, stage, particles + blockIdx.x * capacity, count);
    heddle::for_each_element(block, tile, [&](unsigned k) {
        particle p = tile.load(k);
        p.mass += 1;
        tile.store(k, p);
    });
    heddle::store_tile(block, stage, tile);
}
