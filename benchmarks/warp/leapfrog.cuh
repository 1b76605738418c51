// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// leapfrog: a time step (kick, drift, kick in a harmonic potential) of particles of 28 bytes. The particles are in an
// array of structs, which plain code or a coalesced_ptr accesses, or in seven arrays.
#pragma once

#include "../access/moves.cuh"
#include "rounds.cuh"

#include <cmath>

namespace heddle_bench::leapfrog {

struct particle {
    float part[7];  // three coordinates, three velocities, and the mass
};
static_assert(sizeof(particle) == 28);

inline constexpr std::size_t count = std::size_t{1} << 24;
inline constexpr float step = 0.01f;

//! Moves a particle by one step: half a kick, a drift, half a kick. A spring of strength 1 pulls the particle to the
//! origin.
__host__ __device__ __forceinline__ void advance(particle& p)
{
    float const inverse_mass = 1 / p.part[6];
    HEDDLE_UNROLL
    for (unsigned k = 0; k < 3; ++k) {
        float &x = p.part[k], &v = p.part[k + 3];
        v -= 0.5f * step * x * inverse_mass;
        x += step * v;
        v -= 0.5f * step * x * inverse_mass;
    }
}

template <class Way>
__global__ void __launch_bounds__(block_threads) step_structs(float* first)
{
    auto* const particles = reinterpret_cast<particle*>(first);
    std::size_t const i = element_index();
    particle p = Way::load(static_cast<particle const*>(particles), i);
    advance(p);
    Way::store(particles, i, p);
}

//! Moves the particles in seven arrays. Array k begins at first + k * count. The masses are read, but not written.
static __global__ void __launch_bounds__(block_threads) step_arrays(float* first)
{
    std::size_t const i = element_index();
    particle p;
#pragma unroll
    for (unsigned k = 0; k < 7; ++k) p.part[k] = first[k * count + i];
    advance(p);
#pragma unroll
    for (unsigned k = 0; k < 6; ++k) first[k * count + i] = p.part[k];
}

inline particle particle_at_start(std::size_t i)
{
    particle p;
    for (unsigned k = 0; k < 7; ++k) {
        p.part[k] = static_cast<float>(random_number(7 * i + k, 1000)) / 500 - 1;
    }
    p.part[6] += 2;
    return p;
}

inline void add_form(char const* variant, bool in_structs, void (*kernel)(float*))
{
    auto const particles = [] {
        static float* const device = allocate<float>(7 * count);
        return device;
    };
    auto const run = [=] {
        launch_kernel(kernel, static_cast<unsigned>(count / block_threads), block_threads, particles());
    };
    auto const particles_after = [=](unsigned steps) {
        std::vector<float> all(7 * count);
        for (std::size_t i = 0; i < count; ++i) {
            particle p = particle_at_start(i);
            for (unsigned k = 0; k < steps; ++k) advance(p);
            for (unsigned k = 0; k < 7; ++k) all[in_structs ? 7 * i + k : k * count + i] = p.part[k];
        }
        return all;
    };
    auto const clear = [=] {
        auto const start = particles_after(0);
        HEDDLE_BENCH_CHECK(cudaMemcpy(particles(), start.data(), start.size() * sizeof(float), cudaMemcpyHostToDevice));
    };
    auto const count_wrong = [=] {
        auto const found = copy_to_host(particles(), 7 * count), expected = particles_after(1);
        std::size_t wrong = 0;
        // The device contracts multiplications and additions, so results differ slightly.
        for (std::size_t i = 0; i < 7 * count; ++i) wrong += std::abs(found[i] - expected[i]) <= 1e-5f ? 0 : 1;
        return wrong;
    };
    measurement m{0, run, count_wrong, clear};
    // The step reads all bytes of a particle, and needs to write all except the mass. Whole structs are written,
    // though.
    m.rates["useful_GB/s"] = 1e-9 * 52 * double(count);
    m.rates["Gparticles/s"] = 1e-9 * double(count);
    add_measurement(std::string("leapfrog/particle28/") + variant + '/' + std::to_string(count), m);
}

inline void add()
{
    add_form("plain_aos", true, step_structs<plainly>);
    add_form("coalesced_aos", true, step_structs<coalesced>);
    add_form("soa", false, step_arrays);
}

}  // namespace heddle_bench::leapfrog
