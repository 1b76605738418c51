// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The structs that the benchmarks of sorts sort, and the comparisons.
#pragma once

#include "../common/arrays.cuh"

#include <cuda/std/tuple>

#include <cstddef>
#include <cstdint>

namespace heddle_bench::sort {

//! A struct with a float as key, its original index, and members that are computed from this index.
template <std::size_t Bytes>
struct record {
    float key;
    std::uint32_t origin;
    std::uint32_t more[Bytes / 4 - 2];
};
template <>
struct record<8> {
    float key;
    std::uint32_t origin;
};

struct by_key {
    template <class Record>
    __host__ __device__ bool operator()(Record const& a, Record const& b) const
    {
        return a.key < b.key;
    }
};
struct by_key_and_origin {
    template <class Record>
    __host__ __device__ bool operator()(Record const& a, Record const& b) const
    {
        return a.key != b.key ? a.key < b.key : a.origin > b.origin;
    }
};
//! The members of by_key_and_origin, as CUB's radix sort takes them. The origin is complemented.
struct key_and_origin {
    float key;
    std::uint32_t origin;
};
struct key_parts {
    __host__ __device__ cuda::std::tuple<float&, std::uint32_t&> operator()(key_and_origin& of) const
    {
        return {of.key, of.origin};
    }
};
//! Compares two members of 45 different values each, of which the second is the last of the struct.
struct by_two {
    template <std::size_t Bytes>
    __host__ __device__ bool operator()(record<Bytes> const& a, record<Bytes> const& b) const
    {
        constexpr std::size_t last = Bytes / 4 - 3;
        std::uint32_t const first_a = a.more[0] % 45, first_b = b.more[0] % 45;
        return first_a != first_b ? first_a < first_b : a.more[last] % 45 < b.more[last] % 45;
    }
};
//! Compares 16 characters, of which the first 12 agree.
struct by_string {
    template <std::size_t Bytes>
    __host__ __device__ bool operator()(record<Bytes> const& a, record<Bytes> const& b) const
    {
        auto const* const characters_of_a = reinterpret_cast<unsigned char const*>(&a.more[1]);
        auto const* const characters_of_b = reinterpret_cast<unsigned char const*>(&b.more[1]);
        for (unsigned i = 0; i < 16; ++i) {
            if (characters_of_a[i] != characters_of_b[i]) return characters_of_a[i] < characters_of_b[i];
        }
        return false;
    }
};

template <std::size_t Bytes>
__global__ void fill(record<Bytes>* structs, float* keys, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        auto const origin = static_cast<std::uint32_t>(i);
        // Some keys are equal.
        keys[i] = structs[i].key = static_cast<float>(static_cast<std::int32_t>(mixed(origin)) >> 8);
        structs[i].origin = origin;
        if constexpr (Bytes > 8) {
            for (unsigned w = 0; w < Bytes / 4 - 2; ++w) {
                bool const agrees = Bytes >= 28 && w > 0 && w < 4;  // the first characters of the string
                structs[i].more[w] = agrees ? 0x61626364 : mixed(origin + w);
            }
        }
    }
}

}  // namespace heddle_bench::sort
