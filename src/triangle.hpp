// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The triangle of a binary STL file, and its geometry, for the host and the GPU.
//
// Everything is computed in double. The vertices are floats, so that no product can overflow or
// underflow. Host and GPU give the same normals as long as neither fuses multiplications with
// additions: a fused p*q - q*p is the rounding error of p*q, and not 0.
#pragma once

#include <heddle/config.cuh>

#include <cfloat>
#include <cmath>
#include <cstdint>

namespace heddle::program {

// The format leaves no gap: 12 floats and 2 bytes, so that every other triangle, and the array as a
// whole (it begins at byte 84), defies the alignment of float.
#pragma pack(push, 2)
struct point {
    float x, y, z;
};
struct triangle {
    point normal;
    point vertices[3];
    std::uint16_t attribute;
};
#pragma pack(pop)
static_assert(sizeof(triangle) == 50 && alignof(triangle) == 2);

struct vector {
    double x, y, z;
};

HEDDLE_INLINE vector operator-(vector a, vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HEDDLE_INLINE double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_INLINE vector cross(vector a, vector b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HEDDLE_INLINE vector to_vector(point p) { return {p.x, p.y, p.z}; }

HEDDLE_INLINE bool is_finite(point p)
{
    // Infinities and NaNs times 0 are NaN, which equals nothing.
    return p.x * 0 == 0 && p.y * 0 == 0 && p.z * 0 == 0;
}
HEDDLE_INLINE bool has_finite_vertices(triangle const& t)
{
    return is_finite(t.vertices[0]) && is_finite(t.vertices[1]) && is_finite(t.vertices[2]);
}

//! As long as twice the area, in the direction from which the vertices go round anticlockwise.
HEDDLE_INLINE vector area_vector(triangle const& t)
{
    vector const origin = to_vector(t.vertices[0]);
    return cross(to_vector(t.vertices[1]) - origin, to_vector(t.vertices[2]) - origin);
}

//! Six times the signed volume of the tetrahedron that the triangle forms with `apex`.
HEDDLE_INLINE double tetrahedron_volume_by_6(triangle const& t, vector apex)
{
    return dot(to_vector(t.vertices[0]) - apex,
               cross(to_vector(t.vertices[1]) - apex, to_vector(t.vertices[2]) - apex));
}

//! The unit normal by the right-hand rule; zero for a triangle that has none, because its vertices
//! are in line or not finite.
HEDDLE_INLINE point facet_normal(triangle const& t)
{
    vector const direction = area_vector(t);
    double const square = dot(direction, direction);
    if (!(square > 0 && square <= DBL_MAX)) return {0, 0, 0};
    double const scale = 1 / std::sqrt(square);
    return {static_cast<float>(direction.x * scale), static_cast<float>(direction.y * scale),
            static_cast<float>(direction.z * scale)};
}

//! The work itself, the same on a GPU and on emulated warps, through plain or coalesced pointers:
//! out[i] is in[i] with its normal recomputed from its vertices.
HEDDLE_EXEC_CHECK_DISABLE
template <class InputPointer, class OutputPointer>
HEDDLE_INLINE void recompute_normal(InputPointer in, OutputPointer out, std::size_t i)
{
    triangle t = in[i];
    t.normal = facet_normal(t);
    out[i] = t;
}

}  // namespace heddle::program
