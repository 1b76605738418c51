// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests `heddle plan` and the command line.
#include "program.hpp"

#include <iterator>
#include <regex>

namespace heddle::test {

namespace {

using plan_command = program_test;
using command_line = program_test;

TEST_F(plan_command, accepts_every_size)
{
    // One shell runs the program for all sizes, because starting a shell takes longer than running the program.
    outcome const all = run_shell("for bytes in $(seq 1 1024); do " + quoted(HEDDLE_PROGRAM) +
                                  " plan $bytes || echo failed $bytes >&2; done");
    EXPECT_EQ(all.errors, "");
    std::regex const title("plan for elements of");
    EXPECT_EQ(std::distance(std::sregex_iterator(all.output.begin(), all.output.end(), title), {}), 1024);
}

TEST_F(plan_command, shows_how_a_struct_of_28_bytes_is_moved)
{
    outcome const result = run_well({"plan", "28"});
    EXPECT_NE(result.output.find("28 bytes aligned to 4, by a group of 32 lanes"), std::string::npos);
    EXPECT_NE(result.output.find("  lanes cooperate       yes\n"), std::string::npos);
    EXPECT_EQ(result.number("word"), 4);
    EXPECT_EQ(result.number("words per element \\(m\\)"), 7);
    EXPECT_EQ(result.number("row accesses"), 7);
    EXPECT_EQ(result.number("shuffles"), 7);
    EXPECT_EQ(result.number("scratch for a warp"), 28 * 32 + 32);
    // Loads through the cache need no scratch; 56 chunks of 16 bytes are stored.
    EXPECT_NE(result.output.find("7 to load, 2 to store"), std::string::npos);
    // Elements of 32 lanes are 28 bytes apart, so each of 7 words touches 28 sectors. Each row of 128 bytes touches 4.
    for (char const* line : {"load requests +7 +7 +1.00\n", "load sectors +196 +196 +1.00\n",
                             "store requests +7 +7 +1.00\n", "store sectors +196 +28 +7.00\n"}) {
        EXPECT_TRUE(std::regex_search(result.output, std::regex(line))) << result.output;
    }
}

TEST_F(plan_command, says_how_loads_and_stores_go)
{
    auto const ways = [&](char const* bytes) {
        std::string const output = run_well({"plan", bytes}).output;
        std::vector<std::string> found;
        for (char const* name : {"loads, consecutive", "stores, consecutive", "loads, indexed", "stores, indexed"}) {
            std::smatch match;
            EXPECT_TRUE(std::regex_search(output, match, std::regex(name + std::string(" +(.+)")))) << output;
            found.push_back(match[1]);
        }
        return found;
    };
    std::string const plain = "per-thread: each lane moves its own element, as plain code does";
    std::string const own = "vectorized per-thread: each lane moves the words of its own element";
    std::string const cached = own + ", through the L1 cache";
    std::string const rows = "rows of words, transposed in registers";
    std::string const ends = rows + "; ends of elements in parts";
    std::string const sectors = " that end with sectors, transposed in registers";
    std::string const bytes = "rows of bytes" + sectors;
    std::string const halves = "rows of parts of 2 bytes" + sectors;
    using lines = std::vector<std::string>;
    EXPECT_EQ(ways("8"), (lines{plain, plain, plain, plain}));
    EXPECT_EQ(ways("12"), (lines{own, rows, own, rows}));
    EXPECT_EQ(ways("28"), (lines{cached, rows, rows, rows}));
    EXPECT_EQ(ways("64"), (lines{rows, rows, rows, rows}));
    EXPECT_EQ(ways("13"), (lines{cached, ends, ends, bytes}));
    EXPECT_EQ(ways("34"), (lines{cached, ends, ends, halves}));
    EXPECT_EQ(ways("50"), (lines{ends, ends, ends, halves}));
    EXPECT_EQ(ways("255"), (lines{ends, ends, ends, bytes}));
    EXPECT_EQ(ways("265"), (lines{ends, ends, ends, ends}));
}

TEST_F(plan_command, says_where_scratch_is_used)
{
    EXPECT_NE(run_well({"plan", "50"}).output.find("1632 bytes, in blocks of up to 800 threads"), std::string::npos);
    EXPECT_NE(run_well({"plan", "20"}).output.find("not used: registers take fewer"), std::string::npos);
    EXPECT_NE(run_well({"plan", "200"}).output.find("not used: 6432 bytes"), std::string::npos);
    for (std::vector<std::string> const& arguments :
         {std::vector<std::string>{"plan", "8"}, {"plan", "28", "--lanes", "16"}}) {
        EXPECT_EQ(run_well(arguments).output.find("scratch"), std::string::npos);
    }
}

TEST_F(plan_command, says_why_lanes_do_not_cooperate)
{
    auto const reason = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "plan");
        std::string const output = run_well(arguments).output;
        std::smatch match;
        EXPECT_TRUE(std::regex_search(output, match, std::regex("lanes cooperate +no: (.+)"))) << output;
        return match[1].str();
    };
    EXPECT_EQ(reason({"16"}), "an element is one word, and plain access is coalesced");
    EXPECT_EQ(reason({"11"}), "up to 11 bytes, plain access is as fast as the memory");
    EXPECT_EQ(reason({"1028"}), "beyond 1024 bytes, the code for all words costs more than it saves");
    EXPECT_EQ(reason({"28", "--lanes", "1"}), "a group of one lane has no other lane to work with");
}

