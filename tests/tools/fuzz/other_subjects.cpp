// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines subjects (functions under test) with scratch, with several elements per lane, or with a coalesced_ptr.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

void add_other_subjects(std::vector<emulated_subject>& all)
{
    add(all, staged_subjects{});
    add(all, pointer_subjects{});
    add(all, blocked_subjects{});
}

}  // namespace heddle_test::fuzz
