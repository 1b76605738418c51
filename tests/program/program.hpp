// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the built program in a directory of its own and looks at what it says and writes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <sys/wait.h>

namespace heddle::test {

inline std::string read_file(std::filesystem::path const& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(std::filesystem::path const& path, std::string const& bytes)
{
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

inline std::string quoted(std::string const& text)
{
    return "'" + std::regex_replace(text, std::regex("'"), "'\\''") + "'";
}

//! How a program ended and what it printed.
struct outcome {
    int status = -1;
    std::string output;
    std::string errors;

    //! The last number on the first line of the output that begins with `name`.
    double number(std::string const& name) const
    {
        std::smatch match;
        std::regex const line("\\n *" + name + " *:? +(-?[0-9.e+-]+)");
        if (!std::regex_search(output, match, line)) {
            ADD_FAILURE() << "no " << name << " in:\n" << output;
            return -1;
        }
        return std::stod(match[1]);
    }
    std::string first_line() const { return output.substr(0, output.find('\n')); }
};

//! An empty directory, removed with all that the test has put there.
class program_test : public testing::Test {
protected:
    program_test()
    {
        std::string name = testing::TempDir() + "heddle-program-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
        directory_ = name;
    }
    ~program_test() override
    {
        std::error_code ignored;
        std::filesystem::remove_all(directory_, ignored);
    }

    std::string path(std::string const& name) const { return (directory_ / name).string(); }

    //! Runs a command of the shell.
    outcome run_shell(std::string const& command) const
    {
        // Beside the directory, so that a test sees there only what the program leaves behind.
        std::string const out = directory_.string() + ".out", err = directory_.string() + ".err";
        int const status =
            std::system(("{ " + command + "; } >" + quoted(out) + " 2>" + quoted(err)).c_str());
        outcome const result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out),
                             read_file(err)};
        std::filesystem::remove(out);
        std::filesystem::remove(err);
        return result;
    }

    static std::string command(std::vector<std::string> const& arguments)
    {
        std::string line = quoted(HEDDLE_PROGRAM);
        for (std::string const& argument : arguments) line += ' ' + quoted(argument);
        return line;
    }

    //! Runs the program.
    outcome run(std::vector<std::string> const& arguments) const
    {
        return run_shell(command(arguments));
    }

    //! Runs the program and expects that it succeeds without a word on standard error.
    outcome run_well(std::vector<std::string> const& arguments) const
    {
        outcome const result = run(arguments);
        EXPECT_EQ(result.status, 0) << command(arguments) << '\n' << result.errors;
        EXPECT_EQ(result.errors, "") << command(arguments);
        return result;
    }

    //! The names of all files in the directory, hidden ones, too.
    std::vector<std::string> files() const
    {
        std::vector<std::string> names;
        for (auto const& entry : std::filesystem::directory_iterator(directory_)) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    std::filesystem::path directory_;
};

//! Expects an exit status and one sentence on standard error that contains `words`.
inline void expect_refusal(outcome const& result, int status, std::string const& words)
{
    EXPECT_EQ(result.status, status) << result.errors;
    EXPECT_EQ(result.errors.rfind("heddle: ", 0), 0u) << result.errors;
    EXPECT_NE(result.errors.find(words), std::string::npos)
        << "expected '" << words << "' in: " << result.errors;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
}

}  // namespace heddle::test
