// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What can go wrong, as exceptions that carry the program's exit status. Each message is one sentence
// for the user.
#pragma once

#include <stdexcept>
#include <string>

namespace heddle::program {

enum class exit_status { success = 0, file_failure = 1, wrong_usage = 2, gpu_failure = 3 };

class program_error : public std::runtime_error {
public:
    exit_status status() const { return status_; }

protected:
    program_error(exit_status status, std::string const& message)
        : std::runtime_error(message), status_(status)
    {
    }

private:
    exit_status status_;
};

struct file_error : program_error {
    explicit file_error(std::string const& message)
        : program_error(exit_status::file_failure, message)
    {
    }
};

struct usage_error : program_error {
    explicit usage_error(std::string const& message)
        : program_error(exit_status::wrong_usage, message)
    {
    }
};

struct gpu_error : program_error {
    explicit gpu_error(std::string const& message)
        : program_error(exit_status::gpu_failure, message)
    {
    }
};

}  // namespace heddle::program
