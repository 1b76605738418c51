// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Colors from real spherical harmonics of degree 3, and their gradient.
#pragma once

#include <heddle/heddle.cuh>

#include <cmath>

struct vec3 {  // 12 bytes
    float x, y, z;
};
HEDDLE_FIELDS(vec3, x, y, z);

//! The coefficients of one splat: for each function of the basis red, green and blue.
struct harmonics {  // 192 bytes
    float c[16][3];
};
HEDDLE_FIELDS(harmonics, c);
static_assert(sizeof(harmonics) == 192);

//! Sets basis[l * l + l + m] to the real spherical harmonic of degree l and order m in the direction of a unit vector.
//! The factors are sqrt((2 l + 1) / (4 pi) * (l - |m|)! / (l + |m|)!), times sqrt(2) if m is not 0, and times those of
//! the Legendre polynomials. Odd orders are negative (the Condon-Shortley phase).
HEDDLE_INLINE constexpr void set_basis(float (&basis)[16], float x, float y, float z)
{
    float const xx = x * x, yy = y * y, zz = z * z;
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
    basis[11] = -0.45704580f * y * (4 * zz - xx - yy);
    basis[12] = 0.37317633f * z * (2 * zz - 3 * xx - 3 * yy);
    basis[13] = -0.45704580f * x * (4 * zz - xx - yy);
    basis[14] = 1.44530572f * z * (xx - yy);
    basis[15] = -0.59004359f * x * (xx - 3 * yy);
}

//! Returns whether the squares of each degree add up to (2 l + 1) / (4 pi), as the addition theorem says.
constexpr bool adds_up(float x, float y, float z)
{
    float basis[16]{};
    set_basis(basis, x, y, z);
    for (int l = 0; l < 4; ++l) {
        float sum = 0;
        for (int k = l * l; k < (l + 1) * (l + 1); ++k) sum += basis[k] * basis[k];
        float const ratio = sum * 4 * 3.14159265f / static_cast<float>(2 * l + 1);
        if (ratio < 0.99999f || ratio > 1.00001f) return false;
    }
    return true;
}
static_assert(adds_up(2.0f / 7, 3.0f / 7, 6.0f / 7) && adds_up(-6.0f / 11, 2.0f / 11, 9.0f / 11) &&
              adds_up(4.0f / 9, -8.0f / 9, 1.0f / 9) && adds_up(0.6f, 0, -0.8f));

//! Sets the basis for the direction from the camera to a splat.
HEDDLE_INLINE void set_basis(float (&basis)[16], vec3 const& position, vec3 const& camera)
{
    float const x = position.x - camera.x, y = position.y - camera.y, z = position.z - camera.z;
    float const length = sqrtf(x * x + y * y + z * z);
    set_basis(basis, x / length, y / length, z / length);
}

//! Returns the color of a splat, which is not negative.
template <class Harmonics>
HEDDLE_INLINE vec3 color_of(Harmonics const& h, vec3 const& position, vec3 const& camera)
{
    float basis[16];
    set_basis(basis, position, camera);
    float color[3] = {0.5f, 0.5f, 0.5f};
    HEDDLE_UNROLL
    for (int k = 0; k < 16; ++k) {
        HEDDLE_UNROLL
        for (int channel = 0; channel < 3; ++channel) color[channel] += basis[k] * h.c[k][channel];
    }
    return {fmaxf(color[0], 0), fmaxf(color[1], 0), fmaxf(color[2], 0)};
}

//! Sets `gradient` to that of the coefficients. `change` is the gradient of the color. A channel of the color that is 0
//! was limited, and has no gradient.
template <class Harmonics>
HEDDLE_INLINE void set_gradient(Harmonics& gradient, vec3 const& change, vec3 const& color, vec3 const& position,
                                vec3 const& camera)
{
    float basis[16];
    set_basis(basis, position, camera);
    float const by_channel[3] = {color.x > 0 ? change.x : 0, color.y > 0 ? change.y : 0, color.z > 0 ? change.z : 0};
    HEDDLE_UNROLL
    for (int k = 0; k < 16; ++k) {
        HEDDLE_UNROLL
        for (int channel = 0; channel < 3; ++channel) gradient.c[k][channel] = basis[k] * by_channel[channel];
    }
}
