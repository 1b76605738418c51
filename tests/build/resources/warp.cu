// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each collective of the warp toolbox needs as many shuffles as its documentation says, and no memory.

#include "structs.cuh"

#include <heddle/warp.cuh>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define COLLECTIVE(kernel, type, ...)                                                             \
    extern "C" __global__ void kernel(type const* from, type* to, [[maybe_unused]] unsigned lane) \
    {                                                                                             \
        [[maybe_unused]] auto const tile = this_tile();                                           \
        unsigned const i = threadIdx.x;                                                           \
        type v = from[i];                                                                         \
        __VA_ARGS__;                                                                              \
        to[i] = v;                                                                                \
    }

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

COLLECTIVE(broadcast_28, floats<7>, v = broadcast(tile, v, lane))  // at most: shuffles=7 ranks=0 compares=0
// at most: from_last_28 shuffles=7 votes=1
COLLECTIVE(from_last_28, floats<7>, v = broadcast_from_last(tile, v.part[0] > 0, v).value)
COLLECTIVE(rotate_int, int, v = rotate(tile, v))              // at most: shuffles=1 ranks=1 bits=0 compares=0
COLLECTIVE(rotate_50, triangle, v = rotate(tile, v))          // at most: shuffles=13 ranks=1 compares=0
COLLECTIVE(exchange_int2, int2, exchange(tile, v.x, v.y, 4))  // at most: shuffles=1 selects=3
COLLECTIVE(exchange_slots_64, floats<16>, exchange<2>(tile, v.part, 2))  // at most: shuffles=8 selects=24
COLLECTIVE(transpose_7, floats<7>, rows_to_elements(tile, v.part))       // at most: shuffles=7
COLLECTIVE(transpose_32, floats<32>, rows_to_elements(tile, v.part))     // at most: shuffles=32

// ---- reduce ----

COLLECTIVE(reduce_int, int, v = reduce(tile, v))                                       // at most: shuffles=0 reduxes=1
COLLECTIVE(reduce_ushort, ushort, v = reduce_to_all(tile, v, maximum{}))               // at most: shuffles=0 reduxes=1
COLLECTIVE(reduce_bits_64, unsigned long long, v = reduce_to_all(tile, v, bit_xor{}))  // at most: shuffles=0 reduxes=2
COLLECTIVE(reduce_int_on_16, int, v = reduce(this_tile<16>(), v))                      // at most: shuffles=4 reduxes=0
COLLECTIVE(reduce_int_unknown, int, v = reduce(tile, v, add{}))  // at most: shuffles=5 reduxes=0 compares=0 selects=0
COLLECTIVE(reduce_float, float, v = reduce(tile, v))             // at most: shuffles=5 compares=0 selects=0 ranks=0
COLLECTIVE(reduce_float_to_all, float, v = reduce_to_all(tile, v))  // at most: shuffles=5 compares=0 selects=0 ranks=0
// at most: reduce_in_order shuffles=6 compares=0 selects=0 ranks=0
COLLECTIVE(reduce_in_order, float, v = reduce_to_all(tile, v, add{}))
COLLECTIVE(reduce_double, double, v = reduce(tile, v))  // at most: shuffles=10 compares=0 selects=0 ranks=0
// at most: reduce_28 shuffles=35 compares=0 selects=0 ranks=0
COLLECTIVE(reduce_28, floats<7>, v = reduce(tile, v, add_floats{}))
// at most: reduce_50 shuffles=65 compares=0 selects=0 ranks=0
COLLECTIVE(reduce_50, triangle, v = reduce(tile, v, plus_triangles{}))
COLLECTIVE(segmented_reduce_float, float, v = segmented_reduce(tile, v, v > 0))  // at most: shuffles=5 votes=1

COLLECTIVE(reduce_half2, __half2, v = reduce(tile, v))          // at most: shuffles=5 compares=0 selects=0 ranks=0
COLLECTIVE(least_half, __half, v = reduce(tile, v, minimum{}))  // at most: shuffles=5 ranks=0

// ---- scan ----

COLLECTIVE(scan_int, int, v = inclusive_scan(tile, v))        // at most: shuffles=5 predicates=5 ranks=0
COLLECTIVE(scan_float, float, v = inclusive_scan(tile, v))    // at most: shuffles=5 predicates=5 ranks=0
COLLECTIVE(scan_double, double, v = inclusive_scan(tile, v))  // at most: shuffles=10 predicates=0 ranks=1 compares=5
// at most: scan_2_floats shuffles=10 predicates=5 ranks=0
COLLECTIVE(scan_2_floats, floats<2>, v = inclusive_scan(tile, v, add_floats{}))
COLLECTIVE(scan_int64, long long, v = inclusive_scan(tile, v))  // at most: shuffles=10 predicates=0 ranks=1 compares=5
COLLECTIVE(scan_int_on_8, int, v = inclusive_scan(this_tile<8>(), v))  // at most: shuffles=3 predicates=3
// at most: exclusive_scan_28 shuffles=42 predicates=6 ranks=0
COLLECTIVE(exclusive_scan_28, floats<7>, v = exclusive_scan(tile, v, add_floats{}, floats<7>{}))
COLLECTIVE(segmented_scan_float, float, v = segmented_inclusive_scan(tile, v, v > 0))  // at most: shuffles=5 votes=1

COLLECTIVE(scan_bfloat16, __nv_bfloat16, v = inclusive_scan(tile, v))  // at most: shuffles=5 predicates=5 ranks=0

// ---- sort ----

COLLECTIVE(sort_int, int, bitonic_sort(tile, v))                                    // at most: shuffles=15
COLLECTIVE(sort_float, float, bitonic_sort(tile, v, greater{}))                     // at most: shuffles=15
COLLECTIVE(sort_double, double, bitonic_sort(tile, v))                              // at most: shuffles=30
COLLECTIVE(sort_half, __half, bitonic_sort(tile, v))                                // at most: shuffles=15
COLLECTIVE(sort_4_ints, int4, bitonic_sort(tile, reinterpret_cast<int (&)[4]>(v)))  // at most: shuffles=60
COLLECTIVE(sort_int_on_8, int, bitonic_sort(this_tile<8>(), v))                     // at most: shuffles=6
COLLECTIVE(sort_pair_of_ints, int2, bitonic_sort_pairs(tile, v.x, v.y))             // at most: shuffles=30
COLLECTIVE(sort_28, floats<7>, bitonic_sort(tile, v, by_first{}))                   // at most: shuffles=105
COLLECTIVE(stable_sort_28, floats<7>, stable_bitonic_sort(tile, v, by_first{}))     // at most: shuffles=120
// Each of 15 steps exchanges the key and the number of the pair. Then the struct moves once: 15*2 + 7 shuffles.
COLLECTIVE(sort_28_by_key, floats<7>, float key = v.part[0]; bitonic_sort_pairs(tile, key, v))  // at most: shuffles=37
COLLECTIVE(sort_50, triangle, bitonic_sort(tile, v, earlier{}))                                 // at most: shuffles=195
