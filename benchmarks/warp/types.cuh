// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The types of the warp's experiments: numbers, and structs that can be added and compared.
#pragma once

#include "../permutation.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle_bench {

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

//! A point and its brightness, without padding: aligned to 1.
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

//! A type as the names of benchmarks have it.
template <class T>
inline constexpr char const* type_name = nullptr;
template <>
inline constexpr char const* type_name<int> = "int32";
template <>
inline constexpr char const* type_name<long long> = "int64";
template <>
inline constexpr char const* type_name<float> = "fp32";
template <>
inline constexpr char const* type_name<double> = "fp64";
template <>
inline constexpr char const* type_name<vector7> = "struct28";
template <>
inline constexpr char const* type_name<vector13> = "struct52";
template <>
inline constexpr char const* type_name<point13> = "packed13";

//! Calls visit(T{}) for each type.
template <class... T, class Visit>
void for_types(Visit const& visit)
{
    (visit(T{}), ...);
}

//! Pseudo-random numbers below `bound`, always the same: they are exact in every type.
inline unsigned random_number(std::size_t i, unsigned bound)
{
    return mixed(static_cast<std::uint32_t>(i) + 0x9e3779b9u) % bound;
}

struct addition {
    template <class T>
    __host__ __device__ __forceinline__ T operator()(T const& a, T const& b) const
    {
        return a + b;
    }
};

}  // namespace heddle_bench
