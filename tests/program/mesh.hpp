// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes binary STL files without code of the program, and creates meshes for these files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

using point = std::array<float, 3>;

struct facet {
    point normal{};
    std::array<point, 3> vertices{};
    std::uint16_t attribute = 0;
};
using mesh = std::vector<facet>;

constexpr std::size_t facet_bytes = 50;
constexpr std::size_t header_bytes = 84;

std::string to_stl(mesh const& facets, std::string title = "a title");
mesh from_stl(std::string const& bytes);

//! Returns the normal of a triangle that is not degenerate.
std::array<long double, 3> expected_normal(facet const& f);
mesh with_right_normals(mesh facets);

//! Returns random triangles with random normals and attributes.
mesh random_mesh(std::size_t count, std::uint32_t seed = 20260101);

//! Checks that `after` is `before` with correct normals and without other changes.
void expect_repaired(mesh const& before, mesh const& after);

}  // namespace heddle::test
