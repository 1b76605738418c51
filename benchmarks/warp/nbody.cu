// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: gravitation between all pairs of bodies. The bodies that all others are to meet come
// by tiles in shared memory, loaded by the block, or by tiles in registers, handed round by
// shuffles; each thread has 1, 2 or 4 bodies of its own.

#include "bench.cuh"
#include "rounds.cuh"

#include <heddle/shuffle.cuh>

#include <cmath>

namespace heddle_warp_bench {
namespace {

constexpr unsigned threads = 256;
constexpr float softening_squared = 1e-2f;

//! What body `other` adds to the acceleration of `own`: 20 floating-point operations, as they are
//! counted since GPU Gems 3.
__host__ __device__ __forceinline__ void attract(float3& acceleration, float4 own, float4 other)
{
    float const x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float const squared = x * x + y * y + z * z + softening_squared;
#if defined(__CUDA_ARCH__)
    float const inverse = rsqrtf(squared);
#else
    float const inverse = 1 / std::sqrt(squared);
#endif
    float const factor = other.w * inverse * inverse * inverse;
    acceleration.x += x * factor;
    acceleration.y += y * factor;
    acceleration.z += z * factor;
}

//! All threads of the block meet the tile of `threads` bodies that they loaded together.
template <unsigned Own>
struct by_shared_tile {
    static constexpr char const* name = "shared_tile";
    __device__ __forceinline__ static void meet(float3 (&sum)[Own], float4 const (&own)[Own],
                                                float4 const* bodies)
    {
        __shared__ float4 tile[threads];
        tile[threadIdx.x] = bodies[threadIdx.x];
        __syncthreads();
#pragma unroll 32
        for (unsigned j = 0; j < threads; ++j) {
            float4 const other = tile[j];
#pragma unroll
            for (unsigned k = 0; k < Own; ++k) attract(sum[k], own[k], other);
        }
        __syncthreads();
    }
};

//! The lanes of a warp meet the bodies that they loaded, one lane's after the other.
template <unsigned Own>
struct by_shuffle {
    static constexpr char const* name = "shuffle_tile";
    __device__ __forceinline__ static void meet(float3 (&sum)[Own], float4 const (&own)[Own],
                                                float4 const* bodies)
    {
        auto const tile = this_warp();
#pragma unroll 1
        for (unsigned first = 0; first < threads; first += 32) {
            float4 const loaded = bodies[first + this_lane()];
#pragma unroll
            for (unsigned j = 0; j < 32; ++j) {
                float4 const other = heddle::shuffle(tile, loaded, j);
#pragma unroll
                for (unsigned k = 0; k < Own; ++k) attract(sum[k], own[k], other);
            }
        }
    }
};

//! Every thread reads every body from memory: the caches hand them round.
template <unsigned Own>
struct by_cache {
    static constexpr char const* name = "cache";
    __device__ __forceinline__ static void meet(float3 (&sum)[Own], float4 const (&own)[Own],
                                                float4 const* bodies)
    {
#pragma unroll 32
        for (unsigned j = 0; j < threads; ++j) {
            float4 const other = __ldg(bodies + j);
#pragma unroll
            for (unsigned k = 0; k < Own; ++k) attract(sum[k], own[k], other);
        }
    }
};

template <class Form, unsigned Own>
__global__ void __launch_bounds__(threads)
    accelerate(float4 const* bodies, unsigned count, float4* accelerations)
{
    unsigned const first = (blockIdx.x * Own) * threads + threadIdx.x;
    float4 own[Own];
    float3 sum[Own];
#pragma unroll
    for (unsigned k = 0; k < Own; ++k) {
        own[k] = bodies[first + k * threads];
        sum[k] = {0, 0, 0};
    }
    for (unsigned tile = 0; tile < count; tile += threads) Form::meet(sum, own, bodies + tile);
#pragma unroll
    for (unsigned k = 0; k < Own; ++k) {
        accelerations[first + k * threads] = {sum[k].x, sum[k].y, sum[k].z, 0};
    }
}

constexpr unsigned most_bodies = 256 * 1024;

struct body_arrays {
    std::vector<float4> host;
    float4* bodies;
    float4* accelerations;

    static body_arrays const& get()
    {
        static body_arrays const arrays = [] {
            std::vector<float4> host(most_bodies);
            for (std::size_t i = 0; i < most_bodies; ++i) {
                auto const coordinate = [&](std::size_t k) {
                    return static_cast<float>(random_number(4 * i + k, 20001)) / 10000 - 1;
                };
                host[i] = {coordinate(0), coordinate(1), coordinate(2),
                           1 + static_cast<float>(random_number(4 * i + 3, 100)) / 100};
            }
            return body_arrays{host, copy_to_device(host), device_array<float4>(most_bodies)};
        }();
        return arrays;
    }
};

//! A few bodies, in double precision. The error of a sum of n terms of either sign is compared with
//! the sum of their sizes.
std::size_t count_wrong_accelerations(unsigned count)
{
    auto const& arrays = body_arrays::get();
    auto const found = copy_to_host(arrays.accelerations, count);
    std::size_t wrong = 0;
    for (unsigned i = 0; i < count; i += count / 16 + 1) {
        double sum[3] = {}, size = 0;
        for (unsigned j = 0; j < count; ++j) {
            float4 const a = arrays.host[i], b = arrays.host[j];
            double const d[3] = {double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z};
            double const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening_squared;
            double const factor = b.w / (squared * std::sqrt(squared));
            for (unsigned k = 0; k < 3; ++k) {
                sum[k] += d[k] * factor;
                size += std::abs(d[k] * factor);
            }
        }
        float const* const part = &found[i].x;
        for (unsigned k = 0; k < 3; ++k) wrong += std::abs(part[k] - sum[k]) > 1e-4 * size ? 1 : 0;
    }
    return wrong;
}

template <template <unsigned> class Form, unsigned Own>
void add_form(unsigned count)
{
    measurement m;
    m.name = std::string("nbody/") + Form<Own>::name + "_x" + std::to_string(Own) + "/fp32/" +
             std::to_string(count);
    m.launch = [=] {
        auto const& arrays = body_arrays::get();
        accelerate<Form<Own>, Own>
            <<<count / (threads * Own), threads>>>(arrays.bodies, count, arrays.accelerations);
        check_launch();
    };
    m.count_wrong = [=, launch = m.launch] {
        auto const& arrays = body_arrays::get();
        HEDDLE_BENCH_CHECK(cudaMemset(arrays.accelerations, 0xff, count * sizeof(float4)));
        launch();
        return count_wrong_accelerations(count);
    };
    m.rates["Ginteractions/s"] = 1e-9 * count * double(count);
    add(m);
}

template <template <unsigned> class Form>
void add_forms(unsigned count)
{
    add_form<Form, 1>(count);
    add_form<Form, 2>(count);
    add_form<Form, 4>(count);
}

}  // namespace

void register_nbody()
{
    for (unsigned count = 4096; count <= most_bodies; count *= 2) {
        add_forms<by_shared_tile>(count);
        add_forms<by_shuffle>(count);
        add_forms<by_cache>(count);
    }
}

}  // namespace heddle_warp_bench
