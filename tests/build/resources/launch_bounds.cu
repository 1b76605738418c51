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

template <class T>
__global__ void __launch_bounds__(256) load(T const* from, unsigned* to)
{
    T const value = heddle::load_contiguous(this_tile<32>(), from + first_of_tile<32>());
    unsigned words[(sizeof(T) + 3) / 4] = {};
    std::memcpy(words, &value, sizeof(T));
    unsigned sum = 0;
    for (unsigned const word : words) sum ^= word;
    if (sum == 1) to[this_index()] = sum;
}

template <class T>
__global__ void __launch_bounds__(256) store(T* to)
{
    unsigned words[(sizeof(T) + 3) / 4];
    unsigned seed = static_cast<unsigned>(this_index());
    HEDDLE_UNROLL
    for (unsigned& word : words) word = seed = seed * 1664525 + 1013904223;
    T value;
    std::memcpy(&value, words, sizeof(T));
    heddle::store_contiguous(this_tile<32>(), to + first_of_tile<32>(), value);
}

template <class T>
__global__ void __launch_bounds__(256) scatter(T const* from, T* to, unsigned const* index)
{
    heddle::coalesced_ptr<T> const q(to);
    std::size_t const i = this_index();
    q[index[i]] = static_cast<T>(heddle::coalesced_ptr<T const>(from)[i]);
}

template <class T>
__global__ void __launch_bounds__(256) store_some(T* to, float const* radius, unsigned const* index)
{
    AT_MOST("registers", 40);
    std::size_t const i = this_index();
    if (!(radius[i] > 0)) return;
    T value;
    HEDDLE_UNROLL
    for (unsigned k = 0; k < sizeof(T) / 4; ++k) value.part[k] = __uint_as_float(static_cast<unsigned>(i) * 5 + k);
    heddle::coalesced_ptr<T> const q(to);
    q[index[i]] = value;
}

void use_kernels()
{
    use(store_some<floats<19>>, store_some<floats<23>>, store_some<floats<25>>);
    use(load<packed<205>>, load<shorts<107>>, scatter<packed<185>>, scatter<packed<203>>);
    use(store<packed<203>>, store<shorts<105>>, store<packed<215>>, store<packed<227>>);
}
