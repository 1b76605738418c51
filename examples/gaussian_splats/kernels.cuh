// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels: plain code, which is also compiled with coalesced_ptr, then the ported kernels.
#pragma once

#include "harmonics.cuh"
#include "ply.hpp"

#include <heddle/heddle.cuh>

#include <cmath>

struct shape {  // 32 bytes
    float scale[3], rotation[4], opacity;
};
HEDDLE_FIELDS(shape, scale, rotation, opacity);

template <class Record, class Shape, class Harmonics>
HEDDLE_INLINE void unpack(Record const& r, vec3& position, Shape& s, Harmonics& h)
{
    position = {r.position[0], r.position[1], r.position[2]};
    float const q[4] = {r.rotation[0], r.rotation[1], r.rotation[2], r.rotation[3]};
    float const length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    HEDDLE_UNROLL
    for (int k = 0; k < 4; ++k) s.rotation[k] = q[k] / length;
    HEDDLE_UNROLL
    for (int k = 0; k < 3; ++k) s.scale[k] = expf(r.scale[k]);
    s.opacity = 1 / (1 + expf(-r.opacity));
    HEDDLE_UNROLL
    for (int channel = 0; channel < 3; ++channel) {
        h.c[0][channel] = r.f_dc[channel];
        HEDDLE_UNROLL
        for (int k = 0; k < 15; ++k) h.c[k + 1][channel] = r.f_rest[15 * channel + k];
    }
}

template <class Record, class Shape, class Harmonics>
HEDDLE_INLINE void pack(Record& r, vec3 const& position, Shape const& s, Harmonics const& h)
{
    r.position[0] = position.x;
    r.position[1] = position.y;
    r.position[2] = position.z;
    HEDDLE_UNROLL
    for (int k = 0; k < 4; ++k) r.rotation[k] = s.rotation[k];
    HEDDLE_UNROLL
    for (int k = 0; k < 3; ++k) {
        r.normal[k] = 0;
        r.scale[k] = logf(s.scale[k]);
    }
    r.opacity = logf(s.opacity / (1 - s.opacity));
    HEDDLE_UNROLL
    for (int channel = 0; channel < 3; ++channel) {
        r.f_dc[channel] = h.c[0][channel];
        HEDDLE_UNROLL
        for (int k = 0; k < 15; ++k) r.f_rest[15 * channel + k] = h.c[k + 1][channel];
    }
}

struct unpack_all {
    template <class Records, class Positions, class Shapes, class Harmonics>
    HEDDLE_HOST_DEVICE void operator()(Records records, Positions positions, Shapes shapes, Harmonics all, int i) const
    {
        auto const& r = records[i];
        auto& s = shapes[i];
        auto& h = all[i];
        vec3 position;
        unpack(r, position, s, h);
        positions[i] = position;
    }
};
struct unpack_all_moved {
    template <class Records, class Positions, class Shapes, class Harmonics>
    HEDDLE_HOST_DEVICE void operator()(Records records, Positions positions, Shapes shapes, Harmonics all, int i) const
    {
        ply::record const r = records[i];
        shape s;
        harmonics h;
        vec3 position;
        unpack(r, position, s, h);
        positions[i] = position;
        shapes[i] = s;
        all[i] = h;
    }
};

struct pack_all {
    template <class Records, class Positions, class Shapes, class Harmonics>
    HEDDLE_HOST_DEVICE void operator()(Records records, Positions positions, Shapes shapes, Harmonics all, int i) const
    {
        auto& r = records[i];
        auto const& s = shapes[i];
        auto const& h = all[i];
        vec3 const position = positions[i];
        pack(r, position, s, h);
    }
};
struct pack_all_moved {
    template <class Records, class Positions, class Shapes, class Harmonics>
    HEDDLE_HOST_DEVICE void operator()(Records records, Positions positions, Shapes shapes, Harmonics all, int i) const
    {
        ply::record r;
        shape const s = shapes[i];
        harmonics const h = all[i];
        vec3 const position = positions[i];
        pack(r, position, s, h);
        records[i] = r;
    }
};

// A splat is visible if its radius on the screen is positive.
struct forward {
    vec3 camera;

    template <class Harmonics, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Harmonics all, Positions positions, int const* radii, Colors colors, int i) const
    {
        if (radii[i] <= 0) return;
        auto const& h = all[i];
        vec3 const position = positions[i];
        vec3 const color = color_of(h, position, camera);  // a copy, whose store the emulated warp counts
        colors[i] = color;
    }
};
struct forward_moved {
    vec3 camera;

    template <class Harmonics, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Harmonics all, Positions positions, int const* radii, Colors colors, int i) const
    {
        if (radii[i] <= 0) return;
        harmonics const h = all[i];
        vec3 const position = positions[i];
        vec3 const color = color_of(h, position, camera);
        colors[i] = color;
    }
};
struct forward_if {
    vec3 camera;

    template <class Harmonics, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Harmonics all, Positions positions, int const* radii, Colors colors, int i) const
    {
        bool const is_visible = radii[i] > 0;
        harmonics const h = heddle::load_if(is_visible, all + i);
        if (!is_visible) return;
        vec3 const position = positions[i];
        vec3 const color = color_of(h, position, camera);
        colors[i] = color;
    }
};

struct backward {
    vec3 camera;

    template <class Gradients, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Gradients gradients, Positions positions, int const* radii, Colors colors,
                                       Colors changes, int i) const
    {
        if (radii[i] <= 0) return;
        auto& gradient = gradients[i];
        vec3 const position = positions[i], color = colors[i], change = changes[i];
        set_gradient(gradient, change, color, position, camera);
    }
};
struct backward_moved {
    vec3 camera;

    template <class Gradients, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Gradients gradients, Positions positions, int const* radii, Colors colors,
                                       Colors changes, int i) const
    {
        if (radii[i] <= 0) return;
        harmonics gradient;
        vec3 const position = positions[i], color = colors[i], change = changes[i];
        set_gradient(gradient, change, color, position, camera);
        gradients[i] = gradient;
    }
};
struct backward_if {
    vec3 camera;

    template <class Gradients, class Positions, class Colors>
    HEDDLE_HOST_DEVICE void operator()(Gradients gradients, Positions positions, int const* radii, Colors colors,
                                       Colors changes, int i) const
    {
        bool const is_visible = radii[i] > 0;
        harmonics gradient;
        if (is_visible) {
            vec3 const position = positions[i], color = colors[i], change = changes[i];
            set_gradient(gradient, change, color, position, camera);
        }
        heddle::store_if(is_visible, gradients + i, gradient);
    }
};
