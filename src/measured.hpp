// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The measured rates of benchmarks/results, which are compiled into the program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::program {

//! A line of benchmarks/results/access_GPU.csv, of a variant that is a form of access: plain, coalesced, scratch, blocked
//! or block_tile.
struct measured_rate {
    char const* pattern;
    char const* variant;
    std::size_t bytes;
    std::size_t alignment;
    double gb_per_s;
};

struct measured_gpu {
    char const* name;
    char const* file;
    char const* commit;
    measured_rate const* begin;
    measured_rate const* end;
};

//! CMake writes the source of this function (heddle_measured.cmake).
std::vector<measured_gpu> measured_gpus();

//! Returns whether elements of this size were measured on any GPU.
bool is_measured(std::size_t bytes);

//! Returns a table for each GPU: the rates of plain and of coalesced accesses to elements of this size, at the nearest
//! measured alignment, and the form to write for each pattern of accesses.
std::string measured_text(std::size_t bytes, std::size_t alignment);

}  // namespace heddle::program
