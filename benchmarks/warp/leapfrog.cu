// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: a leapfrog step (kick, drift, kick in a harmonic well) over particles of 28 bytes: in
// an array of structs by plain access and by coalesced_ptr, and in seven arrays.

#include "bench.cuh"

#include <heddle/heddle.cuh>

#include <cmath>

namespace heddle_warp_bench {
namespace {

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
static_assert(sizeof(particle) == 28);

constexpr unsigned threads = 256;
constexpr std::size_t count = std::size_t{1} << 24;
constexpr float step = 0.01f;

//! One coordinate. A spring of the strength 1 pulls to the middle; half a kick, a drift, half a
//! kick.
__host__ __device__ __forceinline__ void advance(float& x, float& v, float inverse_mass)
{
    v -= 0.5f * step * x * inverse_mass;
    x += step * v;
    v -= 0.5f * step * x * inverse_mass;
}

__host__ __device__ __forceinline__ void advance(particle& p)
{
    float const inverse_mass = 1 / p.mass;
    advance(p.x, p.vx, inverse_mass);
    advance(p.y, p.vy, inverse_mass);
    advance(p.z, p.vz, inverse_mass);
}

__global__ void __launch_bounds__(threads) step_plain(particle* particles)
{
    std::size_t const i = blockIdx.x * std::size_t{threads} + threadIdx.x;
    particle p = particles[i];
    advance(p);
    particles[i] = p;
}

__global__ void __launch_bounds__(threads) step_coalesced(heddle::coalesced_ptr<particle> particles)
{
    std::size_t const i = blockIdx.x * std::size_t{threads} + threadIdx.x;
    particle p = particles[static_cast<std::ptrdiff_t>(i)];
    advance(p);
    particles[static_cast<std::ptrdiff_t>(i)] = p;
}

//! Array k begins at first + k*count. The mass is only read.
__global__ void __launch_bounds__(threads) step_arrays(float* first)
{
    std::size_t const i = blockIdx.x * std::size_t{threads} + threadIdx.x;
    float part[7];
#pragma unroll
    for (unsigned k = 0; k < 7; ++k) part[k] = first[k * count + i];
    particle p{part[0], part[1], part[2], part[3], part[4], part[5], part[6]};
    advance(p);
    float const after[6] = {p.x, p.y, p.z, p.vx, p.vy, p.vz};
#pragma unroll
    for (unsigned k = 0; k < 6; ++k) first[k * count + i] = after[k];
}

float part_at_start(std::size_t i, unsigned k)
{
    float const number = static_cast<float>(random_number(7 * i + k, 1000)) / 500 - 1;
    return k == 6 ? number + 2 : number;
}

//! One array, which holds the particles in either order of its parts.
struct particle_array {
    std::vector<float> structs, arrays;  // at the start
    float* device;

    static particle_array const& get()
    {
        static particle_array const array = [] {
            particle_array a{std::vector<float>(7 * count), std::vector<float>(7 * count),
                             device_array<float>(7 * count)};
            for (std::size_t i = 0; i < count; ++i) {
                for (unsigned k = 0; k < 7; ++k) {
                    a.structs[7 * i + k] = a.arrays[k * count + i] = part_at_start(i, k);
                }
            }
            return a;
        }();
        return array;
    }
};

void add_form(char const* form, bool in_structs, void (*launch)(float*))
{
    measurement m;
    m.name = std::string("leapfrog/particle28/") + form + '/' + std::to_string(count);
    m.launch = [=] {
        launch(particle_array::get().device);
        check_launch();
    };
    m.count_wrong = [=] {
        auto const& array = particle_array::get();
        auto const& start = in_structs ? array.structs : array.arrays;
        HEDDLE_BENCH_CHECK(cudaMemcpy(array.device, start.data(), start.size() * sizeof(float),
                                      cudaMemcpyHostToDevice));
        launch(array.device);
        check_launch();
        auto const found = copy_to_host(array.device, 7 * count);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) {
            float part[7];
            for (unsigned k = 0; k < 7; ++k) part[k] = part_at_start(i, k);
            particle p{part[0], part[1], part[2], part[3], part[4], part[5], part[6]};
            advance(p);
            float const expected[7] = {p.x, p.y, p.z, p.vx, p.vy, p.vz, p.mass};
            for (unsigned k = 0; k < 7; ++k) {
                float const value = found[in_structs ? 7 * i + k : k * count + i];
                // The device contracts multiplications and additions.
                wrong += std::abs(value - expected[k]) > 1e-5f ? 1 : 0;
            }
        }
        return wrong;
    };
    // What the step needs: all is read, all but the mass written. Structs are written whole.
    m.rates["useful_GB/s"] = 1e-9 * 52 * double(count);
    m.rates["Gparticles/s"] = 1e-9 * double(count);
    add(m);
}

constexpr unsigned blocks = count / threads;

}  // namespace

void register_leapfrog()
{
    add_form("plain_aos", true, [](float* first) {
        step_plain<<<blocks, threads>>>(reinterpret_cast<particle*>(first));
    });
    add_form("coalesced_aos", true, [](float* first) {
        step_coalesced<<<blocks, threads>>>(reinterpret_cast<particle*>(first));
    });
    add_form("soa", false, [](float* first) { step_arrays<<<blocks, threads>>>(first); });
}

}  // namespace heddle_warp_bench
