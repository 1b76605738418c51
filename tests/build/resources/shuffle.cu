// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A shuffle compiles to the minimum number of 32-bit shuffles. For types of 4 and 8 bytes, it compiles to nothing else:
// no bit arithmetic, no comparison of lanes. A value in memory is loaded in whole words.

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

#define HEDDLE_TEST_SHUFFLE(kernel, type, lanes, call)                                                \
    extern "C" __global__ void kernel(type const* from, type* to, [[maybe_unused]] unsigned argument) \
    {                                                                                                 \
        auto const tile = this_tile<lanes>();                                                         \
        unsigned const i = threadIdx.x;                                                               \
        type const& value = from[i]; /* still in memory: to be loaded whole */                        \
        to[i] = call;                                                                                 \
    }

// expect: indexed_int shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_int, int, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_float shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_float, float, 32, heddle::shuffle(tile, value, argument))
// expect: up_float shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(up_float, float, 32, heddle::shuffle_up(tile, value, argument))
// expect: down_int shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(down_int, int, 32, heddle::shuffle_down(tile, value, argument))
// expect: xor_int shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(xor_int, int, 32, heddle::shuffle_xor(tile, value, 5))
// expect: indexed_half2 shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_half2, __half2, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_bfloat162 shuffles=1 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_bfloat162, __nv_bfloat162, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_double shuffles=2 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_double, double, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_long shuffles=2 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_long, long long, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_pointer shuffles=2 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_pointer, float*, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_float2 shuffles=2 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_float2, float2, 32, heddle::shuffle(tile, value, argument))
// expect: xor_double shuffles=2 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(xor_double, double, 32, heddle::shuffle_xor(tile, value, 16))

// expect: indexed_char shuffles=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_char, char, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_half shuffles=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_half, __half, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_bfloat16 shuffles=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_bfloat16, __nv_bfloat16, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_colour shuffles=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_colour, colour, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_shorts shuffles=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_shorts, pair_of_shorts, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_shorts_6 shuffles=2 generic=0
HEDDLE_TEST_SHUFFLE(indexed_shorts_6, shorts<3>, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_padded shuffles=2 generic=0
HEDDLE_TEST_SHUFFLE(indexed_padded, padded, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_floats_12 shuffles=3 bits=0 compares=0 loads=3 generic=0
HEDDLE_TEST_SHUFFLE(indexed_floats_12, floats<3>, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_lidar_13 shuffles=4 generic=0
HEDDLE_TEST_SHUFFLE(indexed_lidar_13, lidar_point, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_station_14 shuffles=4 generic=0
HEDDLE_TEST_SHUFFLE(indexed_station_14, station, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_float4 shuffles=4 bits=0 compares=0 loads=1 generic=0
HEDDLE_TEST_SHUFFLE(indexed_float4, float4, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_sample_18 shuffles=5 generic=0
HEDDLE_TEST_SHUFFLE(indexed_sample_18, sample, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_log_entry_24 shuffles=6 generic=0
HEDDLE_TEST_SHUFFLE(indexed_log_entry_24, log_entry, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_record_28 shuffles=7 generic=0
HEDDLE_TEST_SHUFFLE(indexed_record_28, record, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_signal_39 shuffles=10 generic=0
HEDDLE_TEST_SHUFFLE(indexed_signal_39, return_signal, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_triangle_50 shuffles=13 generic=0
HEDDLE_TEST_SHUFFLE(indexed_triangle_50, triangle, 32, heddle::shuffle(tile, value, argument))
// expect: indexed_doubles_64 shuffles=16 bits=0 compares=0 loads=8 generic=0
HEDDLE_TEST_SHUFFLE(indexed_doubles_64, doubles<8>, 32, heddle::shuffle(tile, value, argument))

// The predicate that the shuffle instruction returns says whether the source lane exists. No comparison is needed.

#define HEDDLE_TEST_PREDICATE(kernel, type, lanes, name)                             \
    extern "C" __global__ void kernel(type const* from, type* to, unsigned argument) \
    {                                                                                \
        auto const tile = this_tile<lanes>();                                        \
        unsigned const i = threadIdx.x;                                              \
        bool exists;                                                                 \
        type const value = heddle::name(tile, from[i], argument, exists);            \
        if (exists) to[i] = value;                                                   \
    }

// expect: up_float_if_exists shuffles=1 predicates=1 ranks=0
HEDDLE_TEST_PREDICATE(up_float_if_exists, float, 32, shuffle_up)
// expect: down_int_if_exists shuffles=1 predicates=1 ranks=0
HEDDLE_TEST_PREDICATE(down_int_if_exists, int, 32, shuffle_down)
// expect: up_double_if_exists shuffles=2 predicates=1 ranks=0
HEDDLE_TEST_PREDICATE(up_double_if_exists, double, 32, shuffle_up)
// expect: down_floats_28_if_exists shuffles=7 predicates=1 ranks=0
HEDDLE_TEST_PREDICATE(down_floats_28_if_exists, floats<7>, 32, shuffle_down)
// expect: up_float_on_8_if_exists shuffles=1 predicates=1 ranks=1
HEDDLE_TEST_PREDICATE(up_float_on_8_if_exists, float, 8, shuffle_up)
