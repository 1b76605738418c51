// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Aligns lists and tables in columns.
#pragma once

#include <heddle/emulation/transactions.hpp>

#include <string>

namespace heddle::program {

//! Returns a line of a list: a name and its value.
std::string text_line(std::string const& name, std::string const& value);

//! Returns a table that compares plain accesses with coalesced accesses.
std::string traffic_text(memory_traffic const& plain, memory_traffic const& coalesced);

}  // namespace heddle::program