TEST_F(plan_command, counts_what_an_emulated_warp_does)
{
    auto const counts = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "plan");
        std::string const output = run_well(arguments).output;
        std::regex const line("(load|store) (requests|sectors) +([0-9]+) +([0-9]+) ");
        std::vector<std::string> found;
        for (std::sregex_iterator at(output.begin(), output.end(), line), end; at != end; ++at) {
            found.push_back((*at)[3].str() + " " + (*at)[4].str());
        }
        EXPECT_EQ(found.empty(), output.find("counted on an emulated warp") == std::string::npos);
        EXPECT_EQ(found.empty(), output.find("are counted for groups of 32 lanes and") != std::string::npos);
        return found;
    };
    using lines = std::vector<std::string>;
    // Plain code moves four words of 4 bytes; the warp moves one word of 16 bytes.
    EXPECT_EQ(counts({"16", "--align", "4"}), (lines{"4 1", "64 16", "4 1", "64 16"}));
    EXPECT_EQ(counts({"12"}), (lines{"3 3", "36 36", "3 3", "36 12"}));
    // Plain code moves 25 words of 2 bytes, and each word touches 32 sectors. Stores in rows touch each of the 50
    // sectors once.
    EXPECT_EQ(counts({"50"}), (lines{"25 7", "800 56", "25 7", "800 50"}));
    EXPECT_EQ(counts({"256"}), (lines{"16 16", "512 256", "16 16", "512 256"}));
    for (std::vector<std::string> const& uncounted :
         {std::vector<std::string>{"65"}, {"300"}, {"64", "--align", "1"}, {"28", "--lanes", "16"}, {"132"}}) {
        EXPECT_TRUE(counts(uncounted).empty()) << uncounted[0];
    }
}

TEST_F(plan_command, counts_every_element_that_it_says_it_counts)
{
    std::string const program = quoted(HEDDLE_PROGRAM);
    outcome const all =
        run_shell("for bytes in $(seq 1 64) $(seq 68 4 128) $(seq 136 8 256); do " + program +
                  " plan $bytes; done; for bytes in $(seq 8 8 64); do " + program + " plan $bytes --align 4; done");
    EXPECT_EQ(all.errors, "");
    std::regex const counted("counted on an emulated warp");
    EXPECT_EQ(std::distance(std::sregex_iterator(all.output.begin(), all.output.end(), counted), {}), 64 + 16 + 16 + 8);
    EXPECT_NE(run_well({"plan", "65"})
                  .output.find("elements of 1 to 64 bytes, of multiples of 4 up to 128 and of multiples of 8 up "
                               "to "
                               "256 at their widest alignment, and of multiples of 8 up to 64 aligned to 4."),
              std::string::npos);
}

