// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses the emulation in an installed heddle.
#include <heddle/emulation.hpp>

int main()
{
    unsigned lanes = 0;
    heddle::emulate_group([&](auto const&) { ++lanes; });
    return lanes == 32 ? 0 : 1;
}
