// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats texts that describe a mesh, and the memory accesses of the kernel that recomputes its normals.
#pragma once

#include "gpu.hpp"
#include "mesh.hpp"

#include <heddle/emulation/transactions.hpp>

#include <string>

namespace heddle::program {

//! Returns a line of a list: a name and its value.
std::string text_line(std::string const& name, std::string const& value);

//! Returns the size, area, volume and bounding box of a mesh, and the number of its normals that are wrong.
std::string mesh_text(stl_mesh const& mesh);

std::string rates_text(gpu_rates const& rates);

//! Returns a table that compares plain accesses with coalesced accesses.
std::string traffic_text(memory_traffic const& plain, memory_traffic const& coalesced);

}  // namespace heddle::program
