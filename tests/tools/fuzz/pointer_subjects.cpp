// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the subjects with a coalesced_ptr, and those with several elements a lane.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

std::vector<emulated_subject> emulated_pointer_subjects()
{
    return detail::emulated(pointer_subjects{}, blocked_subjects{});
}

}  // namespace heddle_test::fuzz
