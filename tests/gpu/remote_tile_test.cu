// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays in remote memory by explicit groups, through registers and scratch: partial groups, and lanes without an
// element.
#include "remote_memory.cuh"
#include "sweep.cuh"

namespace heddle_test::remote_tile_test {

template <class Memory, class... Element>
void expect_moved_by_tiles(elements<Element...>)
{
    sweep_in<Memory> s("remote arrays, by tiles");
    (s.template by_tile<32, Element>(), ...);
    (s.template by_tile<32, Element, stages_of<Element, 32>>(), ...);
    s.template by_tile<8, bytes<28>>();
    EXPECT_EQ(s.cases(), (2 * sizeof...(Element) + 1) * 10u);
}

TEST_F(host_test, by_tiles) { expect_moved_by_tiles<host_memory>(remote_elements{}); }
FULL_TEST_F(peer_test, by_tiles) { expect_moved_by_tiles<peer_memory>(remote_elements{}); }

}  // namespace heddle_test::remote_tile_test
