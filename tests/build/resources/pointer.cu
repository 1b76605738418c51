// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies through a coalesced_ptr. Its code checks whether the warp is converged, and allows any index.

#include "structs.cuh"

#include <heddle/mdspan.cuh>

#include <cuda/std/mdspan>

#define HEDDLE_TEST_COPY(kernel, type, expected_shuffles)                                                     \
    static_assert(pointer_shuffles<type> == expected_shuffles);                                               \
    extern "C" __global__ void kernel(heddle::coalesced_ptr<type const> from, heddle::coalesced_ptr<type> to) \
    {                                                                                                         \
        to[this_index()] = from[this_index()];                                                                \
    }

// Elements of 12 bytes are loaded per-thread and stored by cooperating lanes.
// expect: copy_floats_12 stack=0 spills=0 shuffles=19 generic=0
HEDDLE_TEST_COPY(copy_floats_12, floats<3>, 19)
// expect: copy_floats_16 stack=0 spills=0 shuffles=0 generic=0
HEDDLE_TEST_COPY(copy_floats_16, floats<4>, 0)
// expect: copy_floats_28 stack=0 spills=0 shuffles=64 generic=0
HEDDLE_TEST_COPY(copy_floats_28, floats<7>, 64)
// expect: copy_floats_32 stack=0 spills=0 shuffles=37 generic=0
HEDDLE_TEST_COPY(copy_floats_32, floats<8>, 37)
// expect: copy_floats_64 stack=0 spills=0 shuffles=73 generic=0
HEDDLE_TEST_COPY(copy_floats_64, floats<16>, 73)
// expect: copy_floats_96 stack=0 spills=0 shuffles=109 generic=0
HEDDLE_TEST_COPY(copy_floats_96, floats<24>, 109)
// expect: copy_floats_124 stack=0 spills=0 shuffles=234 generic=0
HEDDLE_TEST_COPY(copy_floats_124, floats<31>, 234)
// expect: copy_floats_128 stack=0 spills=0 shuffles=145 generic=0
HEDDLE_TEST_COPY(copy_floats_128, floats<32>, 145)
// expect: copy_floats_256 stack=0 spills=0 shuffles=289 generic=0
HEDDLE_TEST_COPY(copy_floats_256, floats<64>, 289)
// expect: copy_doubles_24 stack=0 spills=0 shuffles=37 generic=0
HEDDLE_TEST_COPY(copy_doubles_24, doubles<3>, 37)
// expect: copy_doubles_40 stack=0 spills=0 shuffles=61 generic=0
HEDDLE_TEST_COPY(copy_doubles_40, doubles<5>, 61)
// expect: copy_quads_32 stack=0 spills=0 shuffles=37 generic=0
HEDDLE_TEST_COPY(copy_quads_32, quads<2>, 37)
// expect: copy_quads_64 stack=0 spills=0 shuffles=73 generic=0
HEDDLE_TEST_COPY(copy_quads_64, quads<4>, 73)
// expect: copy_quads_96 stack=0 spills=0 shuffles=109 generic=0
HEDDLE_TEST_COPY(copy_quads_96, quads<6>, 109)
// expect: copy_shorts_34 stack=0 spills=0 shuffles=220 generic=0
HEDDLE_TEST_COPY(copy_shorts_34, shorts<17>, 220)
// expect: copy_spinor_48 stack=0 spills=0 shuffles=55 generic=0
HEDDLE_TEST_COPY(copy_spinor_48, spinor, 55)
// expect: copy_triangle_50 stack=0 spills=0 shuffles=238 generic=0
HEDDLE_TEST_COPY(copy_triangle_50, triangle, 238)

// Elements of an mdspan move with the code of the pointer.
template <class T>
using row_of =
    cuda::std::mdspan<T, cuda::std::dextents<long, 1>, cuda::std::layout_right, heddle::coalesced_accessor<T>>;
// expect: copy_mdspan_64 stack=0 spills=0 shuffles=73 generic=0
extern "C" __global__ void copy_mdspan_64(row_of<floats<16> const> from, row_of<floats<16>> to)
{
    to(this_index()) = from(this_index());
}

// A T& to memory is read in words of its alignment, not in bytes.
// expect: copy_from_plain_64 stack=0 spills=0 loads=16 generic=0
extern "C" __global__ void copy_from_plain_64(floats<16> const* from, heddle::coalesced_ptr<floats<16>> to)
{
    to[this_index()] = from[this_index()];
}
// expect: store_if_from_plain_40 stack=0 spills=0 loads=5 generic=0
extern "C" __global__ void store_if_from_plain_40(doubles<5> const* from, heddle::coalesced_ptr<doubles<5>> to, long n)
{
    heddle::store_if(this_index() < n, to, this_index(), from[this_index()]);
}
