// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Consecutive elements are moved through shared memory, without stack and spills. The shuffles in the code are for
// elements that are not consecutive, for their addresses, and for words shared with neighbors.

#include "structs.cuh"

#define HEDDLE_TEST_SCRATCH(kernel, type)                                                   \
    extern "C" __global__ void kernel(heddle::coalesced_ptr<type, heddle::in_block<256>> a, \
                                      heddle::coalesced_ptr<type, heddle::in_block<256>> b) \
    {                                                                                       \
        b[this_index()] = a[this_index()];                                                  \
    }

// expect: copy_floats_28 stack=0 spills=0 shuffles=64 generic=0
HEDDLE_TEST_SCRATCH(copy_floats_28, floats<7>)
// expect: copy_floats_64 stack=0 spills=0 shuffles=73 generic=0
HEDDLE_TEST_SCRATCH(copy_floats_64, floats<16>)
// expect: copy_floats_96 stack=0 spills=0 shuffles=109 generic=0
HEDDLE_TEST_SCRATCH(copy_floats_96, floats<24>)
// Elements of few words use no shared memory.
// expect: copy_doubles_24 stack=0 spills=0 shuffles=37 generic=0
static_assert(!heddle::block_scratch<doubles<3>, 256>::uses_memory);
HEDDLE_TEST_SCRATCH(copy_doubles_24, doubles<3>)
// expect: copy_doubles_40 stack=0 spills=0 shuffles=61 generic=0
HEDDLE_TEST_SCRATCH(copy_doubles_40, doubles<5>)
// expect: copy_triangle_50 stack=0 spills=0 shuffles=223 generic=0
HEDDLE_TEST_SCRATCH(copy_triangle_50, triangle)
// expect: copy_points_13 stack=0 spills=0 shuffles=158 generic=0
HEDDLE_TEST_SCRATCH(copy_points_13, lidar_point)
// expect: copy_signals_39 stack=0 spills=0 shuffles=246 generic=0
HEDDLE_TEST_SCRATCH(copy_signals_39, return_signal)
