// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests `heddle tune`: arguments that it refuses on every machine, and its output on a machine with a GPU.
#include "program.hpp"

#include <algorithm>
#include <regex>

namespace heddle::test {

namespace {

using tune_command = program_test;

TEST_F(tune_command, needs_a_gpu)
{
    outcome const result = run_shell("CUDA_VISIBLE_DEVICES=-1 " + command({"tune"}));
    expect_refusal(result, 3, "tune needs a GPU");
    EXPECT_EQ(result.output, "");
}

TEST_F(tune_command, names_the_sizes_that_it_knows)
{
    for (char const* sizes : {"29", "28,29", "0", "-28"}) {
        expect_refusal(run({"tune", "--sizes", sizes}), 2, "--sizes may name 4, 8, 12, ");
    }
    outcome const refusal = run({"tune", "--sizes", "28,29"});
    expect_refusal(refusal, 2, "no kernels for 29");
    std::regex const number("[0-9]+(?=[,;])");
    std::sregex_iterator name(refusal.errors.begin(), refusal.errors.end(), number);
    for (long before = 0; name != std::sregex_iterator(); ++name) {
        long const size = std::stol(name->str());
        EXPECT_LT(before, size) << refusal.errors;
        before = size;
    }
}

TEST_F(tune_command, takes_whole_numbers_with_one_comma_between)
{
    for (char const* sizes : {"", ",", "12,", ",12", "12,,28", "12 28", "12.0", "0x1c", "+12"}) {
        expect_refusal(run({"tune", "--sizes", sizes}), 2, "is no whole number");
    }
    expect_refusal(run({"tune", "--sizes", "99999999999999999999"}), 2, "is out of range");
    expect_refusal(run({"tune", "--sizes", "-99999999999999999999"}), 2, "is out of range");
    expect_refusal(run({"tune", "--mib", "18446744073709551617"}), 2, "is out of range");
    expect_refusal(run({"tune", "--sizes", "12,28,12"}), 2, "--sizes names 12 more than once");
    expect_refusal(run({"tune", "--sizes", "12", "--sizes", "12"}), 2, "more than once");
    // Leading zeros do not make a number octal.
    expect_refusal(run({"tune", "--sizes", "034"}), 2, "no kernels for 34");
}

TEST_F(tune_command, refuses_what_it_cannot_measure)
{
    expect_refusal(run({"tune", "--sizes", "many"}), 2, "many");
    for (char const* mebibytes : {"0", "-1", "16385"}) {
        expect_refusal(run({"tune", "--mib", mebibytes}), 2, "--mib must be from 1 to 16384");
    }
    for (char const* batches : {"0", "-1", "1001"}) {
        expect_refusal(run({"tune", "--repeats", batches}), 2, "--repeats must be from 1 to 1000");
    }
    expect_refusal(run({"tune", "28"}), 2, "28");
    expect_refusal(run({"tune", "--csv", path("missing/table.csv")}), 1, "missing/table.csv");
    expect_refusal(run({"tune", "--csv", ""}), 2, "--csv: a name is missing");
    expect_refusal(run({"tune", "--csv", path(std::string(256, 'x'))}), 1, "File name too long");
    expect_refusal(run({"tune", "--csv", "/dev/stderr"}), 1, "it is standard error");
    EXPECT_TRUE(files().empty());
}

TEST_F(tune_command, measures_every_pattern)
{
    std::string const csv = path("table.csv");
    outcome const result = run({"tune", "--mib", "8", "--repeats", "1", "--sizes", "28,12", "--csv", csv});
    if (result.status == 3 && result.errors.find("tune needs a GPU") != std::string::npos) {
        GTEST_SKIP() << result.errors;
    }
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_EQ(result.errors, "");
    std::string const table = read_file(csv);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2 * 5);
    for (char const* bytes : {"28", "12"}) {
        for (char const* pattern : {"load", "store", "copy", "gather", "scatter"}) {
            std::string const name = std::string(bytes) + " +" + pattern + " +";
            EXPECT_TRUE(std::regex_search(result.output, std::regex(name + "[0-9]+ "))) << result.output;
            std::string const row = std::string(bytes) + ",4," + pattern + ",";
            EXPECT_NE(table.find(row), std::string::npos) << table;
        }
    }
}

TEST_F(tune_command, puts_its_table_elsewhere_where_standard_output_gets_the_csv)
{
    outcome const result = run({"tune", "--mib", "8", "--repeats", "1", "--sizes", "12", "--csv", "-"});
    if (result.status == 3 && result.errors.find("tune needs a GPU") != std::string::npos) {
        GTEST_SKIP() << result.errors;
    }
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_EQ(result.output.rfind("bytes,alignment,pattern,", 0), 0u) << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1 + 5);
    EXPECT_EQ(result.errors.rfind("GPU: ", 0), 0u) << result.errors;
}

}  // namespace

}  // namespace heddle::test
