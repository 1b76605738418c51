// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An example: particles in a box whose halves belong to two GPUs. Each step moves the particles. A particle that
// crosses into the other half is written directly to the other GPU's memory.
#pragma once

#include <heddle/heddle.cuh>

namespace heddle_bench {

struct particle {
    float position[3];  // in the periodic box [0, 1)^3, of which half h has h/2 <= x < (h + 1)/2
    float velocity[3];
    float mass;
};
static_assert(sizeof(particle) == 28);

inline constexpr float time_step = 1.0f / 4096;
inline constexpr unsigned exchange_threads = 256;

__host__ __device__ inline unsigned half_of(particle const& p) { return p.position[0] < 0.5f ? 0 : 1; }

__device__ inline void move_on(particle& p)
{
    for (unsigned k = 0; k < 3; ++k) {
        p.position[k] += p.velocity[k] * time_step;
        p.position[k] -= floorf(p.position[k]);
    }
}

//! Particles of some threads, which wait in shared memory until the whole block sends them. Sending appends the
//! particles to an array, to which other blocks append, too. When there is a particle for every thread, the block
//! reserves consecutive places in the array, and each thread writes one particle. So whole warps write consecutive
//! elements, which is fastest for remote memory.
struct waiting_particles {
    particle items[2 * exchange_threads];
    unsigned end;    // index after the last particle
    unsigned first;  // start of the places reserved last
};

//! Appends particles of a block's threads to an array.
//! Group:    all exchange_threads threads of the block call each function together
//! Requires: the array has room for the particles of all blocks; *appended counts them, and is initially 0
template <class Pointer>
class appender {
public:
    __device__ appender(waiting_particles& waiting, Pointer const& array, unsigned* appended)
        : waiting_(waiting), array_(array), appended_(appended)
    {
        if (threadIdx.x == 0) waiting_.end = 0;
        __syncthreads();
    }

    //! Appends the particles of the threads for which `wanted` is true.
    __device__ void append(bool wanted, particle const& p)
    {
        unsigned const lane = threadIdx.x % 32;
        unsigned const mask = __ballot_sync(0xffffffffu, wanted);
        unsigned end = 0;
        if (lane == 0) end = atomicAdd(&waiting_.end, static_cast<unsigned>(__popc(mask)));
        end = __shfl_sync(0xffffffffu, end, 0);
        unsigned const before = static_cast<unsigned>(__popc(mask & ((1u << lane) - 1)));
        if (wanted) waiting_.items[end + before] = p;
        count_ += static_cast<unsigned>(__syncthreads_count(wanted));
        if (count_ >= exchange_threads) send(exchange_threads);
    }

    //! Sends the remaining particles.
    __device__ void finish()
    {
        __syncthreads();  // all threads have read waiting_.first
        send(count_);
    }

private:
    //! Sends the last `count` particles, at most one for each thread.
    __device__ void send(unsigned count)
    {
        count_ -= count;
        if (threadIdx.x == 0) {
            waiting_.first = atomicAdd(appended_, count);
            waiting_.end = count_;
        }
        particle p{};
        if (threadIdx.x < count) p = waiting_.items[count_ + threadIdx.x];
        __syncthreads();
        if (threadIdx.x < count) array_[waiting_.first + threadIdx.x] = p;
    }

    waiting_particles& waiting_;
    Pointer array_;
    unsigned* appended_;
    unsigned count_ = 0;  // number of waiting particles, the same in all threads
};

//! Particles and their number. The number may be in the memory of the GPU that wrote it.
struct counted_particles {
    particle* items;
    unsigned* count;
};

//! One step of one half. It reads the particles that stayed in this half, and the particles that came from the other
//! half. It writes the particles that stay to its own memory, and the particles that leave to the other half's memory.
//! Both counters of the step are in its own memory, and each array has a single writer, so no atomic operation leaves
//! the GPU.
struct exchange_step {
    unsigned half;
    counted_particles before[2];
    counted_particles staying, leaving;  // counts are initially 0
};

template <template <class> class Pointer>
__global__ void __launch_bounds__(exchange_threads) exchange(exchange_step step)
{
    __shared__ waiting_particles waiting[2];
    using pointer = Pointer<particle>;
    appender<pointer> staying(waiting[0], pointer(step.staying.items), step.staying.count);
    appender<pointer> leaving(waiting[1], pointer(step.leaving.items), step.leaving.count);
    for (unsigned k = 0; k < 2; ++k) {
        Pointer<particle const> const particles(step.before[k].items);
        unsigned const count = *step.before[k].count;
        // Loops in whole blocks, so that no thread misses a barrier.
        for (unsigned first = blockIdx.x * exchange_threads; first < count; first += gridDim.x * exchange_threads) {
            unsigned const i = first + threadIdx.x;
            particle p{};
            if (i < count) {
                p = particles[i];
                move_on(p);
            }
            bool const stays = half_of(p) == step.half;
            staying.append(i < count && stays, p);
            leaving.append(i < count && !stays, p);
        }
    }
    staying.finish();
    leaving.finish();
}

}  // namespace heddle_bench
