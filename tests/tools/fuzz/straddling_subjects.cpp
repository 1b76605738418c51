// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the subjects with elements of unaligned sizes, and those with large elements.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

std::vector<emulated_subject> emulated_straddling_subjects()
{
    auto subjects = detail::emulated(straddling_subjects{});
    for (auto const& subject : detail::emulated(large_subjects{})) subjects.push_back(subject);
    return subjects;
}

}  // namespace heddle_test::fuzz
