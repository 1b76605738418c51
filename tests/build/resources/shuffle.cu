// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A shuffle must compile to the minimum number of 32-bit shuffles. For types of 4 and 8 bytes, it must compile to
// nothing else: no bit arithmetic and no comparison of lanes. A value in memory must be loaded in whole words.

#include "structs.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#pragma pack(push, 1)
struct colour {
    unsigned char red, green, blue;
};
#pragma pack(pop)

struct pair_of_shorts {
    short first, second;
};

struct padded {  // 3 bytes of padding
    int id;
    char kind;
};

using namespace heddle;

#define SHUFFLE(kernel, type, call)                                                               \
    extern "C" __global__ void kernel(type const* from, type* to, [[maybe_unused]] unsigned lane) \
    {                                                                                             \
        auto const tile = this_tile();                                                            \
        unsigned const i = threadIdx.x;                                                           \
        type const& value = from[i]; /* still in memory: to be loaded whole */                    \
        to[i] = call;                                                                             \
    }

SHUFFLE(indexed_int, int, shuffle(tile, value, lane))                   // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(indexed_float, float, shuffle(tile, value, lane))               // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(up_float, float, shuffle_up(tile, value, lane))                 // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(down_int, int, shuffle_down(tile, value, lane))                 // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(xor_int, int, shuffle_xor(tile, value, 5))                      // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(indexed_half2, __half2, shuffle(tile, value, lane))             // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(indexed_bfloat162, __nv_bfloat162, shuffle(tile, value, lane))  // at most: shuffles=1 bits=0 compares=0 loads=1
SHUFFLE(indexed_double, double, shuffle(tile, value, lane))             // at most: shuffles=2 bits=0 compares=0 loads=1
SHUFFLE(indexed_long, long long, shuffle(tile, value, lane))            // at most: shuffles=2 bits=0 compares=0 loads=1
SHUFFLE(indexed_pointer, float*, shuffle(tile, value, lane))            // at most: shuffles=2 bits=0 compares=0 loads=1
SHUFFLE(indexed_float2, float2, shuffle(tile, value, lane))             // at most: shuffles=2 bits=0 compares=0 loads=1
SHUFFLE(xor_double, double, shuffle_xor(tile, value, 16))               // at most: shuffles=2 bits=0 compares=0 loads=1

SHUFFLE(indexed_char, char, shuffle(tile, value, lane))                // at most: shuffles=1
SHUFFLE(indexed_half, __half, shuffle(tile, value, lane))              // at most: shuffles=1
SHUFFLE(indexed_bfloat16, __nv_bfloat16, shuffle(tile, value, lane))   // at most: shuffles=1
SHUFFLE(indexed_colour, colour, shuffle(tile, value, lane))            // at most: shuffles=1
SHUFFLE(indexed_shorts, pair_of_shorts, shuffle(tile, value, lane))    // at most: shuffles=1
SHUFFLE(indexed_shorts_6, shorts<3>, shuffle(tile, value, lane))       // at most: shuffles=2
SHUFFLE(indexed_padded, padded, shuffle(tile, value, lane))            // at most: shuffles=2
SHUFFLE(indexed_floats_12, floats<3>, shuffle(tile, value, lane))      // at most: shuffles=3 bits=0 compares=0 loads=3
SHUFFLE(indexed_lidar_13, lidar_point, shuffle(tile, value, lane))     // at most: shuffles=4
SHUFFLE(indexed_station_14, station, shuffle(tile, value, lane))       // at most: shuffles=4
SHUFFLE(indexed_float4, float4, shuffle(tile, value, lane))            // at most: shuffles=4 bits=0 compares=0 loads=1
SHUFFLE(indexed_sample_18, sample, shuffle(tile, value, lane))         // at most: shuffles=5
SHUFFLE(indexed_log_entry_24, log_entry, shuffle(tile, value, lane))   // at most: shuffles=6
SHUFFLE(indexed_record_28, record, shuffle(tile, value, lane))         // at most: shuffles=7
SHUFFLE(indexed_signal_39, return_signal, shuffle(tile, value, lane))  // at most: shuffles=10
SHUFFLE(indexed_triangle_50, triangle, shuffle(tile, value, lane))     // at most: shuffles=13
SHUFFLE(indexed_doubles_64, doubles<8>, shuffle(tile, value, lane))    // at most: shuffles=16 bits=0 compares=0 loads=8

// The shuffle instruction returns a predicate: whether the source lane exists. No comparison is needed.

#define PREDICATE(kernel, type, tile, name)                                       \
    extern "C" __global__ void kernel(type const* from, type* to, unsigned delta) \
    {                                                                             \
        unsigned const i = threadIdx.x;                                           \
        bool exists;                                                              \
        type const value = name(tile, from[i], delta, exists);                    \
        if (exists) to[i] = value;                                                \
    }

PREDICATE(up_float_if_exists, float, this_tile(), shuffle_up)              // at most: shuffles=1 predicates=1 ranks=0
PREDICATE(down_int_if_exists, int, this_tile(), shuffle_down)              // at most: shuffles=1 predicates=1 ranks=0
PREDICATE(up_double_if_exists, double, this_tile(), shuffle_up)            // at most: shuffles=2 predicates=1 ranks=0
PREDICATE(down_floats_28_if_exists, floats<7>, this_tile(), shuffle_down)  // at most: shuffles=7 predicates=1 ranks=0
PREDICATE(up_float_on_8_if_exists, float, this_tile<8>(), shuffle_up)      // at most: shuffles=1 predicates=1 ranks=1
