// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the functions in which the lanes of emulated warps wait. Only this source compiles these inline functions with
// optimization; the other sources of tests do not. This source comes first in its programs, so the linker takes its
// definitions. This halves the time that most host tests run.

#include <heddle/emulation.hpp>

#include <cstddef>

namespace {

[[gnu::used]] void use_emulated_warps()
{
    heddle::emulate_group<32>([](auto const& group) { group.sync(); });
    heddle::emulate_grid(1, [](std::size_t) {});
}

}  // namespace
