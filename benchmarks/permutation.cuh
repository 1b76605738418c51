// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pseudo-random permutation of any length, as a function of the index: it needs no sort and no memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle_bench {

//! Returns a word in which every bit depends on every bit of the argument (the finalizer of MurmurHash3).
__host__ __device__ constexpr std::uint32_t mixed(std::uint32_t word)
{
    word = (word ^ word >> 16) * 0x85ebca6bu;
    word = (word ^ word >> 13) * 0xc2b2ae35u;
    return word ^ word >> 16;
}

//! A permutation of 0 … count - 1. It consists of steps that are invertible modulo the next power of two: adding,
//! multiplying by an odd number, and folding the upper half of the bits into the lower. The steps are repeated until
//! the result is below count. So the permutation is invertible, too.
struct permutation {
    std::size_t count;
    unsigned bits;

    __host__ __device__ constexpr explicit permutation(std::size_t n) : count(n), bits(2)
    {
        while (std::size_t{1} << bits < n) ++bits;
    }

    __host__ __device__ constexpr std::size_t operator()(std::size_t i) const
    {
        do i = step(i);
        while (i >= count);
        return i;
    }

private:
    __host__ __device__ constexpr std::size_t step(std::size_t i) const
    {
        std::size_t const mask = (std::size_t{1} << bits) - 1;
        for (unsigned round = 0; round < 4; ++round) {
            i = (i + 0x632be59bd9b4e019u) * 0x9e3779b97f4a7c15u & mask;
            i ^= i >> (bits / 2);
        }
        return i;
    }
};

}  // namespace heddle_bench
