// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses random words as a command line. The program must accept the words or refuse them with a message. If the words
// are a command `plan`, the fuzzer runs the command.

#include "commands.hpp"
#include "errors.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t count)
{
    using namespace heddle::program;
    // Each line of the input becomes a word, without null characters.
    std::vector<std::string> words{"heddle"};
    bool starts = true;
    for (std::size_t i = 0; i < count; ++i) {
        if (starts) words.emplace_back();
        starts = bytes[i] == '\n';
        if (!starts && bytes[i] != 0) words.back() += static_cast<char>(bytes[i]);
    }
    std::vector<char const*> argv;
    for (std::string const& word : words) argv.push_back(word.c_str());
    argv.push_back(nullptr);
    try {
        any_request const asked = parse_command_line(static_cast<int>(words.size()), argv.data());
        if (auto const* const plan = std::get_if<plan_request>(&asked)) {
            if (plan_text(*plan).empty()) std::abort();
        }
    } catch (usage_error const& error) {
        if (std::string(error.what()).empty()) std::abort();
    }
    return 0;
}
