// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that checked builds accept memory of the host and memory of a peer GPU as global memory.
#include "group/remote_memory.cuh"
#include "group/sweep.cuh"

namespace heddle_test {

static_assert(HEDDLE_CHECKED == 1);

template <class Memory>
void expect_no_trap()
{
    sweep_in<Memory> s("remote arrays in a checked build");
    s.template through_pointer<bytes<3>>();
    s.template through_pointer<bytes<28>>();
    s.template through_pointer<bytes<50>>();
    s.template through_pointer<bytes<64, 4>>();
    s.template through_pointer<bytes<28>, heddle::in_block<256>>(256);
    s.template through_pointer<bytes<50>, heddle::in_block<256>>(256);
    s.template by_tile<32, bytes<28>>();
    EXPECT_EQ(s.cases(), 6 * 18u + 10u);
}

TEST_F(host_test, passes_the_checks) { expect_no_trap<host_memory>(); }
TEST_F(peer_test, passes_the_checks) { expect_no_trap<peer_memory>(); }

}  // namespace heddle_test
