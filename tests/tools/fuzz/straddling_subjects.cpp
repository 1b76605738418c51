// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the subjects with elements of unaligned sizes, and those with large elements.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

std::vector<emulated_subject> emulated_straddling_subjects()
{
    return detail::emulated(straddling_subjects{}, large_subjects{});
}

}  // namespace heddle_test::fuzz
