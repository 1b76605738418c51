// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives need a tile whose size is a power of two.
// expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/warp/bitonic_sort.cuh>

struct three_lanes : heddle::emulated_group<4> {
    using emulated_group::emulated_group;
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    static constexpr unsigned num_threads() { return 3; }
#endif
};

void order(three_lanes const& tile, int& key) { heddle::bitonic_sort(tile, key); }
