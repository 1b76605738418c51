// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective load takes trivially copyable elements alone.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

#include <string>

std::string first(heddle::emulated_group<32> const& tile, std::string const* names)
{
    tile.sync();
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::load(tile, names);
#endif
    return *names;
}
