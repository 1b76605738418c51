// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// colors_backward, colors_forward: a real kernel that returns early, the colors of Gaussian splats. The color of a
// visible splat is a sum of 16 spherical harmonics of its direction, each times three coefficients (192 bytes a splat);
// backward, each visible splat writes the gradient of every coefficient. Only the pointer's type differs.
#pragma once

#include "shares.cuh"

namespace heddle_bench::colors {

inline constexpr float3 camera = {0, 0, -3};

struct coefficients {
    float3 of_basis[16];
};

//! The real spherical harmonics of degrees 0 to 3 of a unit vector.
__device__ __forceinline__ void harmonics(float3 d, float (&basis)[16])
{
    float const x = d.x, y = d.y, z = d.z, xx = x * x, yy = y * y, zz = z * z;
    basis[0] = 0.28209479f;
    basis[1] = -0.48860251f * y;
    basis[2] = 0.48860251f * z;
    basis[3] = -0.48860251f * x;
    basis[4] = 1.09254843f * x * y;
    basis[5] = -1.09254843f * y * z;
    basis[6] = 0.31539157f * (2 * zz - xx - yy);
    basis[7] = -1.09254843f * x * z;
    basis[8] = 0.54627422f * (xx - yy);
    basis[9] = -0.59004359f * y * (3 * xx - yy);
    basis[10] = 2.89061144f * x * y * z;
    basis[11] = -0.45704579f * y * (4 * zz - xx - yy);
    basis[12] = 0.37317633f * z * (2 * zz - 3 * xx - 3 * yy);
    basis[13] = -0.45704579f * x * (4 * zz - xx - yy);
    basis[14] = 1.44530572f * z * (xx - yy);
    basis[15] = -0.59004359f * x * (xx - 3 * yy);
}

__device__ __forceinline__ float3 direction(float3 position, float3 eye)
{
    float3 const d = {position.x - eye.x, position.y - eye.y, position.z - eye.z};
    float const scale = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return {d.x * scale, d.y * scale, d.z * scale};
}

template <class Coefficients>
__global__ void __launch_bounds__(block_threads)
    backward(unsigned count, float3 const* positions, float3 eye, float const* radii,
             float3 const* color_gradients, Coefficients gradients)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || radii[i] <= 0) return;
    float basis[16];
    harmonics(direction(positions[i], eye), basis);
    float3 const of_color = color_gradients[i];
    coefficients result;
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        result.of_basis[k] = {basis[k] * of_color.x, basis[k] * of_color.y, basis[k] * of_color.z};
    }
    gradients[i] = result;
}

template <class Coefficients>
__global__ void __launch_bounds__(block_threads)
    forward(unsigned count, float3 const* positions, float3 eye, float const* radii,
            Coefficients const of_splats, float3* colors)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || radii[i] <= 0) return;
    float basis[16];
    harmonics(direction(positions[i], eye), basis);
    coefficients const c = of_splats[i];
    float3 color = {0.5f, 0.5f, 0.5f};
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        color.x += basis[k] * c.of_basis[k].x;
        color.y += basis[k] * c.of_basis[k].y;
        color.z += basis[k] * c.of_basis[k].z;
    }
    colors[i] = color;
}

//! Allocated when they are first asked for. `expected` is the result of plain code.
struct splats {
    float3 *positions, *color_gradients;
    coefficients *of_splats, *gradients, *expected_gradients;
    float3 *colors, *expected_colors;

    static float3* vectors(std::uint32_t seed)
    {
        std::vector<float3> all(branch_count());
        std::uint32_t next = seed;
        auto const coordinate = [&] { return static_cast<float>(mixed(next++) % 2001) / 1000 - 1; };
        for (float3& v : all) v = {coordinate(), coordinate(), coordinate()};
        return copy_to_device(all);
    }
    static splats const& get()
    {
        static splats const all = [] {
            std::size_t const count = branch_count();
            splats s{vectors(1),
                     vectors(1u << 30),
                     allocate<coefficients>(count),
                     allocate<coefficients>(count),
                     allocate<coefficients>(count),
                     allocate<float3>(count),
                     allocate<float3>(count)};
            launch_kernel(backward<coefficients*>, blocks_of(count), block_threads,
                          static_cast<unsigned>(count), s.positions, camera,
                          random_share{100}.radius(), s.color_gradients, s.of_splats);
            return s;
        }();
        return all;
    }
};

static __global__ void compare(std::uint32_t const* found, std::uint32_t const* expected,
                               std::size_t words, unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < words; i += grid_size()) {
        if (found[i] != expected[i]) atomicAdd(wrong, 1ull);
    }
}

//! Runs a launch and plain code on cleared memory, and returns how many words of their results differ.
template <class Result, class Launch>
std::size_t count_wrong(Launch const& launch, Result* found, launcher const& launch_plain,
                        Result* expected)
{
    for (auto* const result : {found, expected}) {
        HEDDLE_BENCH_CHECK(cudaMemset(result, 0, branch_count() * sizeof(Result)));
    }
    launch();
    launch_plain();
    return count_wrong_by(compare, reinterpret_cast<std::uint32_t const*>(found),
                          reinterpret_cast<std::uint32_t const*>(expected),
                          branch_count() * sizeof(Result) / 4);
}

//! `pointer` makes the argument of a kernel from a raw pointer.
template <class Pointer>
void add_variant(char const* variant, random_share share, Pointer const& pointer)
{
    element_shape const shape{sizeof(coefficients), "192"};
    auto const count = static_cast<unsigned>(branch_count());
    auto const add = [&](char const* pattern, auto const& launch_with, auto const& results) {
        measurement m = measure_branch(share, shape.bytes, [=] {
            share.radius();  // not while the launches are captured
            return branch_launch([=, found = results().first](cudaStream_t stream) {
                launch_with(stream, pointer, found);
            });
        });
        m.count_wrong = [=, run = m.launch] {
            auto const both = results();
            auto const itself = [](auto* raw) { return raw; };
            return count_wrong(
                run, both.first, [&] { launch_with(nullptr, itself, both.second); }, both.second);
        };
        add_measurement(name_of(pattern, variant, shape) + '/' + share.label(), m);
    };
    add(
        "colors_backward",
        [=](cudaStream_t stream, auto const& argument, coefficients* gradients) {
            splats const& s = splats::get();
            backward<<<blocks_of(count), block_threads, 0, stream>>>(
                count, s.positions, camera, share.radius(), s.color_gradients, argument(gradients));
        },
        [=] {
            splats const& s = splats::get();
            return std::pair(s.gradients, s.expected_gradients);
        });
    add(
        "colors_forward",
        [=](cudaStream_t stream, auto const& argument, float3* colors) {
            splats const& s = splats::get();
            forward<<<blocks_of(count), block_threads, 0, stream>>>(
                count, s.positions, camera, share.radius(),
                argument(static_cast<coefficients const*>(s.of_splats)), colors);
        },
        [=] {
            splats const& s = splats::get();
            return std::pair(s.colors, s.expected_colors);
        });
}

inline void add()
{
    for (unsigned const percent : {10, 30, 60, 80, 95, 100}) {
        add_variant("plain", {percent}, [](auto* raw) { return raw; });
        add_variant("coalesced", {percent}, [](auto* raw) { return heddle::make_coalesced(raw); });
    }
}

}  // namespace heddle_bench::colors
