// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels with structs, in blocks of 256 threads. Kernels with large structs need many registers, and must not spill.
// Stores in a branch must need few registers, so that enough warps are resident if few lanes store.

#include "structs.cuh"

#include <cstring>

template <int Bytes>
struct packed {
    unsigned char byte[Bytes];
};

#define LOAD(kernel, type)                                                                       \
    extern "C" __global__ void __launch_bounds__(256) kernel(type const* from, unsigned* to)     \
    {                                                                                            \
        type const value = heddle::load_contiguous(this_tile<32>(), from + first_of_tile<32>()); \
        unsigned words[(sizeof(type) + 3) / 4] = {};                                             \
        std::memcpy(words, &value, sizeof(type));                                                \
        unsigned sum = 0;                                                                        \
        for (unsigned const word : words) sum ^= word;                                           \
        if (sum == 1) to[this_index()] = sum;                                                    \
    }

#define STORE(kernel, type)                                                         \
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

#define SCATTER(kernel, type)                                                                                   \
    extern "C" __global__ void __launch_bounds__(256) kernel(type const* from, type* to, unsigned const* index) \
    {                                                                                                           \
        heddle::coalesced_ptr<type> const q(to);                                                                \
        std::size_t const i = this_index();                                                                     \
        q[index[i]] = static_cast<type>(heddle::coalesced_ptr<type const>(from)[i]);                            \
    }

#define STORE_SOME(kernel, type)                                                                                   \
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

STORE_SOME(store_some_76, floats<19>)   // at most: registers=40
STORE_SOME(store_some_92, floats<23>)   // at most: registers=40
STORE_SOME(store_some_100, floats<25>)  // at most: registers=40
LOAD(load_205, packed<205>)
LOAD(load_214, shorts<107>)
STORE(store_203, packed<203>)
STORE(store_210, shorts<105>)
STORE(store_215, packed<215>)
STORE(store_227, packed<227>)
SCATTER(scatter_185, packed<185>)
SCATTER(scatter_203, packed<203>)
