// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Binary STL files, checked as they are read.
#pragma once

#include "stl_mesh.hpp"

#include <string>

namespace heddle::program {

//! Throws: file_error with what is wrong with the file
stl_mesh read_stl(std::string const& path);

}  // namespace heddle::program
