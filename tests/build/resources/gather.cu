// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Gathers of elements by a whole group.

#include "structs.cuh"

#define GATHER(kernel, type, lanes, expected_shuffles)                              \
    static_assert(indexed_shuffles<type, lanes> == expected_shuffles);              \
    extern "C" __global__ void kernel(type const* from, type* to, int const* index) \
    {                                                                               \
        auto const tile = this_tile<lanes>();                                       \
        std::size_t const i = this_index();                                         \
        heddle::store(tile, to + i, heddle::load(tile, from + index[i]));           \
    }

GATHER(gather_floats_16, floats<4>, 32, 0)         // at most: shuffles=0
GATHER(gather_floats_28, floats<7>, 32, 42)        // at most: shuffles=42
GATHER(gather_floats_32, floats<8>, 32, 24)        // at most: shuffles=24
GATHER(gather_floats_64, floats<16>, 32, 48)       // at most: shuffles=48
GATHER(gather_floats_96, floats<24>, 32, 72)       // at most: shuffles=72
GATHER(gather_floats_124, floats<31>, 32, 186)     // at most: shuffles=186
GATHER(gather_floats_128, floats<32>, 32, 96)      // at most: shuffles=96
GATHER(gather_floats_256, floats<64>, 32, 192)     // at most: shuffles=192
GATHER(gather_doubles_24, doubles<3>, 32, 24)      // at most: shuffles=24
GATHER(gather_doubles_40, doubles<5>, 32, 40)      // at most: shuffles=40
GATHER(gather_quads_32, quads<2>, 32, 24)          // at most: shuffles=24
GATHER(gather_quads_64, quads<4>, 32, 48)          // at most: shuffles=48
GATHER(gather_quads_96, quads<6>, 32, 72)          // at most: shuffles=72
GATHER(gather_shorts_34, shorts<17>, 32, 192)      // at most: shuffles=192
GATHER(gather_spinor_48, spinor, 32, 36)           // at most: shuffles=36
GATHER(gather_triangle_50, triangle, 32, 209)      // at most: shuffles=209
GATHER(gather_shorts_254, shorts<127>, 32, 520)    // at most: shuffles=520
GATHER(gather_floats_28_on_8, floats<7>, 8, 42)    // at most: shuffles=42
GATHER(gather_spinor_48_on_8, spinor, 8, 36)       // at most: shuffles=36
GATHER(gather_floats_28_on_16, floats<7>, 16, 42)  // at most: shuffles=42
GATHER(gather_spinor_48_on_16, spinor, 16, 36)     // at most: shuffles=36
