// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the subjects with elements of whole words, and those with small elements.

#include "emulated_subject.hpp"

namespace heddle_test::fuzz {

std::vector<emulated_subject> emulated_word_subjects() { return detail::emulated(word_subjects{}, direct_subjects{}); }

}  // namespace heddle_test::fuzz
