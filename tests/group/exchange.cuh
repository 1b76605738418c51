// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in a box whose halves belong to two GPUs. Each step moves the particles. If a particle crosses
// into the other half, it is written directly to the memory of the other GPU. A check finds particles that were lost,
// duplicated or misplaced.
#pragma once

#include "../../benchmarks/harness.cuh"
#include "../../benchmarks/remote/peer.hpp"

#include <heddle/heddle.cuh>

#include <algorithm>

namespace heddle_bench {

struct particle {
    float position[3];  // in the periodic box [0, 1)^3; half h of the box has h/2 <= x < (h + 1)/2
    float velocity[3];
    float mass;
};
static_assert(sizeof(particle) == 28);

inline constexpr float time_step = 1.0f / 4096;

__host__ __device__ inline unsigned half_of(particle const& p) { return p.position[0] < 0.5f ? 0 : 1; }

__device__ inline void move_on(particle& p)
{
    for (unsigned k = 0; k < 3; ++k) {
        p.position[k] += p.velocity[k] * time_step;
        p.position[k] -= floorf(p.position[k]);
    }
}

//! Particles of some threads, which wait in shared memory until the whole block sends them. To send particles is to
//! append them to an array, to which other blocks append, too. When there is one particle for every thread, the block
//! reserves consecutive elements of the array, and each thread writes one of them. Whole warps therefore write
//! consecutive elements, which is fastest for remote memory.
struct waiting_particles {
    particle items[2 * block_threads];
    unsigned end;    // index after the last particle
    unsigned first;  // first of the elements that were reserved last
};

//! Appends particles of a block's threads to an array.
//! Group:    all block_threads threads of the block call each function together
//! Requires: the array has room for the particles of all blocks; *appended is 0 at first, and counts the particles
template <class Pointer>
class appender {
public:
    __device__ appender(waiting_particles& waiting, Pointer const& array, unsigned* appended)
        : waiting_(waiting), array_(array), appended_(appended)
    {
        if (threadIdx.x == 0) waiting_.end = 0;
        __syncthreads();
    }

    //! Appends the particle p of each thread for which `wanted` is true.
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
        if (count_ >= block_threads) send(block_threads);
    }

