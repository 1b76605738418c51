// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Environment variables select the random cases that a test runs:
// PREFIX_CASES   the number of cases of each function under test
// PREFIX_SEED    the seed of the random cases
// PREFIX_REPLAY  SEED:CASE, as a failed test prints it; only this case runs, for each function under test
#pragma once

#include "random.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace heddle_test {

struct case_options {
    std::uint64_t seed = random_source::default_seed, first = 0, cases;

    case_options(std::string const& prefix, std::uint64_t default_cases) : cases(default_cases)
    {
        read(prefix + "_SEED", seed);
        read(prefix + "_CASES", cases);
        if (char const* const replay = read(prefix + "_REPLAY", seed)) {
            char const* const colon = std::strchr(replay, ':');
            first = colon == nullptr ? 0 : std::strtoull(colon + 1, nullptr, 10);
            cases = 1;
        }
    }

private:
    //! Returns the value of a variable, or null. Parses the number at its beginning into `number`.
    static char const* read(std::string const& variable, std::uint64_t& number)
    {
        char const* const text = std::getenv(variable.c_str());
        if (text != nullptr) number = std::strtoull(text, nullptr, 10);
        return text;
    }
};

}  // namespace heddle_test
