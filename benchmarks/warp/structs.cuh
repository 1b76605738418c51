// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs that can be added and compared: of floats, and a packed one of 13 bytes.
#pragma once

#include "bench.cuh"

#include <cstdint>

namespace heddle_warp_bench {

template <unsigned Count>
struct floats {
    float part[Count];

    floats() = default;
    __host__ __device__ explicit floats(unsigned number)
    {
        for (unsigned i = 0; i < Count; ++i) part[i] = static_cast<float>(number + 3 * i);
    }
    __host__ __device__ friend floats operator+(floats const& a, floats const& b)
    {
        floats sum;
        for (unsigned i = 0; i < Count; ++i) sum.part[i] = a.part[i] + b.part[i];
        return sum;
    }
    __host__ __device__ friend bool operator!=(floats const& a, floats const& b)
    {
        bool differ = false;
        for (unsigned i = 0; i < Count; ++i) differ = differ || a.part[i] != b.part[i];
        return differ;
    }
    __host__ __device__ friend bool operator<(floats const& a, floats const& b)
    {
        return a.part[0] < b.part[0];
    }
};

using vector7 = floats<7>;
using vector13 = floats<13>;

template <>
inline char const* type_name<vector7>()
{
    return "struct28";
}
template <>
inline char const* type_name<vector13>()
{
    return "struct52";
}

//! A point and how bright it is, without padding: aligned to 1.
#pragma pack(push, 1)
struct point13 {
    float x, y, z;
    std::uint8_t brightness;

    point13() = default;
    __host__ __device__ explicit point13(unsigned number)
        : x(static_cast<float>(number)),
          y(x + 1),
          z(x + 2),
          brightness(static_cast<std::uint8_t>(number))
    {
    }
    __host__ __device__ friend point13 operator+(point13 const& a, point13 const& b)
    {
        point13 sum = a;
        sum.x += b.x;
        sum.y += b.y;
        sum.z += b.z;
        sum.brightness = static_cast<std::uint8_t>(a.brightness + b.brightness);
        return sum;
    }
    __host__ __device__ friend bool operator!=(point13 const& a, point13 const& b)
    {
        return a.x != b.x || a.y != b.y || a.z != b.z || a.brightness != b.brightness;
    }
    __host__ __device__ friend bool operator<(point13 const& a, point13 const& b)
    {
        return a.x < b.x;
    }
};
#pragma pack(pop)
static_assert(sizeof(point13) == 13 && alignof(point13) == 1);

template <>
inline char const* type_name<point13>()
{
    return "packed13";
}

}  // namespace heddle_warp_bench