    //! Sends the particles that are still waiting.
    __device__ void finish()
    {
        __syncthreads();  // now all threads have read waiting_.first
        send(count_);
    }

private:
    //! Sends the last `count` waiting particles. `count` is at most the number of threads.
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

//! Particles and their number. The number may lie in the memory of the GPU that wrote it.
struct counted_particles {
    particle* items;
    unsigned* count;
};

//! One step of one half of the box. Reads the particles that stayed in this half, and those that came from the other
//! half. Writes the particles that stay to this half's memory, and the particles that leave to the other half's memory.
//! Both counters of the step are in this half's memory, and each array has a single writer. No atomic operation
//! therefore leaves the GPU.
struct exchange_step {
    unsigned half;
    counted_particles before[2];
    counted_particles staying, leaving;  // both counts are initially 0
};

template <template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) exchange(exchange_step step)
{
    __shared__ waiting_particles waiting[2];
    using pointer = Pointer<particle>;
    appender<pointer> staying(waiting[0], pointer(step.staying.items), step.staying.count);
    appender<pointer> leaving(waiting[1], pointer(step.leaving.items), step.leaving.count);
    for (unsigned k = 0; k < 2; ++k) {
        Pointer<particle const> const particles(step.before[k].items);
        unsigned const count = *step.before[k].count;
        // The loop advances by whole blocks, so that every thread reaches every barrier.
        for (unsigned first = blockIdx.x * block_threads; first < count; first += gridDim.x * block_threads) {
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

//! Returns particle `id` after some steps. The mass of a particle is its id. All numbers are integers or multiples of
//! 1/4096, so floats represent them exactly. In each step, a quarter of the particles cross to the other half.
//! Requires: id < 2^24
inline particle particle_after(std::uint32_t id, unsigned steps)
{
    particle p{};
    for (unsigned k = 0; k < 3; ++k) {
        std::uint32_t const bits = mixed(3 * id + k);
        int const velocity = static_cast<int>(bits >> 12 & 2047u) - 1024;
        std::uint32_t const place = (bits & 4095u) + steps * static_cast<std::uint32_t>(velocity);
        p.position[k] = static_cast<float>(place & 4095u) / 4096;
        p.velocity[k] = static_cast<float>(velocity);
    }
    p.mass = static_cast<float>(id);
    return p;
}

//! Particles 0 … count - 1 in a box whose halves belong to two GPUs, or to the same GPU. Their memory is never freed.
//! Requires: count <= 2^24; each GPU can access the memory of the other
class halves_of_box {
public:
    halves_of_box(std::size_t count, int first_device, int second_device)
        : count_(count), halves_{{first_device, count}, {second_device, count}}
    {
        enable_access(first_device, second_device);
        enable_access(second_device, first_device);
        restart();
    }

    //! Moves all particles back to their initial positions.
    void restart()
    {
        steps_ = 0;
        std::vector<particle> start[2];
        for (std::uint32_t id = 0; id < count_; ++id) {
            particle const p = particle_after(id, 0);
            start[half_of(p)].push_back(p);
        }
        synchronize();
        for (unsigned h = 0; h < 2; ++h) {
            unsigned const counts[] = {static_cast<unsigned>(start[h].size()), 0};
            HEDDLE_BENCH_CHECK(cudaMemcpy(halves_[h].stayed[0], start[h].data(), start[h].size() * sizeof(particle),
                                          cudaMemcpyDefault));
            HEDDLE_BENCH_CHECK(cudaMemcpy(halves_[h].counts[0], counts, sizeof counts, cudaMemcpyDefault));
        }
        synchronize();
    }

    //! Moves all particles by one time step. One kernel runs on each GPU, in the GPU's default stream. The next step,
    //! and any later work in these streams, waits for both kernels.
    template <template <class> class Pointer>
    void step()
    {
        for (unsigned h = 0; h < 2; ++h) launch_step<Pointer>(h);
        for (unsigned h = 0; h < 2; ++h) {
            current_device const scope(halves_[h].device);
            HEDDLE_BENCH_CHECK(cudaStreamWaitEvent(nullptr, halves_[1 - h].stepped, 0));
        }
        ++steps_;
    }

    //! Returns the number of particles that are missing, duplicated, or not exactly at their expected position.
    std::size_t count_wrong() const
    {
        synchronize();
        std::size_t wrong = 0;
        std::vector<bool> seen(count_);
        unsigned const now = steps_ % 2;
        for (unsigned h = 0; h < 2; ++h) {
            auto all = copy_to_host(halves_[h].stayed[now], copy_to_host(halves_[h].counts[now], 2)[0]);
            auto const came = copy_to_host(halves_[h].came[now], copy_to_host(halves_[1 - h].counts[now], 2)[1]);
            all.insert(all.end(), came.begin(), came.end());
            for (particle const& p : all) {
                auto const id = static_cast<std::size_t>(p.mass);
                particle const expected = particle_after(static_cast<std::uint32_t>(id), steps_);
                bool const is_new = p.mass >= 0 && id < count_ && !seen[id];
                if (is_new) seen[id] = true;
                wrong += is_new && half_of(p) == h && std::memcmp(&p, &expected, sizeof p) == 0 ? 0 : 1;
            }
        }
        return wrong + static_cast<std::size_t>(std::count(seen.begin(), seen.end(), false));
    }

private:
    // There are two copies of each array: a step reads one copy and writes the other.
    struct half {
        int device;
        particle *stayed[2], *came[2];  // the other half writes `came`
        unsigned* counts[2];            // number of particles that stayed, and number of particles that left
        cudaEvent_t stepped = nullptr;

        half(int where, std::size_t count) : device(where)
        {
            current_device const scope(where);
            for (unsigned k = 0; k < 2; ++k) {
                stayed[k] = allocate<particle>(count);
                came[k] = allocate<particle>(count);
                counts[k] = allocate<unsigned>(2);
            }
            HEDDLE_BENCH_CHECK(cudaEventCreateWithFlags(&stepped, cudaEventDisableTiming));
        }
    };

    template <template <class> class Pointer>
    void launch_step(unsigned h)
    {
        half const &own = halves_[h], &other = halves_[1 - h];
        unsigned const now = steps_ % 2, next = 1 - now;
        exchange_step const step{h,
                                 {{own.stayed[now], own.counts[now]}, {own.came[now], other.counts[now] + 1}},
                                 {own.stayed[next], own.counts[next]},
                                 {other.came[next], own.counts[next] + 1}};
        current_device const scope(own.device);
        HEDDLE_BENCH_CHECK(cudaMemsetAsync(own.counts[next], 0, 2 * sizeof(unsigned)));
        unsigned const blocks = resident_blocks(exchange<Pointer>, block_threads, own.device);
        launch_kernel(exchange<Pointer>, blocks, block_threads, step);
        HEDDLE_BENCH_CHECK(cudaEventRecord(own.stepped));
    }

    void synchronize() const
    {
        for (half const& one : halves_) {
            current_device const scope(one.device);
            HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
        }
    }

    std::size_t count_;
    half halves_[2];
    unsigned steps_ = 0;
};

}  // namespace heddle_bench
