// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The two halves of the example in exchange.cuh: their memory, the order of their steps, and a check that no particle
// is lost, duplicated or in the wrong place.
#pragma once

#include "../common/measurement.hpp"
#include "../permutation.cuh"
#include "exchange.cuh"
#include "peer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace heddle_bench {

struct free_memory {
    void operator()(void* memory) const { cudaFree(memory); }
};
template <class T>
using device_array = std::unique_ptr<T[], free_memory>;

//! Returns particle `id` after some steps. Its mass is its id. All numbers are integers or multiples of 1/4096, so that
//! floats hold them exactly. In each step, a quarter of the particles cross to the other half.
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
            copy(halves_[h].stayed[0].get(), start[h].data(), start[h].size());
            copy(halves_[h].counts[0].get(), counts, 2);
        }
        synchronize();
    }

    //! Moves all particles by one time step: one kernel runs on each GPU, in its default stream. The next step waits
    //! for both kernels, as does any later work in either stream.
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

    //! Returns the number of particles that are missing, present more than once, or not exactly at their expected
    //! place.
    std::size_t count_wrong() const
    {
        synchronize();
        std::size_t wrong = 0;
        std::vector<bool> seen(count_);
        for (unsigned h = 0; h < 2; ++h) {
            for (particle const& p : particles_in(h)) {
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
    // There are two of each array: a step reads one and writes the other.
    struct half {
        int device;
        device_array<particle> stayed[2];
        device_array<particle> came[2];    // written by the other half
        device_array<unsigned> counts[2];  // number of particles that stayed, and number of particles that left
        cudaEvent_t stepped = nullptr;

        half(int where, std::size_t count) : device(where)
        {
            current_device const scope(where);
            for (unsigned k = 0; k < 2; ++k) {
                stayed[k].reset(allocate<particle>(count));
                came[k].reset(allocate<particle>(count));
                counts[k].reset(allocate<unsigned>(2));
            }
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
            {{own.stayed[now].get(), own.counts[now].get()}, {own.came[now].get(), other.counts[now].get() + 1}},
            {own.stayed[next].get(), own.counts[next].get()},
            {other.came[next].get(), own.counts[next].get() + 1}};
        current_device const scope(own.device);
        HEDDLE_BENCH_CHECK(cudaMemsetAsync(own.counts[next].get(), 0, 2 * sizeof(unsigned)));
        unsigned const blocks = resident_blocks(exchange<Pointer>, exchange_threads, own.device);
        launch_kernel(exchange<Pointer>, blocks, exchange_threads, step);
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
        copy(&stayed, halves_[h].counts[now].get(), 1);
        copy(&came, halves_[1 - h].counts[now].get() + 1, 1);
        std::vector<particle> all(std::size_t{stayed} + came);
        copy(all.data(), halves_[h].stayed[now].get(), stayed);
        copy(all.data() + stayed, halves_[h].came[now].get(), came);
        return all;
    }

    std::size_t count_;
    half halves_[2];
    unsigned steps_ = 0;
};

}  // namespace heddle_bench
