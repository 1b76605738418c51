// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for meshes, compiled once for all tests of the program.
#include "mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace heddle::test {

std::string to_stl(mesh const& facets, std::string title)
{
    title.resize(80);
    auto const count = static_cast<std::uint32_t>(facets.size());
    std::string bytes = title + std::string(reinterpret_cast<char const*>(&count), 4);
    for (facet const& f : facets) {
        bytes.append(reinterpret_cast<char const*>(&f.normal), 12);
        bytes.append(reinterpret_cast<char const*>(&f.vertices), 36);
        bytes.append(reinterpret_cast<char const*>(&f.attribute), 2);
    }
    return bytes;
}

mesh from_stl(std::string const& bytes)
{
    std::uint32_t count = 0;
    if (bytes.size() >= header_bytes) std::memcpy(&count, bytes.data() + 80, 4);
    if (bytes.size() != header_bytes + count * facet_bytes) {
        ADD_FAILURE() << bytes.size() << " bytes are no binary STL file";
        return {};
    }
    mesh facets(count);
    char const* from = bytes.data() + header_bytes;
    for (facet& f : facets) {
        std::memcpy(&f.normal, from, 12);
        std::memcpy(&f.vertices, from + 12, 36);
        std::memcpy(&f.attribute, from + 48, 2);
        from += facet_bytes;
    }
    return facets;
}

std::array<long double, 3> expected_normal(facet const& f)
{
    std::array<long double, 3> u{}, v{}, n{};
    for (std::size_t k = 0; k < 3; ++k) {
        u[k] = static_cast<long double>(f.vertices[1][k]) - f.vertices[0][k];
        v[k] = static_cast<long double>(f.vertices[2][k]) - f.vertices[0][k];
    }
    for (std::size_t k = 0; k < 3; ++k) {
        std::size_t const a = (k + 1) % 3, b = (k + 2) % 3;
        n[k] = u[a] * v[b] - u[b] * v[a];
    }
    long double const length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (long double& component : n) component /= length;
    return n;
}

mesh with_right_normals(mesh facets)
{
    for (facet& f : facets) {
        auto const normal = expected_normal(f);
        for (std::size_t k = 0; k < 3; ++k) f.normal[k] = static_cast<float>(normal[k]);
    }
    return facets;
}

mesh random_mesh(std::size_t count, std::uint32_t seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> coordinate(-100, 100);
    mesh facets(count);
    for (facet& f : facets) {
        for (float& x : f.normal) x = coordinate(engine);
        for (point& vertex : f.vertices) {
            for (float& x : vertex) x = coordinate(engine);
        }
        f.attribute = static_cast<std::uint16_t>(engine());
    }
    return facets;
}

void expect_repaired(mesh const& before, mesh const& after)
{
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_EQ(std::memcmp(&before[i].vertices, &after[i].vertices, 36), 0) << "facet " << i;
        ASSERT_EQ(before[i].attribute, after[i].attribute) << "facet " << i;
        auto const normal = expected_normal(before[i]);
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_NEAR(after[i].normal[k], static_cast<double>(normal[k]), 1e-7) << "facet " << i;
        }
    }
}

}  // namespace heddle::test
