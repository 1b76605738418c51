// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An example: particles in a box whose halves belong to two GPUs. A step moves them, and whoever
// crosses into the other half is written straight into the other GPU's memory.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>

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

//! What waits in shared memory for a whole block to send it: particles of some of its threads, to
//! be appended to an array in which other blocks append, too. Each time the block can fill all its
//! threads it reserves that many places in a row, and each thread writes one particle: in whole
//! warps, to consecutive elements, as far memory likes it.
struct waiting_particles {
    particle items[2 * exchange_threads];
    unsigned end;    // behind the last
    unsigned first;  // of the places reserved last
};

//! Appends particles of a block's threads to an array.
//! Group:    all exchange_threads threads of the block, together in each function
//! Requires: the array has room for what all blocks append; *appended, their number, is 0 at first
template <class Pointer>
class appender {
public:
    __device__ appender(waiting_particles& waiting, Pointer const& array, unsigned* appended)
        : waiting_(waiting), array_(array), appended_(appended)
    {
        if (threadIdx.x == 0) waiting_.end = 0;
        __syncthreads();
    }

    //! Appends the particles of the threads that want it.
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

    //! Sends what is left.
    __device__ void finish()
    {
        __syncthreads();  // all have seen which places were reserved last
        send(count_);
    }

private:
    //! Sends the last so many, of at most one for each thread.
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
    unsigned count_ = 0;  // of those that wait: the same in all threads
};

//! Particles, and how many: the number may lie in the memory of the GPU that wrote them.
struct counted_particles {
    particle* items;
    unsigned* count;
};

//! One step of one half: from the particles that stayed and those that came before it to those that
//! stay, in its own memory, and those that leave, in the other half's. Both counters are its own:
//! each array has one writer, so that no atomic operation leaves the GPU.
struct exchange_step {
    unsigned half;
    counted_particles before[2];
    counted_particles staying, leaving;  // counts are 0 at first
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
        // Whole blocks go round: nobody may miss a barrier.
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
