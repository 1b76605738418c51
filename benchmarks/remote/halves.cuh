// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The two halves of the example in exchange.cuh: their memory, the order of their steps, and a check that no particle
// is lost, duplicated or in the wrong place.
#pragma once

#include "../permutation.cuh"
#include "exchange.cuh"
#include "peer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_bench {

//! Memory of one GPU.
template <class T>
class array_on {
public:
    array_on(int device, std::size_t count)
    {
        current_device const scope(device);
        HEDDLE_BENCH_CHECK(cudaMalloc(&data_, count * sizeof(T)));
    }
    ~array_on() { cudaFree(data_); }
    array_on(array_on const&) = delete;
    array_on& operator=(array_on const&) = delete;

    T* data() const { return static_cast<T*>(data_); }

private:
    void* data_ = nullptr;
};

//! Returns the position and velocity of particle `id` after some steps. Its mass is its id. All numbers are integers or
//! multiples of 1/4096, so that floats hold them exactly. In each step, a quarter of the particles cross to the other
//! half.
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

//! Particles 0 … count - 1 in a box whose halves belong to two GPUs, or both to one.
//! Requires: count <= 2^24; the GPUs reach each other's memory
class halves_of_box {
public:
    halves_of_box(std::size_t count, int first_device, int second_device)
        : count_(count), halves_{{first_device, count}, {second_device, count}}
    {
        enable_access(first_device, second_device);
        enable_access(second_device, first_device);
        restart();
    }

    //! Moves all particles back to their initial places.
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
            copy(halves_[h].stayed[0].data(), start[h].data(), start[h].size());
            copy(halves_[h].counts[0].data(), counts, 2);
        }
        synchronize();
    }

    //! Moves all particles by one time step, with one kernel on each GPU, in its default stream. The next step, and any
    //! later work in either stream, waits for both kernels.
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

    //! Returns how many particles are missing, present more than once, or not exactly where they must be by now.
    std::size_t count_wrong() const
    {
        synchronize();
        std::size_t wrong = 0, found = 0;
        std::vector<bool> seen(count_);
        for (unsigned h = 0; h < 2; ++h) {
            for (particle const& p : particles_in(h)) {
                auto const id = static_cast<std::size_t>(p.mass);
                bool right = p.mass >= 0 && id < count_ && !seen[id];
                if (right) {
                    seen[id] = true;
                    ++found;
                    particle const expected = particle_after(static_cast<std::uint32_t>(id), steps_);
                    right = half_of(p) == h && std::memcmp(&p, &expected, sizeof p) == 0;
                }
                wrong += right ? 0 : 1;
            }
        }
        return wrong + (count_ - found);
    }

private:
    // There are two of each array: a step reads one and writes the other.
    struct half {
        int device;
        array_on<particle> stayed[2];
        array_on<particle> came[2];    // written by the other half
        array_on<unsigned> counts[2];  // number of particles that stayed, and number of particles that left
        cudaEvent_t stepped = nullptr;

        half(int where, std::size_t count)
            : device(where),
              stayed{{where, count}, {where, count}},
              came{{where, count}, {where, count}},
              counts{{where, 2}, {where, 2}}
        {
            current_device const scope(where);
            HEDDLE_BENCH_CHECK(cudaEventCreateWithFlags(&stepped, cudaEventDisableTiming));
        }
        ~half() { cudaEventDestroy(stepped); }
        half(half const&) = delete;
        half& operator=(half const&) = delete;
    };

    template <template <class> class Pointer>
    void launch_step(unsigned h)
    {
        half const &own = halves_[h], &other = halves_[1 - h];
        unsigned const now = steps_ % 2, next = 1 - now;
        exchange_step const step{
            h,
            {{own.stayed[now].data(), own.counts[now].data()}, {own.came[now].data(), other.counts[now].data() + 1}},
            {own.stayed[next].data(), own.counts[next].data()},
            {other.came[next].data(), own.counts[next].data() + 1}};
        current_device const scope(own.device);
        HEDDLE_BENCH_CHECK(cudaMemsetAsync(own.counts[next].data(), 0, 2 * sizeof(unsigned)));
        // As many blocks as the GPU runs at the same time.
        int multiprocessors = 0, blocks = 0;
        HEDDLE_BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, own.device));
        HEDDLE_BENCH_CHECK(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, exchange<Pointer>, exchange_threads, 0));
        exchange<Pointer><<<multiprocessors * blocks, exchange_threads>>>(step);
        check_launch();
        HEDDLE_BENCH_CHECK(cudaEventRecord(own.stepped));
    }

    template <class T>
    static void copy(T* to, T const* from, std::size_t count)
    {
        HEDDLE_BENCH_CHECK(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDefault));
    }

    void synchronize() const
    {
        for (half const& one : halves_) {
            current_device const scope(one.device);
            HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
        }
    }

    std::vector<particle> particles_in(unsigned h) const
    {
        unsigned const now = steps_ % 2;
        unsigned stayed = 0, came = 0;
        copy(&stayed, halves_[h].counts[now].data(), 1);
        copy(&came, halves_[1 - h].counts[now].data() + 1, 1);
        std::vector<particle> all(std::size_t{stayed} + came);
        copy(all.data(), halves_[h].stayed[now].data(), stayed);
        copy(all.data() + stayed, halves_[h].came[now].data(), came);
        return all;
    }

    std::size_t count_;
    half halves_[2];
    unsigned steps_ = 0;
};

}  // namespace heddle_bench
