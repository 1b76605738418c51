// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies through a coalesced_ptr, with transposes in registers or through shared memory. The code must check whether
// the warp is converged, and must support any index.

#include "structs.cuh"

#include <heddle/mdspan.cuh>

#include <cuda/std/mdspan>

#define COPY(kernel, type, expected_shuffles)                                                                 \
    static_assert(pointer_shuffles<type> == expected_shuffles);                                               \
    extern "C" __global__ void kernel(heddle::coalesced_ptr<type const> from, heddle::coalesced_ptr<type> to) \
    {                                                                                                         \
        to[this_index()] = from[this_index()];                                                                \
    }

// Elements of 12 bytes are loaded per-thread and stored by cooperating lanes.
COPY(copy_floats_12, floats<3>, 19)     // at most: shuffles=19
COPY(copy_floats_16, floats<4>, 0)      // at most: shuffles=0
COPY(copy_floats_28, floats<7>, 64)     // at most: shuffles=64
COPY(copy_floats_32, floats<8>, 37)     // at most: shuffles=37
COPY(copy_floats_64, floats<16>, 73)    // at most: shuffles=73
COPY(copy_floats_96, floats<24>, 109)   // at most: shuffles=109
COPY(copy_floats_124, floats<31>, 234)  // at most: shuffles=234
COPY(copy_floats_128, floats<32>, 145)  // at most: shuffles=145
COPY(copy_floats_256, floats<64>, 289)  // at most: shuffles=289
COPY(copy_doubles_24, doubles<3>, 37)   // at most: shuffles=37
COPY(copy_doubles_40, doubles<5>, 61)   // at most: shuffles=61
COPY(copy_quads_32, quads<2>, 37)       // at most: shuffles=37
COPY(copy_quads_64, quads<4>, 73)       // at most: shuffles=73
COPY(copy_quads_96, quads<6>, 109)      // at most: shuffles=109
COPY(copy_shorts_34, shorts<17>, 220)   // at most: shuffles=220
COPY(copy_spinor_48, spinor, 55)        // at most: shuffles=55
COPY(copy_triangle_50, triangle, 238)   // at most: shuffles=238

// Elements of an mdspan are moved by the same code as those of a coalesced_ptr.
template <class T>
using row_of =
    cuda::std::mdspan<T, cuda::std::dextents<long, 1>, cuda::std::layout_right, heddle::coalesced_accessor<T>>;
// at most: copy_mdspan_64 shuffles=73
extern "C" __global__ void copy_mdspan_64(row_of<floats<16> const> from, row_of<floats<16>> to)
{
    to(this_index()) = from(this_index());
}

// From a plain T&, the kernel reads words as wide as the alignment of T, and not single bytes.
// at most: copy_from_plain_64 loads=16
extern "C" __global__ void copy_from_plain_64(floats<16> const* from, heddle::coalesced_ptr<floats<16>> to)
{
    to[this_index()] = from[this_index()];
}
// at most: store_if_from_plain_40 loads=5
extern "C" __global__ void store_if_from_plain_40(doubles<5> const* from, heddle::coalesced_ptr<doubles<5>> to, long n)
{
    heddle::store_if(this_index() < n, to + this_index(), from[this_index()]);
}

// A move through shared memory needs no shuffles. The shuffles in the code are for elements that are not consecutive,
// for the addresses of elements, and for words that neighbors share.

#define COPY_IN_BLOCK(kernel, type)                                                         \
    extern "C" __global__ void kernel(heddle::coalesced_ptr<type, heddle::in_block<256>> a, \
                                      heddle::coalesced_ptr<type, heddle::in_block<256>> b) \
    {                                                                                       \
        b[this_index()] = a[this_index()];                                                  \
    }

COPY_IN_BLOCK(in_block_floats_28, floats<7>)   // at most: shuffles=64
COPY_IN_BLOCK(in_block_floats_64, floats<16>)  // at most: shuffles=73
COPY_IN_BLOCK(in_block_floats_96, floats<24>)  // at most: shuffles=109
// Elements of few words use no shared memory.
COPY_IN_BLOCK(in_block_doubles_24, doubles<3>)  // at most: shuffles=37
static_assert(!heddle::block_scratch<doubles<3>, 256>::uses_memory);
COPY_IN_BLOCK(in_block_doubles_40, doubles<5>)     // at most: shuffles=61
COPY_IN_BLOCK(in_block_triangle_50, triangle)      // at most: shuffles=223
COPY_IN_BLOCK(in_block_points_13, lidar_point)     // at most: shuffles=158
COPY_IN_BLOCK(in_block_signals_39, return_signal)  // at most: shuffles=246
