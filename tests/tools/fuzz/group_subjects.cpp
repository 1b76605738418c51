// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines subjects (functions under test) that call collectives without scratch.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

void add_group_subjects(std::vector<emulated_subject>& all)
{
    add(all, word_subjects{});
    add(all, direct_subjects{});
    add(all, straddling_subjects{});
    add(all, large_subjects{});
}

}  // namespace heddle_test::fuzz
