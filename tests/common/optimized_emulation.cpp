// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the inline functions in which lanes of emulated warps wait. Only this source is compiled with optimization.
// Each test program links this source first, so the linker keeps the optimized definitions, which halves the run time
// of most host tests.

#include <heddle/emulation.hpp>

#include <cstddef>

namespace {

[[gnu::used]] void use_emulated_warps()
{
    heddle::emulate_group<32>([](auto const& group) { group.sync(); });
    heddle::emulate_grid(1, [](std::size_t) {});
}

}  // namespace
