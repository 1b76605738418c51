// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies of consecutive elements with load_contiguous and store_contiguous. If elements are aligned to their words, the
// code must have no branches: nvcc must not turn the selects of the rotations into branches.

#include "structs.cuh"

#define COPY(kernel, type, lanes, expected_shuffles)                                             \
    static_assert(contiguous_shuffles<type, lanes> == expected_shuffles);                        \
    extern "C" __global__ void kernel(type const* from, type* to)                                \
    {                                                                                            \
        std::size_t const first = first_of_tile<lanes>();                                        \
        auto const tile = this_tile<lanes>();                                                    \
        heddle::store_contiguous(tile, to + first, heddle::load_contiguous(tile, from + first)); \
    }

COPY(copy_floats_16, floats<4>, 32, 0)          // at most: shuffles=0
COPY(copy_floats_28, floats<7>, 32, 7)          // at most: shuffles=7 branches=0
COPY(copy_floats_32, floats<8>, 32, 8)          // at most: shuffles=8
COPY(copy_floats_64, floats<16>, 32, 32)        // at most: shuffles=32
COPY(copy_floats_96, floats<24>, 32, 48)        // at most: shuffles=48
COPY(copy_floats_124, floats<31>, 32, 62)       // at most: shuffles=62 branches=0
COPY(copy_floats_128, floats<32>, 32, 64)       // at most: shuffles=64
COPY(copy_floats_256, floats<64>, 32, 128)      // at most: shuffles=128
COPY(copy_doubles_24, doubles<3>, 32, 6)        // at most: shuffles=6 branches=0
COPY(copy_doubles_40, doubles<5>, 32, 10)       // at most: shuffles=10 branches=0
COPY(copy_quads_32, quads<2>, 32, 8)            // at most: shuffles=8 branches=0
COPY(copy_quads_64, quads<4>, 32, 32)           // at most: shuffles=32 branches=0
COPY(copy_quads_96, quads<6>, 32, 48)           // at most: shuffles=48 branches=0
COPY(copy_quads_240, quads<15>, 32, 120)        // at most: shuffles=120 branches=0
COPY(copy_quads_256, quads<16>, 32, 128)        // at most: shuffles=128 branches=0
COPY(copy_shorts_34, shorts<17>, 32, 12)        // at most: shuffles=12
COPY(copy_spinor_48, spinor, 32, 12)            // at most: shuffles=12
COPY(copy_triangle_50, triangle, 32, 30)        // at most: shuffles=30
COPY(copy_shorts_254, shorts<127>, 32, 134)     // at most: shuffles=134
COPY(copy_floats_28_on_8, floats<7>, 8, 7)      // at most: shuffles=7 branches=0
COPY(copy_floats_96_on_8, floats<24>, 8, 48)    // at most: shuffles=48
COPY(copy_quads_96_on_8, quads<6>, 8, 48)       // at most: shuffles=48 branches=0
COPY(copy_spinor_48_on_8, spinor, 8, 12)        // at most: shuffles=12
COPY(copy_floats_28_on_16, floats<7>, 16, 7)    // at most: shuffles=7 branches=0
COPY(copy_floats_96_on_16, floats<24>, 16, 48)  // at most: shuffles=48
COPY(copy_quads_96_on_16, quads<6>, 16, 48)     // at most: shuffles=48 branches=0
COPY(copy_spinor_48_on_16, spinor, 16, 12)      // at most: shuffles=12
