// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each collective of the warp toolbox takes as many shuffles as its documentation says, and no memory.

#include "structs.cuh"

#include <heddle/warp.cuh>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define HEDDLE_TEST_COLLECTIVE(kernel, type, lanes, ...)                                              \
    extern "C" __global__ void kernel(type const* from, type* to, [[maybe_unused]] unsigned argument) \
    {                                                                                                 \
        auto const tile = this_tile<lanes>();                                                         \
        unsigned const i = threadIdx.x;                                                               \
        type value = from[i];                                                                         \
        __VA_ARGS__;                                                                                  \
        to[i] = value;                                                                                \
    }

// An associative operation that heddle does not recognize.
struct add_floats {
    template <int Count>
    __device__ floats<Count> operator()(floats<Count> const& a, floats<Count> const& b) const
    {
        floats<Count> sum;
#pragma unroll
        for (int i = 0; i < Count; ++i) sum.part[i] = a.part[i] + b.part[i];
        return sum;
    }
};
struct add {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};
struct by_first {
    template <int Count>
    __device__ bool operator()(floats<Count> const& a, floats<Count> const& b) const
    {
        return a.part[0] < b.part[0];
    }
};
struct earlier {
    __device__ bool operator()(triangle const& a, triangle const& b) const { return a.attributes < b.attributes; }
};
struct plus_triangles {
    __device__ triangle operator()(triangle const& a, triangle const& b) const
    {
        triangle sum = a;
#pragma unroll
        for (int i = 0; i < 3; ++i) sum.normal[i] += b.normal[i];
        return sum;
    }
};

using namespace heddle;

// ---- broadcast, rotate, exchange, transpose ----

// expect: broadcast_28 shuffles=7 ranks=0 compares=0
HEDDLE_TEST_COLLECTIVE(broadcast_28, floats<7>, 32, value = broadcast(tile, value, argument))
// expect: from_last_28 shuffles=7 votes=1
HEDDLE_TEST_COLLECTIVE(from_last_28, floats<7>, 32, value = broadcast_from_last(tile, value.part[0] > 0, value).value)
// expect: rotate_int shuffles=1 ranks=1 bits=0 compares=0
HEDDLE_TEST_COLLECTIVE(rotate_int, int, 32, value = rotate(tile, value))
// expect: rotate_50 shuffles=13 ranks=1 compares=0
HEDDLE_TEST_COLLECTIVE(rotate_50, triangle, 32, value = rotate(tile, value))
// expect: exchange_int2 shuffles=1 selects=3
HEDDLE_TEST_COLLECTIVE(exchange_int2, int2, 32, exchange(tile, value.x, value.y, 4))
// expect: exchange_slots_64 shuffles=8 selects=24
HEDDLE_TEST_COLLECTIVE(exchange_slots_64, floats<16>, 32, exchange<2>(tile, value.part, 2))
// expect: transpose_7 shuffles=7 generic=0
HEDDLE_TEST_COLLECTIVE(transpose_7, floats<7>, 32, transpose(tile, value.part))
// expect: transpose_32 shuffles=32 generic=0
HEDDLE_TEST_COLLECTIVE(transpose_32, floats<32>, 32, transpose(tile, value.part))

// ---- reduce ----

// expect: reduce_int shuffles=0 reduxes=1
HEDDLE_TEST_COLLECTIVE(reduce_int, int, 32, value = reduce(tile, value))
// expect: reduce_unsigned_short shuffles=0 reduxes=1
HEDDLE_TEST_COLLECTIVE(reduce_unsigned_short, unsigned short, 32, value = reduce_to_all(tile, value, maximum{}))
// expect: reduce_bits_64 shuffles=0 reduxes=2
HEDDLE_TEST_COLLECTIVE(reduce_bits_64, unsigned long long, 32, value = reduce_to_all(tile, value, bit_xor{}))
// expect: reduce_int_on_16 shuffles=4 reduxes=0
HEDDLE_TEST_COLLECTIVE(reduce_int_on_16, int, 16, value = reduce(tile, value))
// expect: reduce_int_unknown shuffles=5 reduxes=0 compares=0 selects=0
HEDDLE_TEST_COLLECTIVE(reduce_int_unknown, int, 32, value = reduce(tile, value, add{}))
// expect: reduce_float shuffles=5 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_float, float, 32, value = reduce(tile, value))
// expect: reduce_float_to_all shuffles=5 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_float_to_all, float, 32, value = reduce_to_all(tile, value))
// expect: reduce_float_to_all_in_order shuffles=6 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_float_to_all_in_order, float, 32, value = reduce_to_all(tile, value, add{}))
// expect: reduce_double shuffles=10 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_double, double, 32, value = reduce(tile, value))
// expect: reduce_28 shuffles=35 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_28, floats<7>, 32, value = reduce(tile, value, add_floats{}))
// expect: reduce_50 shuffles=65 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_50, triangle, 32, value = reduce(tile, value, plus_triangles{}))
// expect: segmented_reduce_float shuffles=5 votes=1
HEDDLE_TEST_COLLECTIVE(segmented_reduce_float, float, 32, value = segmented_reduce(tile, value, value > 0))

