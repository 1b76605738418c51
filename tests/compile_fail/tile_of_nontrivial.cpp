// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of elements that are more than their bytes.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/block/block_tile.cuh>
#include <heddle/emulation/emulated_group.hpp>

struct owner {
    owner() = default;
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    owner(owner const& other) : value(other.value) {}
#endif
    int value = 0;
};

void fill(heddle::emulated_group<32> const& block, heddle::tile_stages<owner, 64>& stages, owner* p)
{
    heddle::store_tile(block, stages, heddle::make_tile(block, stages, p, 64));
}
