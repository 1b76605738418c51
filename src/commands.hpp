// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands of the program, and the arguments of each.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::program {

//! `heddle plan`: prints how the library moves elements of a given size, and how many transactions this saves.
struct plan_request {
    long long element_bytes = 0;
    std::optional<long long> alignment;  //!< the default is the widest that the size allows, up to 16
    long long lane_count = 32;
};

enum class device_choice { automatic, gpu, cpu };

//! `heddle stl`: recomputes the normals of a mesh.
struct stl_request {
    std::string input;
    std::string output;
    device_choice device = device_choice::automatic;
};

//! `heddle demo`: does the same as `heddle stl`, with a mesh that the program makes.
struct demo_request {
    std::optional<long long> subdivisions;  //!< the default is larger if there is a GPU
    std::string directory = "heddle-demo";
    device_choice device = device_choice::automatic;
};

//! `heddle tune`: measures which path is fastest on this GPU, and prints which path the planner chooses.
struct tune_request {
    std::vector<long long> sizes;  //!< sizes of structs in bytes; if empty, all sizes that have kernels
    long long array_mebibytes = 512;
    long long batches = 7;
    std::optional<std::string> csv;  //!< a file to which the results are also written
};

//! The text to print for --help or --version, when no command runs.
struct information {
    std::string text;
};

using any_request = std::variant<information, plan_request, stl_request, demo_request, tune_request>;

//! Throws: usage_error if the command line is wrong
any_request parse_command_line(int argc, char const* const* argv);

//! Throws: usage_error if a value of the request is invalid
std::string plan_text(plan_request const& request);

//! The following functions run a command and print its report.
//! Throws: file_error, gpu_error, usage_error
void run_stl(stl_request const& request);
void run_demo(demo_request const& request);
void run_tune(tune_request const& request);

}  // namespace heddle::program
