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

using any_request = std::variant<information, plan_request, tune_request>;

//! Throws: usage_error if the command line is wrong
any_request parse_command_line(int argc, char const* const* argv);

//! Throws: usage_error if a value of the request is invalid
std::string plan_text(plan_request const& request);

//! Runs the command and prints its report.
//! Throws: file_error, gpu_error, usage_error
void run_tune(tune_request const& request);

}  // namespace heddle::program
