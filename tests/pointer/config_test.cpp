// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that unchecked builds, such as this program, do not evaluate preconditions. tests/build/checked tests checked
// builds.

#include <heddle/config.cuh>

#include <gtest/gtest.h>

namespace {

TEST(config, expectations_cost_nothing_unless_asked_for)
{
    bool asked = false;
    [[maybe_unused]] auto const ask = [&] { return asked = true; };
    HEDDLE_EXPECTS(ask(), "is never asked");
    EXPECT_EQ(HEDDLE_CHECKED != 0, asked);
}

}  // namespace
