// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// colors_backward, colors_forward: a real kernel whose threads return early. It computes the colors of Gaussian splats.
// The color of a visible splat is the sum of 16 spherical harmonics of its direction, each multiplied by three
// coefficients (192 bytes per splat). In colors_backward, each visible splat writes the gradient of every coefficient.
// The variants differ only in the type of the pointer.
#pragma once

#include "branches.cuh"

namespace heddle_bench::colors {

struct coefficients {
    float3 of_basis[16];
};

//! Computes the real spherical harmonics of degrees 0 to 3 of a unit vector.
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

inline std::size_t splat_count() { return branch_count(sizeof(coefficients)); }

//! Splats and a viewpoint. Splats with a positive radius are visible.
struct scene {
    unsigned count;
    float3 eye;
    float3 const *positions, *color_gradients;
    float const* radii;
    coefficients const* of_splats;

    __device__ __forceinline__ bool sees(unsigned i) const { return i < count && radii[i] > 0; }
    __device__ __forceinline__ void find_basis(unsigned i, float (&basis)[16]) const
    {
        float3 const p = positions[i], d = {p.x - eye.x, p.y - eye.y, p.z - eye.z};
        float const scale = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
        harmonics({d.x * scale, d.y * scale, d.z * scale}, basis);
    }
};

template <template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) backward(scene s, coefficients* gradients)
{
    auto const i = static_cast<unsigned>(element_index());
    if (!s.sees(i)) return;
    float basis[16];
    s.find_basis(i, basis);
    float3 const of_color = s.color_gradients[i];
    coefficients result;
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        result.of_basis[k] = {basis[k] * of_color.x, basis[k] * of_color.y, basis[k] * of_color.z};
    }
    through<Pointer>::store(gradients, i, result);
}

template <template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) forward(scene s, float3* colors)
{
    auto const i = static_cast<unsigned>(element_index());
    if (!s.sees(i)) return;
    float basis[16];
    s.find_basis(i, basis);
    coefficients const c = through<Pointer>::load(s.of_splats, i);
    float3 color = {0.5f, 0.5f, 0.5f};
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        color.x += basis[k] * c.of_basis[k].x;
        color.y += basis[k] * c.of_basis[k].y;
        color.z += basis[k] * c.of_basis[k].z;
    }
    colors[i] = color;
}

inline float3* random_vectors(std::uint32_t seed)
{
    std::vector<float3> all(splat_count());
    auto const coordinate = [&] { return static_cast<float>(mixed(seed++) % 2001) / 1000 - 1; };
    for (float3& v : all) v = {coordinate(), coordinate(), coordinate()};
    return copy_to_device(all);
}

//! Returns the splats. The first call makes them. The given share of splats is visible.
inline scene scene_of(random_share share)
{
    static scene all = [] {
        std::size_t const count = splat_count();
        auto* const of_splats = allocate<coefficients>(count);
        scene const made{static_cast<unsigned>(count), {0, 0, -3}, random_vectors(1), random_vectors(1u << 30),
                         random_share{100}.radius(),   of_splats};
        launch_kernel(backward<plain_ptr>, blocks_of(count), block_threads, made, of_splats);
        return made;
    }();
    all.radii = share.radius();
    return all;
}

template <class Result>
void add_kernel(char const* pattern, char const* variant, random_share share, void (*kernel)(scene, Result*),
                void (*plain)(scene, Result*))
{
    auto const make = [=] {
        scene const s = scene_of(share);
        return graph_of(branch_launches, kernel, blocks_of(s.count), block_threads, 0, s, out_as<Result>());
    };
    add_branch<coefficients>(pattern, variant, share, make, [=] {
        launch_kernel(plain, blocks_of(splat_count()), block_threads, scene_of(share), out_as<Result>());
    });
}

inline void add()
{
    for (unsigned const percent : {10, 30, 60, 80, 95, 100}) {
        add_kernel("colors_backward", "plain", {percent}, backward<plain_ptr>, backward<plain_ptr>);
        add_kernel("colors_backward", "coalesced", {percent}, backward<coalesced_ptr>, backward<plain_ptr>);
        add_kernel("colors_forward", "plain", {percent}, forward<plain_ptr>, forward<plain_ptr>);
        add_kernel("colors_forward", "coalesced", {percent}, forward<coalesced_ptr>, forward<plain_ptr>);
    }
}

}  // namespace heddle_bench::colors
