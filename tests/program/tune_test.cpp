// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// `heddle tune`: what it refuses anywhere, and what it says where there is a GPU.
#include "program.hpp"

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
    expect_refusal(run({"tune", "--sizes", "28,29"}), 2, "no kernels for 29");
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
    EXPECT_TRUE(files().empty());
}

TEST_F(tune_command, measures_every_pattern)
{
    std::string const csv = path("table.csv");
    outcome const result =
        run({"tune", "--mib", "8", "--repeats", "1", "--sizes", "28,12", "--csv", csv});
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
            EXPECT_TRUE(std::regex_search(result.output, std::regex(name + "[0-9]+ ")))
                << result.output;
            std::string const row = std::string(bytes) + ",4," + pattern + ",";
            EXPECT_NE(table.find(row), std::string::npos) << table;
        }
    }
}

}  // namespace

}  // namespace heddle::test
