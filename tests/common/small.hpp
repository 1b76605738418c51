// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Fewer elements and repetitions for slow runs, such as under compute-sanitizer. Environment variable:
// HEDDLE_TEST_SMALL  anything but 0: small arrays and few repetitions; every kernel still has several tiles and blocks
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace heddle_test {

inline bool is_small()
{
    char const* const text = std::getenv("HEDDLE_TEST_SMALL");
    return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

//! Returns `small` if HEDDLE_TEST_SMALL is set, otherwise `usual`.
inline std::size_t usual_or_small(std::size_t usual, std::size_t small) { return is_small() ? small : usual; }

}  // namespace heddle_test
