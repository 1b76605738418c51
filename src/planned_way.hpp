// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plan comes to when elements are loaded or stored, in words.
#pragma once

#include <heddle/emulation/planned_transactions.hpp>
#include <heddle/plan/plan.hpp>

#include <string>

namespace heddle::program {

struct planned_way {
    char const* name;
    std::string explanation;
};

//! How a tile all of whose lanes want an element moves them: consecutive ones, or ones anywhere.
planned_way way_of(plan const& p, access_kind kind, bool contiguous);

}  // namespace heddle::program
