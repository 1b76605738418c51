// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The copies that can be counted. They are defined in several sources, which compile side by side.
#pragma once

#include "counted_copy.hpp"

#include <cstddef>
#include <vector>

namespace heddle::program {

//! A copy of elements of one size and alignment.
struct copy_entry {
    std::size_t element_bytes;
    std::size_t alignment;
    counted_copy (*count)();
};

std::vector<copy_entry> copies_up_to_32_bytes();
std::vector<copy_entry> copies_up_to_64_bytes();
std::vector<copy_entry> copies_up_to_256_bytes();
std::vector<copy_entry> copies_aligned_to_4();

}  // namespace heddle::program
