// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sentence in which a file is refused.
#pragma once

#include "errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace heddle::program {

//! Throws: file_error
[[noreturn]] inline void fail(char const* action, std::string const& path, char const* reason)
{
    throw file_error(fmt::format("cannot {} '{}': {}", action, path, reason));
}

[[noreturn]] inline void fail(char const* action, std::string const& path, int error = errno)
{
    fail(action, path, std::strerror(error));
}

}  // namespace heddle::program
