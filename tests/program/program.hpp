// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the built program in a directory of its own and looks at what it says and writes.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::test {

std::string read_file(std::filesystem::path const& path);
void write_file(std::filesystem::path const& path, std::string const& bytes);

//! The text as one word of the shell.
std::string quoted(std::string const& text);

//! How a program ended and what it printed.
struct outcome {
    int status = -1;
    std::string output;
    std::string errors;

    //! The number on the first line of the output, but the very first, that begins with `name`.
    double number(std::string const& name) const;
    std::string first_line() const { return output.substr(0, output.find('\n')); }
};

//! An empty directory, removed with all that the test has put there.
class program_test : public testing::Test {
protected:
    program_test();
    ~program_test() override;

    std::string path(std::string const& name) const { return (directory_ / name).string(); }

    //! Runs a command of the shell.
    outcome run_shell(std::string const& command) const;

    static std::string command(std::vector<std::string> const& arguments);

    //! Runs the program.
    outcome run(std::vector<std::string> const& arguments) const;

    //! Runs the program and expects that it succeeds without a word on standard error.
    outcome run_well(std::vector<std::string> const& arguments) const;

    //! The names of all files in the directory, hidden ones, too.
    std::vector<std::string> files() const;

private:
    std::filesystem::path directory_;
};

//! Expects an exit status and one sentence on standard error that contains `words`.
void expect_refusal(outcome const& result, int status, std::string const& words);

}  // namespace heddle::test
