// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the scenarios of the host tests for a few types of unaligned sizes, which together take every route of such
// sizes through registers. There are only a few types, because each mutant compiles this file.

#include "group/access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(unaligned_routes, of_bytes) { check_all(collectives_aligned_to<32, 1, 14, 33, 99>(), "straddled routes, bytes"); }

TEST(unaligned_routes, of_halves) { check_all(collectives_aligned_to<32, 2, 50>(), "straddled routes, halves"); }

TEST(unaligned_routes, in_pieces) { check_all(collectives_aligned_to<32, 1, 300>(), "straddled routes, pieces"); }

}  // namespace
