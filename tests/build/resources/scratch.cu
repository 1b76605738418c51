// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Consecutive elements are moved through shared memory, without stack and spills. The shuffles in the code are for
// elements that are not consecutive, for their addresses, and for words shared with neighbors.

#include "structs.cuh"

#define COPY(kernel, type)                                                                  \
    extern "C" __global__ void kernel(heddle::coalesced_ptr<type, heddle::in_block<256>> a, \
                                      heddle::coalesced_ptr<type, heddle::in_block<256>> b) \
    {                                                                                       \
        b[this_index()] = a[this_index()];                                                  \
    }

COPY(copy_floats_28, floats<7>)   // expect: shuffles=64
COPY(copy_floats_64, floats<16>)  // expect: shuffles=73
COPY(copy_floats_96, floats<24>)  // expect: shuffles=109
// Elements of few words use no shared memory.
COPY(copy_doubles_24, doubles<3>)  // expect: shuffles=37
static_assert(!heddle::block_scratch<doubles<3>, 256>::uses_memory);
COPY(copy_doubles_40, doubles<5>)     // expect: shuffles=61
COPY(copy_triangle_50, triangle)      // expect: shuffles=223
COPY(copy_points_13, lidar_point)     // expect: shuffles=158
COPY(copy_signals_39, return_signal)  // expect: shuffles=246
