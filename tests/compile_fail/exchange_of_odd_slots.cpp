// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An exchange of slots pairs all slots of the array.
// expect: heddle: exchange of slots: Distance must be a power of two, and the length of the array a multiple of 2 * Distance

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/warp/exchange.cuh>

void swap_slots(heddle::emulated_group<8> const& tile, int (&three)[3], int (&four)[4])
{
    heddle::exchange<2>(tile, four, 2);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::exchange<1>(tile, three, 1);
#endif
    static_cast<void>(three);
}
