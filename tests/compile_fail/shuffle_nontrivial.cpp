// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A shuffle takes trivially copyable values alone.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/shuffle.cuh>

#include <string>

std::string first(heddle::emulated_group<32> const& tile, std::string const& own)
{
    tile.sync();
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::shuffle(tile, own, 0);
#endif
    return own;
}