TEST_F(plan_command, takes_an_alignment_and_a_group)
{
    outcome const result = run_well({"plan", "48", "--align", "4", "--lanes", "8"});
    EXPECT_NE(result.output.find("48 bytes aligned to 4, by a group of 8 lanes"), std::string::npos);
    EXPECT_EQ(result.number("word"), 16);
    EXPECT_EQ(run_well({"plan", "50", "--align", "2"}).number("word"), 8);
    outcome const large = run_well({"plan", "1000", "--align", "4"});
    EXPECT_EQ(large.number("words at a time"), 32);
    for (char const* lanes : {"1", "2", "4", "8", "16", "32"}) {
        run_well({"plan", "48", "--lanes", lanes});
    }
}

TEST_F(plan_command, refuses_what_is_no_struct)
{
    for (char const* bytes : {"0", "-5", "4097", "999999999999"}) {
        expect_refusal(run({"plan", bytes}), 2, "BYTES must be from 1 to 4096");
    }
    for (char const* bytes : {"many", "", "5.5", "99999999999999999999999"}) {
        expect_refusal(run({"plan", bytes}), 2, "BYTES");
    }
    expect_refusal(run({"plan", "99999999999999999999999"}), 2, "out of range");
    // Leading zeros do not make a number octal.
    EXPECT_EQ(run_well({"plan", "010"}).output, run_well({"plan", "10"}).output);
    expect_refusal(run({"plan", "0x1c"}), 2, "BYTES: '0x1c' is no whole number");
    expect_refusal(run({"plan"}), 2, "BYTES is required");
    for (char const* alignment : {"0", "-2", "3", "4"}) {
        expect_refusal(run({"plan", "50", "--align", alignment}), 2, "power of two that divides");
    }
    for (char const* lanes : {"0", "3", "64", "-1"}) {
        expect_refusal(run({"plan", "50", "--lanes", lanes}), 2, "--lanes must be");
    }
}

TEST_F(command_line, explains_itself)
{
    outcome const help = run_well({"--help"});
    EXPECT_EQ(run_well({}).output, help.output);
    for (char const* command : {"plan", "stl", "demo", "tune"}) {
        EXPECT_NE(help.output.find(command), std::string::npos);
        outcome const own = run_well({command, "--help"});
        EXPECT_NE(own.output.find("Usage: heddle " + std::string(command)), std::string::npos);
        EXPECT_NE(own.output.find("Exit status"), std::string::npos);
    }
    EXPECT_EQ(run_well({"--version"}).output.rfind("heddle ", 0), 0u);
}

TEST_F(command_line, refuses_what_it_does_not_know)
{
    expect_refusal(run({"weave"}), 2, "weave");
    expect_refusal(run({"plan", "50", "60"}), 2, "60");
    expect_refusal(run({"stl", "a.stl"}), 2, "OUT is required");
    expect_refusal(run({"stl", "a.stl", "b.stl", "--device", "loom"}), 2, "loom");
    expect_refusal(run({"demo", "--subdivisions", "13"}), 2, "--subdivisions must be");
    expect_refusal(run({"demo", "--subdivisions", "-1"}), 2, "--subdivisions must be");
    expect_refusal(run({"demo", "--directory", ""}), 2, "--directory: a name is missing");
    expect_refusal(run({"stl", "", path("b.stl")}), 2, "IN: a name is missing");
    EXPECT_TRUE(files().empty());
}

}  // namespace

}  // namespace heddle::test
