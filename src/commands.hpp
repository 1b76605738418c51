// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands of the program and what each is asked for.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::program {

//! `heddle plan`: how the library would move elements of some size, and what that saves.
struct plan_request {
    long long element_bytes = 0;
    std::optional<long long> alignment;  //!< by default as wide as the size allows, up to 16
    long long lane_count = 32;
};

enum class device_choice { automatic, gpu, cpu };

//! `heddle stl`: the normals of a mesh, recomputed.
struct stl_request {
    std::string input;
    std::string output;
    device_choice device = device_choice::automatic;
};

//! `heddle demo`: the same on a mesh that it makes.
struct demo_request {
    std::optional<long long> subdivisions;  //!< by default more on a GPU
    std::string directory = "heddle-demo";
    device_choice device = device_choice::automatic;
};

//! `heddle tune`: which path is the best on this GPU, and which one the planner chooses.
struct tune_request {
    std::vector<long long> sizes;  //!< of structs, in bytes; none: all there are kernels for
    long long array_mebibytes = 512;
    long long batches = 7;
    std::optional<std::string> csv;  //!< a file to write, too
};

//! The text that --help and --version ask for, and no command.
struct information {
    std::string text;
};

using any_request = std::variant<information, plan_request, stl_request, demo_request, tune_request>;

//! Throws: usage_error
any_request parse_command_line(int argc, char const* const* argv);

//! Throws: usage_error
std::string plan_text(plan_request const& request);

//! These print a report.
//! Throws: file_error, gpu_error, usage_error
void run_stl(stl_request const& request);
void run_demo(demo_request const& request);
void run_tune(tune_request const& request);

}  // namespace heddle::program
