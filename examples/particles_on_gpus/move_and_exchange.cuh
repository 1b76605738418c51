// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that store directly to the memory of the neighbors. The kernels get addresses, and do not use NVSHMEM.
#pragma once

#include "gpu_rank.cuh"

#include <cub/block/block_scan.cuh>

inline constexpr unsigned particles_of_thread = 4;
inline constexpr unsigned tile_particles = block_threads * particles_of_thread;

//! An array, and the number of its particles. After an overflow, the number is larger than `room`.
struct counted_particles {
    particle* items;
    unsigned* count;
    unsigned room;
};

//! The arrays of a step of one rank. `before`: the particles that stayed, and those that came from each side. `after`,
//! by `side`: the particles that stay, and those that leave, in the memory of the neighbors. All counts are in the
//! memory of this GPU. Each array has one writer, so no atomic operation leaves the GPU.
struct step_of_rank {
    slab own;
    counted_particles before[3], after[3];
};

// Four numbers of 16 bits, one for each `side`.
using packed = unsigned long long;
static __device__ packed one_at(unsigned where) { return packed{1} << 16 * where; }
static __device__ unsigned number_at(packed numbers, unsigned where)
{
    return static_cast<unsigned>(numbers >> 16 * where) & 0xffffu;
}

//! Moves the particles. In shared memory, each block sorts its particles by the side on which they leave. It reserves
//! the places of all particles of one side with one operation, so that its warps store consecutive particles.
template <template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) move_and_exchange(__grid_constant__ step_of_rank const step)
{
    using scan = cub::BlockScan<packed, block_threads>;
    __shared__ typename scan::TempStorage scan_memory;
    __shared__ particle sorted[tile_particles];
    __shared__ unsigned first[3];  // the first reserved place for each side
    for (counted_particles const& from : step.before) {
        Pointer<particle const> const particles(from.items);
        unsigned const count = min(*from.count, from.room);
        for (unsigned begin = blockIdx.x * tile_particles; begin < count; begin += gridDim.x * tile_particles) {
            particle own[particles_of_thread];
            unsigned where[particles_of_thread];
            packed numbers = 0, places, all;
#pragma unroll
            for (unsigned k = 0; k < particles_of_thread; ++k) {
                unsigned const i = begin + k * block_threads + threadIdx.x;
                where[k] = nowhere;
                if (i < count) {
                    own[k] = particles[i];
                    step.own.move(own[k]);
                    where[k] = step.own.side_of(own[k]);
                }
                numbers += one_at(where[k]);
            }
            scan(scan_memory).ExclusiveSum(numbers, places, all);
            packed const starts = all * (one_at(1) + one_at(2) + one_at(3));  // where each side begins in `sorted`
            places += starts;
            if (threadIdx.x < 3) {
                first[threadIdx.x] = atomicAdd(step.after[threadIdx.x].count, number_at(all, threadIdx.x));
            }
#pragma unroll
            for (unsigned k = 0; k < particles_of_thread; ++k) {
                if (where[k] != nowhere) sorted[number_at(places, where[k])] = own[k];
                places += one_at(where[k]);
            }
            __syncthreads();
            for (unsigned i = threadIdx.x; i < number_at(starts, nowhere); i += block_threads) {
                unsigned const to = i < number_at(starts, left) ? in_slab : i < number_at(starts, right) ? left : right;
                unsigned const place = first[to] + i - number_at(starts, to);
                if (place < step.after[to].room) Pointer<particle>(step.after[to].items)[place] = sorted[i];
            }
            __syncthreads();
        }
    }
}

//! Statistics of all steps.
struct history {
    unsigned long long sent;  //!< the number of particles that left
    unsigned max_fill[3];     //!< the largest count of a step, by `side`
};

//! Tells the neighbors how many particles came to them. The fence orders all stores of this kernel and of earlier
//! kernels of the stream before the barrier that follows.
static __global__ void tell_counts(unsigned const* counts, unsigned* at_left, unsigned* at_right, history* all)
{
    *at_left = counts[left];
    *at_right = counts[right];
    all->sent += counts[left] + counts[right];
    for (unsigned k = 0; k < 3; ++k) all->max_fill[k] = max(all->max_fill[k], counts[k]);
    __threadfence_system();
}

//! The arguments of store_particles(), which only stores as many particles to both neighbors as a step does. blockIdx.y
//! selects the neighbor.
struct stores {
    particle* to[2];
    unsigned count[2];
};

template <template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    store_particles(__grid_constant__ stores const all, particle const* from)
{
    unsigned const i = blockIdx.x * block_threads + threadIdx.x;
    if (i >= all.count[blockIdx.y]) return;
    Pointer<particle const> const source(from);
    Pointer<particle>(all.to[blockIdx.y])[i] = source[i];
}
