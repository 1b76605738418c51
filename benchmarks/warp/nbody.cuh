// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// nbody: gravitation between all pairs of bodies. Each thread accumulates the forces on 1, 2 or 4 bodies of its own. The
// other bodies come in tiles. A tile lies either in shared memory, where the block or each warp loads it, or in
// registers, where shuffles pass bodies from lane to lane. If there are too few blocks to fill the GPU, all warps of a
// block have the same own bodies, and each warp processes a part of the other bodies.
#pragma once

#include "rounds.cuh"

#include <heddle/shuffle.cuh>

#include <cmath>

namespace heddle_bench::nbody {

inline constexpr float softening_squared = 1e-2f;

//! Returns 1 / sqrt(x) with one instruction. x must not be subnormal.
__device__ __forceinline__ float inverse_root(float x)
{
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

//! Adds the acceleration of `own` by the body `other`. This takes 13 instructions, and counts as 20 floating-point
//! operations, as in GPU Gems 3.
__device__ __forceinline__ void attract(float3& acceleration, float4 own, float4 other)
{
    float const x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float const inverse = inverse_root(x * x + (y * y + (z * z + softening_squared)));
    float const factor = other.w * inverse * (inverse * inverse);
    acceleration.x += x * factor;
    acceleration.y += y * factor;
    acceleration.z += z * factor;
}

template <unsigned Own>
__device__ __forceinline__ void attract_all(float3 (&sum)[Own], float4 const (&own)[Own], float4 other)
{
#pragma unroll
    for (unsigned k = 0; k < Own; ++k) attract(sum[k], own[k], other);
}

//! A tile in shared memory: either the block loads it and all threads use it, or each warp has its own.
template <bool OfBlock>
struct by_tile {
    static constexpr char const* name = OfBlock ? "shared_tile" : "shared_warp_tile";
    static constexpr bool is_of_block = OfBlock;
    static constexpr unsigned stage_bytes = sizeof(float4);  // per thread
    template <unsigned Threads>
    using storage = float4[Threads];

    __device__ __forceinline__ static void sync() { OfBlock ? __syncthreads() : __syncwarp(); }

    template <unsigned Threads, unsigned Own>
    __device__ __forceinline__ static void meet(float4 (&stage)[Threads], float3 (&sum)[Own], float4 const (&own)[Own],
                                                float4 loaded)
    {
        constexpr unsigned count = OfBlock ? Threads : 32;
        float4* const tile = stage + threadIdx.x / count * count;
        tile[threadIdx.x % count] = loaded;
        sync();
#pragma unroll 32
        for (unsigned j = 0; j < count; ++j) attract_all(sum, own, tile[j]);
        sync();
    }
};

//! A tile in the registers of a warp. Each lane loads one body, and all lanes use these bodies one after the other.
struct by_shuffle {
    static constexpr char const* name = "shuffle_tile";
    static constexpr bool is_of_block = false;
    static constexpr unsigned stage_bytes = 0;
    struct nothing {};
    template <unsigned Threads>
    using storage = nothing;

    template <unsigned Own>
    __device__ __forceinline__ static void meet(nothing, float3 (&sum)[Own], float4 const (&own)[Own], float4 loaded)
    {
        auto const tile = this_warp();
#pragma unroll
        for (unsigned j = 0; j < 32; ++j) attract_all(sum, own, heddle::shuffle(tile, loaded, j));
    }
};

//! Let P be Threads / Parts. Thread t of a block has the bodies t mod P, t mod P + P, and so on. The thread processes
//! every Parts-th tile of the other bodies.
template <class Form, unsigned Own, unsigned Threads, unsigned Parts>
__global__ void __launch_bounds__(Threads) accelerate(float4 const* bodies, unsigned count, float4* accelerations)
{
    constexpr unsigned owners = Threads / Parts;
    static_assert(owners % 32 == 0 && (!Form::is_of_block || Parts == 1));
    constexpr unsigned tile = Form::is_of_block ? Threads : 32;
    __shared__ typename Form::template storage<Threads> stage;

    unsigned const part = threadIdx.x / owners;
    unsigned const first = blockIdx.x * Own * owners + threadIdx.x % owners;
    float4 own[Own];
    float3 sum[Own];
#pragma unroll
    for (unsigned k = 0; k < Own; ++k) {
        own[k] = bodies[first + k * owners];
        sum[k] = {0, 0, 0};
    }
    // The next tile is loaded while the current tile is used.
    float4 const* others = bodies + part * tile + threadIdx.x % tile;
    float4 loaded = *others;
#pragma unroll 1
    for (unsigned met = part * tile; met < count; met += Parts * tile) {
        float4 const now = loaded;
        others += Parts * tile;
        if (met + Parts * tile < count) loaded = *others;
        Form::meet(stage, sum, own, now);
    }
    __shared__ float3 sums[Parts == 1 ? 1 : Threads];
#pragma unroll
    for (unsigned k = 0; k < Own; ++k) {
        if constexpr (Parts > 1) {
            __syncthreads();
            sums[threadIdx.x] = sum[k];
            __syncthreads();
            for (unsigned p = 1; p < Parts && part == 0; ++p) {
                float3 const more = sums[p * owners + threadIdx.x];
                sum[k] = {sum[k].x + more.x, sum[k].y + more.y, sum[k].z + more.z};
            }
        }
        if (part == 0) accelerations[first + k * owners] = {sum[k].x, sum[k].y, sum[k].z, 0};
    }
}

inline constexpr unsigned max_bodies = 256 * 1024;

struct body_arrays {
    std::vector<float4> host = std::vector<float4>(max_bodies);
    float4 *bodies, *accelerations = allocate<float4>(max_bodies);

    body_arrays()
    {
        auto const random = [](std::size_t i, unsigned bound) { return static_cast<float>(random_number(i, bound)); };
        auto const coordinate = [=](std::size_t i) { return random(i, 20001) / 10000 - 1; };
        for (std::size_t i = 0; i < 4 * max_bodies; i += 4) {
            host[i / 4] = {coordinate(i), coordinate(i + 1), coordinate(i + 2), 1 + random(i + 3, 100) / 100};
        }
        bodies = copy_to_device(host);
    }
};

//! Checks a few bodies in double precision. Compares the error of a sum with the sum of the absolute values of its
//! terms.
inline std::size_t count_wrong_accelerations(unsigned count)
{
    auto const& arrays = made_once<body_arrays>();
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

template <class Form, unsigned Own, unsigned Threads, unsigned Parts>
void add_form(unsigned count)
{
    unsigned const of_block = Threads / Parts * Own;
    if (count % of_block != 0) return;
    auto const run = [=] {
        auto const& arrays = made_once<body_arrays>();
        launch_kernel(accelerate<Form, Own, Threads, Parts>, count / of_block, Threads, arrays.bodies, count,
                      arrays.accelerations);
    };
    measurement m{0, run, [=] { return count_wrong_accelerations(count); }};
    m.clear = [=] {
        HEDDLE_BENCH_CHECK(cudaMemset(made_once<body_arrays>().accelerations, 0xff, count * sizeof(float4)));
    };
    m.facts["shared_bytes/block"] = Form::stage_bytes * Threads + (Parts == 1 ? 0 : sizeof(float3) * Threads);
    m.rates["Ginteractions/s"] = 1e-9 * count * double(count);
    std::string const warps = Parts == 1 ? "" : "_by_" + std::to_string(Parts) + "_warps";
    std::string const form = Form::name + ("_x" + std::to_string(Own)) + warps;
    add_measurement("nbody/fp32/" + form + '/' + std::to_string(count), m);
}

template <class Form, unsigned Threads, unsigned Parts>
void add_forms(unsigned count)
{
    add_form<Form, 4, Threads, Parts>(count);
    if constexpr (!has_one_size) {
        add_form<Form, 1, Threads, Parts>(count);
        add_form<Form, 2, Threads, Parts>(count);
    }
}

inline void add()
{
    for (unsigned count = 4096; count <= max_bodies; count *= 2) {
        add_forms<by_tile<true>, 512, 1>(count);
        add_forms<by_tile<false>, 512, 16>(count);
        add_forms<by_tile<false>, 1024, 32>(count);
        add_forms<by_shuffle, 512, 1>(count);
        add_forms<by_shuffle, 512, 16>(count);
        add_forms<by_shuffle, 1024, 32>(count);
    }
}

}  // namespace heddle_bench::nbody
