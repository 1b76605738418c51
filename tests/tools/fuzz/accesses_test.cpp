// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs many random accesses on an emulated warp, for subjects (functions under test) that take every route. README.md
// explains the cases.

#include "subject_list.hpp"

#include <group/random_accesses.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

template <class Subjects>
void check_subjects(Subjects listed)
{
    std::vector<fuzz::emulated_subject> subjects;
    add(subjects, listed);
    check_cases(subjects);
}

TEST(accesses, per_thread) { check_subjects(fuzz::direct_subjects{}); }
TEST(accesses, of_whole_words) { check_subjects(fuzz::word_subjects{}); }
TEST(accesses, of_unaligned_sizes) { check_subjects(fuzz::straddling_subjects{}); }
TEST(accesses, of_large_elements) { check_subjects(fuzz::large_subjects{}); }
TEST(accesses, through_shared_memory) { check_subjects(fuzz::staged_subjects{}); }
TEST(accesses, of_several_elements_per_lane) { check_subjects(fuzz::blocked_subjects{}); }
TEST(accesses, through_pointers) { check_subjects(fuzz::pointer_subjects{}); }

}  // namespace
