// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE_TEST_SMALL selects the small one of two numbers.
#include "common/small.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

class small_test : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (char const* const text = std::getenv(name)) before_ = text;
    }
    void TearDown() override { before_.empty() ? unsetenv(name) : set(before_.c_str()); }

    static int set(char const* text) { return setenv(name, text, 1); }
    static constexpr char const* name = "HEDDLE_TEST_SMALL";

private:
    std::string before_;
};

TEST_F(small_test, is_off_unless_set)
{
    unsetenv(name);
    EXPECT_EQ(100u, heddle_test::usual_or_small(100, 10));
    for (char const* const off : {"", "0"}) {
        set(off);
        EXPECT_EQ(100u, heddle_test::usual_or_small(100, 10)) << off;
    }
}

TEST_F(small_test, is_on_where_it_is_set)
{
    set("1");
    EXPECT_EQ(10u, heddle_test::usual_or_small(100, 10));
}

}  // namespace
