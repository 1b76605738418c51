// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts the 20 triangles of an icosahedron into ever smaller ones.
#include "icosphere.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string_view>

namespace heddle::program {

namespace {

vector unit(vector v)
{
    double const length = std::sqrt(dot(v, v));
    return {v.x / length, v.y / length, v.z / length};
}

//! The same for (a, b) and (b, a), so that neighbours agree on their common vertices.
vector between(vector a, vector b) { return unit({a.x + b.x, a.y + b.y, a.z + b.z}); }

point to_point(vector v)
{
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

point with_a_fault(point normal, std::size_t i)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    switch (i % 8) {
        case 1:
            return {0, 0, 0};
        case 3:
            return {-normal.x, -normal.y, -normal.z};
        case 5:
            return {nan, nan, nan};
        default:
            return normal;
    }
}

class triangle_writer {
public:
    explicit triangle_writer(triangle* triangles) : triangles_(triangles) {}

    void cut(vector a, vector b, vector c, unsigned subdivisions)
    {
        if (subdivisions == 0) return write(a, b, c);
        vector const ab = between(a, b), bc = between(b, c), ca = between(c, a);
        cut(a, ab, ca, subdivisions - 1);
        cut(ab, b, bc, subdivisions - 1);
        cut(ca, bc, c, subdivisions - 1);
        cut(ab, bc, ca, subdivisions - 1);
    }

private:
    void write(vector a, vector b, vector c)
    {
        triangle t{{}, {to_point(a), to_point(b), to_point(c)}, 0};
        t.normal = with_a_fault(facet_normal(t), written_);
        triangles_[written_++] = t;
    }

    triangle* triangles_;
    std::size_t written_ = 0;
};

stl_mesh empty_mesh(std::uint32_t triangle_count)
{
    constexpr std::string_view title = "heddle demo: an icosphere, 3 of 8 normals are wrong";
    std::byte header[stl_mesh::header_bytes] = {};
    std::memcpy(header, title.data(), title.size());
    std::memcpy(header + stl_mesh::title_bytes, &triangle_count, sizeof triangle_count);
    return stl_mesh(header);
}

}  // namespace

stl_mesh make_icosphere(unsigned subdivisions)
{
    double const g = (1 + std::sqrt(5.0)) / 2;
    vector const corners[12] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    constexpr int faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                  {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                  {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                  {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    stl_mesh mesh = empty_mesh(icosphere_triangle_count(subdivisions));
    triangle_writer writer(mesh.triangles());
    for (auto const& [a, b, c] : faces) {
        writer.cut(unit(corners[a]), unit(corners[b]), unit(corners[c]), subdivisions);
    }
    return mesh;
}

}  // namespace heddle::program
