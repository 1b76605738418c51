// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A mesh to try the program on: a sphere, some of whose normals are wrong.
#pragma once

#include "stl_mesh.hpp"

#include <cstdint>

namespace heddle::program {

//! The file's number of triangles has 32 bits, and is far from its end here: 20 * 4^12.
inline constexpr int most_subdivisions = 12;

inline constexpr std::uint32_t icosphere_triangle_count(unsigned subdivisions)
{
    return std::uint32_t{20} << (2 * subdivisions);
}

//! An icosahedron around the unit sphere's centre, each triangle cut into four, `subdivisions`
//! times, with all vertices on the sphere. Of every 8 normals one is zero, one points inwards, one
//! is not a number, and 5 are right.
//! Requires: subdivisions <= most_subdivisions
stl_mesh make_icosphere(unsigned subdivisions);

}  // namespace heddle::program
