// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the user asks the program for.
#pragma once

#include "plan_command.hpp"
#include "stl_command.hpp"
#include "tune_command.hpp"

#include <string>
#include <variant>

namespace heddle::program {

//! A text to print: what --help and --version ask for, and no command.
struct information {
    std::string text;
};

using request = std::variant<information, plan_request, stl_request, demo_request, tune_request>;

//! Throws: usage_error
request parse_command_line(int argc, char const* const* argv);

}  // namespace heddle::program
