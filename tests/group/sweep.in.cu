// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the sweep for @HEDDLE_SWEEP_COUNT@ element sizes, from @HEDDLE_SWEEP_FIRST@ bytes on. The sizes are divided
// among several source files, which compile in parallel.
#include "group/sweep.cuh"

namespace heddle_test {

using sweep_test = gpu_test;

FULL_TEST_F(sweep_test, @HEDDLE_SWEEP_COUNT@_sizes_from_@HEDDLE_SWEEP_FIRST@_bytes)
{
    sweep_sizes<@HEDDLE_SWEEP_FIRST@>("elements of @HEDDLE_SWEEP_COUNT@ sizes from @HEDDLE_SWEEP_FIRST@ bytes on",
                                      std::make_index_sequence<@HEDDLE_SWEEP_COUNT@>{});
}

}  // namespace heddle_test
