// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as the command line writes them: decimal digits, whatever zeros lead them.
#pragma once

#include <string>
#include <vector>

namespace heddle::program {

//! Throws: usage_error with the option's name
long long whole_number(std::string const& option, std::string const& text);

//! Numbers with commas between.
//! Throws: usage_error with the option's name
std::vector<long long> whole_numbers(std::string const& option, std::string const& text);

}  // namespace heddle::program
