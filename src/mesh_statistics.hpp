// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the program says about a mesh: sums, extremes and counts that can be gathered in parts.
#pragma once

#include "triangle.hpp"

#include <cfloat>
#include <cstdint>

namespace heddle::program {

//! A normal is changed if a component moves by more than this, or was not a number.
inline constexpr float normal_tolerance = 0.001f;

HEDDLE_INLINE bool is_changed(point before, point after)
{
    bool const kept = std::fabs(before.x - after.x) <= normal_tolerance &&
                      std::fabs(before.y - after.y) <= normal_tolerance &&
                      std::fabs(before.z - after.z) <= normal_tolerance;
    return !kept;
}

struct mesh_statistics {
    double area = 0;
    double volume_by_6 = 0;
    point low = {FLT_MAX, FLT_MAX, FLT_MAX};
    point high = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    std::uint64_t changed_normals = 0;
    std::uint64_t degenerate = 0;  //!< triangles without a normal
    std::uint64_t not_finite = 0;  //!< of these, triangles that count for nothing else

    //! Adds a triangle as the file has it. Volumes are those of tetrahedra with their apex in `apex`:
    //! near the mesh they are small, and so are their rounding errors.
    HEDDLE_INLINE void add(triangle const& t, vector apex)
    {
        point const normal = facet_normal(t);
        changed_normals += is_changed(t.normal, normal);
        degenerate += normal.x == 0 && normal.y == 0 && normal.z == 0;
        if (!has_finite_vertices(t)) {
            not_finite += 1;
            return;
        }
        vector const direction = area_vector(t);
        area += std::sqrt(dot(direction, direction)) / 2;
        volume_by_6 += tetrahedron_volume_by_6(t, apex);
        for (point const& vertex : t.vertices) extend_box(vertex, vertex);
    }

    HEDDLE_INLINE mesh_statistics& operator+=(mesh_statistics const& other)
    {
        area += other.area;
        volume_by_6 += other.volume_by_6;
        extend_box(other.low, other.high);
        changed_normals += other.changed_normals;
        degenerate += other.degenerate;
        not_finite += other.not_finite;
        return *this;
    }

private:
    HEDDLE_INLINE void extend_box(point const& lower, point const& upper)
    {
        low = {lesser(low.x, lower.x), lesser(low.y, lower.y), lesser(low.z, lower.z)};
        high = {-lesser(-high.x, -upper.x), -lesser(-high.y, -upper.y), -lesser(-high.z, -upper.z)};
    }
    HEDDLE_INLINE static float lesser(float a, float b) { return b < a ? b : a; }
};

//! Where the apex of all tetrahedra lies: at the mesh's first vertex, whatever device adds them up.
HEDDLE_INLINE vector volume_apex(triangle const& first)
{
    return is_finite(first.vertices[0]) ? to_vector(first.vertices[0]) : vector{0, 0, 0};
}

}  // namespace heddle::program
