// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the built program in a directory of its own, and checks its output and its files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::test {

std::string read_file(std::filesystem::path const& path);
void write_file(std::filesystem::path const& path, std::string const& bytes);

//! Returns the text quoted as one word of the shell.
std::string quoted(std::string const& text);

//! The exit status and the output of a program.
struct outcome {
    int status = -1;
    std::string output;
    std::string errors;

    //! Returns the number after `name`, in the first line that begins with `name`. Ignores line 1 of the output.
    double number(std::string const& name) const;
    std::string first_line() const { return output.substr(0, output.find('\n')); }
};

//! Creates an empty directory for a test, and removes the directory with all its files after the test.
class program_test : public testing::Test {
protected:
    program_test();
    ~program_test() override;

    std::string path(std::string const& name) const { return (directory_ / name).string(); }

    outcome run_shell(std::string const& command) const;

    static std::string command(std::vector<std::string> const& arguments);

    outcome run(std::vector<std::string> const& arguments) const;

    //! Runs the program. Checks that the program succeeds and writes nothing to standard error.
    outcome run_well(std::vector<std::string> const& arguments) const;

    //! Returns the names of all files in the directory, including hidden files.
    std::vector<std::string> files() const;

private:
    std::filesystem::path directory_;
};

//! Checks the exit status, and checks that standard error is one line that contains `words`.
void expect_refusal(outcome const& result, int status, std::string const& words);

}  // namespace heddle::test
