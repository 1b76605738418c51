// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// `heddle plan`: how the library would move elements of some size, and what that saves.
#pragma once

#include <optional>
#include <string>

namespace heddle::program {

struct plan_request {
    long long element_bytes = 0;
    std::optional<long long> alignment;  //!< by default as wide as the size allows, up to 16
    long long lane_count = 32;
};

//! Throws: usage_error
std::string plan_text(plan_request const& request);

}  // namespace heddle::program
