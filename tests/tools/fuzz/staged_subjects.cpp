// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the subjects with scratch.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

std::vector<emulated_subject> emulated_staged_subjects() { return detail::emulated(staged_subjects{}); }

}  // namespace heddle_test::fuzz
