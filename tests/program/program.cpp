// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers that run the program. They are compiled once for all tests, because regular expressions take seconds to
// compile.
#include "program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <system_error>

#include <sys/wait.h>

namespace heddle::test {

std::string read_file(std::filesystem::path const& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(std::filesystem::path const& path, std::string const& bytes)
{
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string quoted(std::string const& text) { return "'" + std::regex_replace(text, std::regex("'"), "'\\''") + "'"; }

double outcome::number(std::string const& name) const
{
    std::smatch match;
    std::regex const line("\\n *" + name + " *:? +(-?[0-9.e+-]+)");
    if (!std::regex_search(output, match, line)) {
        ADD_FAILURE() << "no " << name << " in:\n" << output;
        return -1;
    }
    return std::stod(match[1]);
}

program_test::program_test()
{
    std::string name = testing::TempDir() + "heddle-program-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    directory_ = name;
}

program_test::~program_test()
{
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
}

outcome program_test::run_shell(std::string const& command) const
{
    // These files lie beside the directory, so that the directory contains only files of the program and of the test.
    std::string const out = directory_.string() + ".out", err = directory_.string() + ".err";
    int const status = std::system(("{ " + command + "; } >" + quoted(out) + " 2>" + quoted(err)).c_str());
    outcome const result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
    std::filesystem::remove(out);
    std::filesystem::remove(err);
    return result;
}

std::string program_test::command(std::vector<std::string> const& arguments)
{
    std::string line = quoted(HEDDLE_PROGRAM);
    for (std::string const& argument : arguments) line += ' ' + quoted(argument);
    return line;
}

outcome program_test::run(std::vector<std::string> const& arguments) const { return run_shell(command(arguments)); }

outcome program_test::run_well(std::vector<std::string> const& arguments) const
{
    outcome const result = run(arguments);
    EXPECT_EQ(result.status, 0) << command(arguments) << '\n' << result.errors;
    EXPECT_EQ(result.errors, "") << command(arguments);
    return result;
}

std::vector<std::string> program_test::files() const
{
    std::vector<std::string> names;
    for (auto const& entry : std::filesystem::directory_iterator(directory_)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void expect_refusal(outcome const& result, int status, std::string const& words)
{
    EXPECT_EQ(result.status, status) << result.errors;
    EXPECT_EQ(result.errors.rfind("heddle: ", 0), 0u) << result.errors;
    EXPECT_NE(result.errors.find(words), std::string::npos) << "expected '" << words << "' in: " << result.errors;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
}

}  // namespace heddle::test
