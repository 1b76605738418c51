// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sweep over a few representative sizes. sweep.in.cu has all sizes.
#include "sweep.cuh"

namespace heddle_test::sweep_test {

using sweep_test = gpu_test;

TEST_F(sweep_test, a_few_sizes)
{
    sweep s("elements of a few sizes");
    s.through_pointer<bytes<28>>();
    s.through_pointer<bytes<50>>();
    s.by_tile<32, bytes<13>>();
    EXPECT_EQ(s.cases(), 2u * 18u + 10u);
}

}  // namespace heddle_test::sweep_test
