// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective store takes trivially copyable elements alone.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

#include <string>

void rename(heddle::emulated_group<8> const& tile, std::string* names, std::string const& name)
{
    tile.sync();
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::store_contiguous(tile, names, name);
#endif
    *names = name;
}
