// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts the 20 triangles of an icosahedron into smaller triangles.
#include "mesh.hpp"

#include <limits>

namespace heddle::program {

namespace {

vector unit(vector v)
{
    double const length = std::sqrt(dot(v, v));
    return {v.x / length, v.y / length, v.z / length};
}

//! Returns the same point for (a, b) and (b, a), so that adjacent triangles share their vertices exactly.
vector between(vector a, vector b) { return unit({a.x + b.x, a.y + b.y, a.z + b.z}); }

point to_point(vector v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

point with_a_fault(point normal, std::size_t i)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    if (i % 8 == 1) return {0, 0, 0};
    if (i % 8 == 3) return {-normal.x, -normal.y, -normal.z};
    if (i % 8 == 5) return {nan, nan, nan};
    return normal;
}

//! Cuts one triangle into smaller triangles, which are written to triangles[written], triangles[written + 1], ….
void cut(vector a, vector b, vector c, unsigned subdivisions, triangle* triangles, std::size_t& written)
{
    if (subdivisions == 0) {
        triangle t{{}, {to_point(a), to_point(b), to_point(c)}, 0};
        t.normal = with_a_fault(facet_normal(t), written);
        triangles[written++] = t;
        return;
    }
    vector const ab = between(a, b), bc = between(b, c), ca = between(c, a);
    cut(a, ab, ca, subdivisions - 1, triangles, written);
    cut(ab, b, bc, subdivisions - 1, triangles, written);
    cut(ca, bc, c, subdivisions - 1, triangles, written);
    cut(ab, bc, ca, subdivisions - 1, triangles, written);
}

}  // namespace

stl_mesh make_icosphere(unsigned subdivisions)
{
    double const g = (1 + std::sqrt(5.0)) / 2;
    vector const corners[12] = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    constexpr int faces[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                  {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                  {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    stl_mesh mesh("heddle demo: an icosphere, 3 of 8 normals are wrong", icosphere_triangle_count(subdivisions));
    std::size_t written = 0;
    for (auto const& [a, b, c] : faces) {
        cut(unit(corners[a]), unit(corners[b]), unit(corners[c]), subdivisions, mesh.triangles(), written);
    }
    return mesh;
}

}  // namespace heddle::program
