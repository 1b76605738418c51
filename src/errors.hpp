// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors of the program: each message is one sentence for the user.
#pragma once

#include <stdexcept>
#include <string>

namespace heddle::program {

enum class exit_status { success = 0, file_failure = 1, wrong_usage = 2, gpu_failure = 3 };

struct program_error : std::runtime_error {
    program_error(exit_status status_of_program, std::string const& message)
        : std::runtime_error(message), status(status_of_program)
    {
    }
    exit_status status;
};

template <exit_status Status>
struct error_with : program_error {
    explicit error_with(std::string const& message) : program_error(Status, message) {}
};
using file_error = error_with<exit_status::file_failure>;
using usage_error = error_with<exit_status::wrong_usage>;
using gpu_error = error_with<exit_status::gpu_failure>;

}  // namespace heddle::program
