// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Not by the parser of the options, which takes 010 for 8, and 12,,28 for 12,28.
#include "whole_number.hpp"

#include "errors.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <system_error>

namespace heddle::program {

long long whole_number(std::string const& option, std::string const& text)
{
    long long value = 0;
    char const* const end = text.data() + text.size();
    auto const [rest, error] = std::from_chars(text.data(), end, value);
    bool const is_number = error != std::errc::invalid_argument && rest == end;
    if (is_number && error == std::errc()) return value;
    throw usage_error(fmt::format("{}: '{}' is {} (--help says more)", option, text,
                                  is_number ? "out of range" : "no whole number"));
}

std::vector<long long> whole_numbers(std::string const& option, std::string const& text)
{
    std::vector<long long> values;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(',', begin);
        values.push_back(whole_number(option, text.substr(begin, end - begin)));
    }
    return values;
}

}  // namespace heddle::program
