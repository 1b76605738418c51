// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A struct of 28 bytes that can be added and compared.
#pragma once

#include "bench.cuh"

namespace heddle_warp_bench {

struct vector7 {
    float part[7];

    vector7() = default;
    __host__ __device__ explicit vector7(unsigned number)
    {
        for (int i = 0; i < 7; ++i) part[i] = static_cast<float>(number + 3u * unsigned(i));
    }
    __host__ __device__ friend vector7 operator+(vector7 const& a, vector7 const& b)
    {
        vector7 sum;
        for (int i = 0; i < 7; ++i) sum.part[i] = a.part[i] + b.part[i];
        return sum;
    }
    __host__ __device__ friend bool operator!=(vector7 const& a, vector7 const& b)
    {
        bool differ = false;
        for (int i = 0; i < 7; ++i) differ = differ || a.part[i] != b.part[i];
        return differ;
    }
    __host__ __device__ friend bool operator<(vector7 const& a, vector7 const& b)
    {
        return a.part[0] < b.part[0];
    }
};

template <>
inline char const* type_name<vector7>()
{
    return "struct28";
}

}  // namespace heddle_warp_bench
