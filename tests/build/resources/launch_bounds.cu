// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs in blocks of 256 threads. Kernels with large structs take many registers, and must not spill. Stores in a
// branch must take few registers, so that enough warps are resident if few lanes store.

#include "structs.cuh"

#include <cstring>

template <int Bytes>
struct packed {
    unsigned char byte[Bytes];
};

#define HEDDLE_TEST_LOAD(kernel, type)                                                           \
    extern "C" __global__ void __launch_bounds__(256) kernel(type const* from, unsigned* to)     \
    {                                                                                            \
        type const value = heddle::load_contiguous(this_tile<32>(), from + first_of_tile<32>()); \
        unsigned words[(sizeof(type) + 3) / 4] = {};                                             \
        std::memcpy(words, &value, sizeof(type));                                                \
        unsigned sum = 0;                                                                        \
        for (unsigned const word : words) sum ^= word;                                           \
        if (sum == 1) to[this_index()] = sum;                                                    \
    }

#define HEDDLE_TEST_STORE(kernel, type)                                             \
    extern "C" __global__ void __launch_bounds__(256) kernel(type* to)              \
    {                                                                               \
        unsigned words[(sizeof(type) + 3) / 4];                                     \
        unsigned seed = static_cast<unsigned>(this_index());                        \
        HEDDLE_UNROLL                                                               \
        for (unsigned& word : words) word = seed = seed * 1664525 + 1013904223;     \
        type value;                                                                 \
        std::memcpy(&value, words, sizeof(type));                                   \
        heddle::store_contiguous(this_tile<32>(), to + first_of_tile<32>(), value); \
    }

#define HEDDLE_TEST_SCATTER(kernel, type)                                                                       \
    extern "C" __global__ void __launch_bounds__(256) kernel(type const* from, type* to, unsigned const* index) \
    {                                                                                                           \
        heddle::coalesced_ptr<type> const q(to);                                                                \
        std::size_t const i = this_index();                                                                     \
        q[index[i]] = static_cast<type>(heddle::coalesced_ptr<type const>(from)[i]);                            \
    }

#define HEDDLE_TEST_STORE_SOME(kernel, type)                                                                       \
    extern "C" __global__ void __launch_bounds__(256) kernel(type* to, float const* radius, unsigned const* index) \
    {                                                                                                              \
        std::size_t const i = this_index();                                                                        \
        if (!(radius[i] > 0)) return;                                                                              \
        type value;                                                                                                \
        HEDDLE_UNROLL                                                                                              \
        for (unsigned k = 0; k < sizeof(type) / 4; ++k)                                                            \
            value.part[k] = __uint_as_float(static_cast<unsigned>(i) * 5 + k);                                     \
        heddle::coalesced_ptr<type> const q(to);                                                                   \
        q[index[i]] = value;                                                                                       \
    }

// expect: store_some_76 registers=40
HEDDLE_TEST_STORE_SOME(store_some_76, floats<19>)
// expect: store_some_92 registers=40
HEDDLE_TEST_STORE_SOME(store_some_92, floats<23>)
// expect: store_some_100 registers=40
HEDDLE_TEST_STORE_SOME(store_some_100, floats<25>)
// expect: load_205 stack=0 spills=0 generic=0
HEDDLE_TEST_LOAD(load_205, packed<205>)
// expect: load_214 stack=0 spills=0 generic=0
HEDDLE_TEST_LOAD(load_214, shorts<107>)
// expect: store_203 stack=0 spills=0 generic=0
HEDDLE_TEST_STORE(store_203, packed<203>)
// expect: store_210 stack=0 spills=0 generic=0
HEDDLE_TEST_STORE(store_210, shorts<105>)
// expect: store_215 stack=0 spills=0 generic=0
HEDDLE_TEST_STORE(store_215, packed<215>)
// expect: store_227 stack=0 spills=0 generic=0
HEDDLE_TEST_STORE(store_227, packed<227>)
// expect: scatter_185 stack=0 spills=0 generic=0
HEDDLE_TEST_SCATTER(scatter_185, packed<185>)
// expect: scatter_203 stack=0 spills=0 generic=0
HEDDLE_TEST_SCATTER(scatter_203, packed<203>)