// expect: reduce_half2 shuffles=5 compares=0 selects=0 ranks=0
HEDDLE_TEST_COLLECTIVE(reduce_half2, __half2, 32, value = reduce(tile, value))
// expect: least_half shuffles=5 ranks=0
HEDDLE_TEST_COLLECTIVE(least_half, __half, 32, value = reduce(tile, value, minimum{}))

// ---- scan ----

// expect: scan_int shuffles=5 predicates=5 ranks=0
HEDDLE_TEST_COLLECTIVE(scan_int, int, 32, value = inclusive_scan(tile, value))
// expect: scan_float shuffles=5 predicates=5 ranks=0
HEDDLE_TEST_COLLECTIVE(scan_float, float, 32, value = inclusive_scan(tile, value))
// expect: scan_double shuffles=10 predicates=0 ranks=1 compares=5
HEDDLE_TEST_COLLECTIVE(scan_double, double, 32, value = inclusive_scan(tile, value))
// expect: scan_2_floats shuffles=10 predicates=5 ranks=0
HEDDLE_TEST_COLLECTIVE(scan_2_floats, floats<2>, 32, value = inclusive_scan(tile, value, add_floats{}))
// expect: scan_int64 shuffles=10 predicates=0 ranks=1 compares=5
HEDDLE_TEST_COLLECTIVE(scan_int64, long long, 32, value = inclusive_scan(tile, value))
// expect: scan_int_on_8 shuffles=3 predicates=3
HEDDLE_TEST_COLLECTIVE(scan_int_on_8, int, 8, value = inclusive_scan(tile, value))
// expect: exclusive_scan_28 shuffles=42 predicates=6 ranks=0
HEDDLE_TEST_COLLECTIVE(exclusive_scan_28, floats<7>, 32, value = exclusive_scan(tile, value, add_floats{}, floats<7>{}))
// expect: segmented_scan_float shuffles=5 votes=1
HEDDLE_TEST_COLLECTIVE(segmented_scan_float, float, 32, value = segmented_inclusive_scan(tile, value, value > 0))

// expect: scan_bfloat16 shuffles=5 predicates=5 ranks=0
HEDDLE_TEST_COLLECTIVE(scan_bfloat16, __nv_bfloat16, 32, value = inclusive_scan(tile, value))

// ---- sort ----

// expect: sort_int shuffles=15
HEDDLE_TEST_COLLECTIVE(sort_int, int, 32, bitonic_sort(tile, value))
// expect: sort_float shuffles=15
HEDDLE_TEST_COLLECTIVE(sort_float, float, 32, bitonic_sort(tile, value, greater{}))
// expect: sort_double shuffles=30
HEDDLE_TEST_COLLECTIVE(sort_double, double, 32, bitonic_sort(tile, value))
// expect: sort_half shuffles=15
HEDDLE_TEST_COLLECTIVE(sort_half, __half, 32, bitonic_sort(tile, value))
// expect: sort_4_ints shuffles=60
HEDDLE_TEST_COLLECTIVE(sort_4_ints, int4, 32, bitonic_sort(tile, reinterpret_cast<int (&)[4]>(value)))
// expect: sort_int_on_8 shuffles=6
HEDDLE_TEST_COLLECTIVE(sort_int_on_8, int, 8, bitonic_sort(tile, value))
// expect: sort_pair_of_ints shuffles=30
HEDDLE_TEST_COLLECTIVE(sort_pair_of_ints, int2, 32, bitonic_sort_pairs(tile, value.x, value.y))
// expect: sort_28 shuffles=105
HEDDLE_TEST_COLLECTIVE(sort_28, floats<7>, 32, bitonic_sort(tile, value, by_first{}))
// expect: stable_sort_28 shuffles=120
HEDDLE_TEST_COLLECTIVE(stable_sort_28, floats<7>, 32, stable_bitonic_sort(tile, value, by_first{}))
// Each of 15 steps exchanges the key and the pair's number. Then the struct is moved once: 15*2 + 7 shuffles.
// expect: sort_28_by_key shuffles=37
HEDDLE_TEST_COLLECTIVE(sort_28_by_key, floats<7>, 32, float key = value.part[0]; bitonic_sort_pairs(tile, key, value))
// expect: sort_50 shuffles=195
HEDDLE_TEST_COLLECTIVE(sort_50, triangle, 32, bitonic_sort(tile, value, earlier{}))
