// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// `heddle stl`: the normals of a mesh, recomputed; and `heddle demo`, the same on a mesh of its own.
#pragma once

#include <optional>
#include <string>

namespace heddle::program {

enum class device_choice { automatic, gpu, cpu };

struct stl_request {
    std::string input;
    std::string output;
    device_choice device = device_choice::automatic;
};

//! Prints its report.
//! Throws: file_error, gpu_error
void run_stl(stl_request const& request);

struct demo_request {
    std::optional<long long> subdivisions;  //!< by default more on a GPU, which needs the work
    std::string directory = "heddle-demo";
    device_choice device = device_choice::automatic;
};

//! Prints its report.
//! Throws: file_error, gpu_error, usage_error
void run_demo(demo_request const& request);

}  // namespace heddle::program
