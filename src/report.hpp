// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the program says about a mesh and about the memory accesses of the work on it, as text.
#pragma once

#include "gpu.hpp"
#include "mesh.hpp"

#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <string>

namespace heddle::program {

//! A line of a list: a name and what it is.
std::string text_line(std::string const& name, std::string const& value);

std::string mesh_text(mesh_statistics const& statistics, std::size_t triangle_count);

//! Requires: the mesh has triangles
std::string rates_text(gpu_result const& result);

//! Plain accesses against coalesced ones.
std::string traffic_text(memory_traffic const& plain, memory_traffic const& coalesced);

}  // namespace heddle::program
