// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a group loads or stores elements, in words.
#pragma once

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>

#include <string>

namespace heddle::program {

struct planned_way {
    char const* name;
    std::string explanation;
};

//! How a group moves its elements if all its lanes have one: consecutive elements, or indexed ones.
planned_way way_of(plan const& p, detail::access_kind kind, bool consecutive);

}  // namespace heddle::program
