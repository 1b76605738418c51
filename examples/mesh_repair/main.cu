// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Recomputes the normals of a binary STL mesh, and reports what the mesh has.
#include "compare.cuh"
#include "stl.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using stl::point;
using stl::triangle;

// In double precision, no product of floats overflows or underflows.
struct vector {
    double x, y, z;
};
HEDDLE_INLINE vector to(point a, point b) { return {double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z}; }
HEDDLE_INLINE double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_INLINE vector cross(vector a, vector b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

//! Returns a vector whose length is twice the area. It points to the side from which the vertices appear anticlockwise.
HEDDLE_INLINE vector area_vector(triangle const& t)
{
    return cross(to(t.vertices[0], t.vertices[1]), to(t.vertices[0], t.vertices[2]));
}

//! Returns the unit normal, or zero if the vertices are collinear or not finite.
HEDDLE_INLINE point normal_of(triangle const& t)
{
    vector const v = area_vector(t);
    double const square = dot(v, v);
    if (!(square > 0 && square <= DBL_MAX)) return {0, 0, 0};
    double const scale = 1 / sqrt(square);
    return {static_cast<float>(v.x * scale), static_cast<float>(v.y * scale), static_cast<float>(v.z * scale)};
}

// The kernel moves whole triangles, so it is the same with a T* and with a coalesced_ptr.
struct recompute_normal {
    template <class In, class Out>
    HEDDLE_HOST_DEVICE void operator()(In in, Out out, int i) const
    {
        triangle t = in[i];
        t.normal = normal_of(t);
        out[i] = t;
    }
};

//! Returns a torus with the radii 2 and 1. Of every 8 normals, one is zero, one points inwards, and one is not a number.
static stl::mesh make_torus(std::size_t triangles)
{
    auto const sides =
        std::max(std::size_t{3}, static_cast<std::size_t>(std::sqrt(static_cast<double>(triangles / 2))));
    auto const at = [sides](std::size_t i, std::size_t k) -> point {
        double const step = 2 * std::acos(-1.0) / static_cast<double>(sides);
        double const u = step * static_cast<double>(i % sides), v = step * static_cast<double>(k % sides);
        return {static_cast<float>((2 + std::cos(v)) * std::cos(u)),
                static_cast<float>((2 + std::cos(v)) * std::sin(u)), static_cast<float>(std::sin(v))};
    };
    stl::mesh mesh{{"a torus, of whose normals 3 of 8 are wrong", 0}, {}};
    auto const add = [&](point a, point b, point c) {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        triangle t{{}, {a, b, c}, 0};
        point const n = normal_of(t);
        point const normals[8] = {n, {0, 0, 0}, n, {-n.x, -n.y, -n.z}, n, {nan, nan, nan}, n, n};
        t.normal = normals[mesh.triangles.size() % 8];
        mesh.triangles.push_back(t);
        ++mesh.header.count;
    };
    for (std::size_t i = 0; i < sides; ++i) {
        for (std::size_t k = 0; k < sides; ++k) {
            add(at(i, k), at(i + 1, k), at(i + 1, k + 1));
            add(at(i, k), at(i + 1, k + 1), at(i, k + 1));
        }
    }
    return mesh;
}

//! Merges equal points, and prints how many there are, and how many edges do not belong to exactly two triangles.
static void report_points(std::vector<triangle> const& triangles)
{
    std::vector<std::array<float, 3>> points;
    for (triangle const& t : triangles) {
        for (point const p : t.vertices) points.push_back({p.x + 0.0f, p.y + 0.0f, p.z + 0.0f});  // -0 becomes 0
    }
    std::unordered_map<std::string_view, std::uint64_t> numbers;
    std::vector<std::uint64_t> vertices, edges;
    for (auto const& p : points) {
        std::string_view const bytes(reinterpret_cast<char const*>(p.data()), sizeof p);
        vertices.push_back(numbers.emplace(bytes, numbers.size()).first->second);
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        std::uint64_t const a = vertices[i], b = vertices[i % 3 == 2 ? i - 2 : i + 1];
        edges.push_back(std::min(a, b) << 32 | std::max(a, b));
    }
    std::sort(edges.begin(), edges.end());
    std::size_t open = 0;
    for (auto first = edges.begin(); first != edges.end();) {
        auto const last = std::upper_bound(first, edges.end(), *first);
        open += last - first != 2;
        first = last;
    }
    std::printf("%-22s%zu (merged from %zu)\n%-22s%zu\n", "points", numbers.size(), points.size(), "open edges", open);
}

//! Prints what a mesh has, and what its repair has changed.
static void report(std::vector<triangle> const& before, std::vector<triangle> const& after)
{
    std::size_t changed = 0, degenerate = 0;
    double area = 0, volume = 0;
    point const* apex = nullptr;
    for (std::size_t i = 0; i < after.size(); ++i) {
        triangle const t = after[i];
        point const old = before[i].normal, n = t.normal;
        auto const is_kept = [](float a, float b) { return std::fabs(a - b) <= 0.001f; };
        changed += !is_kept(old.x, n.x) || !is_kept(old.y, n.y) || !is_kept(old.z, n.z);
        degenerate += n.x == 0 && n.y == 0 && n.z == 0;
        vector const v = area_vector(t);
        double const square = dot(v, v);
        if (!(square <= DBL_MAX)) continue;  // a vertex is not finite
        area += std::sqrt(square) / 2;
        // A sum of tetrahedra. With an apex of the mesh, rounding errors are small.
        if (apex == nullptr) apex = after[i].vertices;
        volume += dot(to(*apex, t.vertices[0]), v) / 6;
    }
    std::printf("%-22s%zu\n", "triangles", after.size());
    report_points(after);
    std::printf("%-22s%.10g\n%-22s%.10g\n%-22s%zu\n%-22s%zu\n", "surface area", area, "signed volume", volume,
                "normals changed", changed, "degenerate triangles", degenerate);
}

static bool repair(heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    std::string file = chosen.file;
    if (file.empty()) {
        bool const is_small = chosen.device.empty() && chosen.elements == 0;
        std::size_t const count = is_small ? 80000 : chosen.count_of(sizeof(triangle));
        file = "torus-" + std::to_string(count) + ".stl";
        if (!std::filesystem::exists(file)) stl::write(file, make_torus(count));
    }
    stl::mesh const mesh = stl::read(file);
    stl::mesh repaired = mesh;
    auto const uses = arrays(reads(mesh.triangles), kept(writes(mesh.triangles), repaired.triangles));
    if (!compare("mesh_repair, " + file, chosen, uses, plain("plain", recompute_normal{}),
                 moved("word alone = best", recompute_normal{}))) {
        return false;
    }
    report(mesh.triangles, repaired.triangles);
    if (!chosen.output.empty()) {
        stl::write(chosen.output, repaired);
        std::printf("%-22s%s\n", "written to", chosen.output.c_str());
    }
    return true;
}

int main(int argc, char** argv)
{
    return heddle_examples::run_example(argc, argv, "Recomputes the normals of a mesh",
                                        "a binary STL file (default: torus-N.stl, made unless it exists)", repair,
                                        "the binary STL file to write, replaced as a whole; may be FILE");
}
