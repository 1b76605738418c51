// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// `heddle tune`: which path is the best on this GPU, and which one the planner chooses.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::program {

struct tune_request {
    std::vector<long long> sizes;  //!< of structs, in bytes; none: all there are kernels for
    long long array_mebibytes = 512;
    long long batches = 7;
    std::optional<std::string> csv;  //!< a file to write, too
};

//! Prints its table.
//! Throws: file_error, gpu_error, usage_error
void run_tune(tune_request const& request);

}  // namespace heddle::program
