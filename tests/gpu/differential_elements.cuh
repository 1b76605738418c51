// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements and callables of the differential tests: common ones, and ones that are easily forgotten.
#pragma once

#include "differential.cuh"

#include <common/bytes.hpp>

#include <thrust/tuple.h>

#include <cstddef>
#include <cstdint>

namespace heddle_test {

using b13 = bytes<13>;
using b28 = bytes<28>;
using b50 = bytes<50>;
using b128 = bytes<128>;

//! An enumeration whose operator< reverses the order of its values.
enum class shade : unsigned char { black, grey, light, white };
__host__ __device__ inline bool operator<(shade a, shade b)
{
    return static_cast<unsigned char>(a) % 7 > static_cast<unsigned char>(b) % 7;
}
enum class plain_enum : std::uint16_t { none };

//! 28 bytes whose construction and assignment from a number give different values.
struct assigned {
    unsigned value[7];

    assigned() = default;
    __host__ __device__ assigned(unsigned number) { set(number); }
    __host__ __device__ assigned& operator=(unsigned number)
    {
        set(number + 1);
        return *this;
    }
    __host__ __device__ void set(unsigned number)
    {
        for (unsigned& word : value) word = number++;
    }
};

//! 12 bytes that convert to a number, which orders them.
struct converting {
    unsigned high, low, rest;
    __host__ __device__ operator unsigned() const { return high % 16; }
};

using three = thrust::tuple<int, float, int>;
template <>
struct made_of_bits<three> {
    static __device__ three make(std::uint64_t bits, bool few)
    {
        return three(static_cast<int>(bits), made_of_bits<float>::make(bits >> 32, few), 7);
    }
};

struct sum_of_bytes_of {
    template <class T>
    __host__ __device__ unsigned operator()(T const& value) const
    {
        unsigned char bytes[sizeof(T)];
        memcpy(bytes, &value, sizeof(T));
        unsigned sum = 0;
        for (unsigned char const byte : bytes) sum = sum * 31 + byte;
        return sum;
    }
};

//! Makes an element from a number.
template <class T>
struct element_of {
    __host__ __device__ T operator()(std::uint64_t number) const
    {
        T made;
        auto* const bytes = reinterpret_cast<unsigned char*>(&made);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes[i] = static_cast<unsigned char>((number + 3 * i) >> i % 4 * 8);
        }
        return made;
    }
};

template <class T>
struct element_of_sum {
    template <class From>
    __host__ __device__ T operator()(From const& value) const
    {
        return element_of<T>{}(sum_of_bytes_of{}(value));
    }
};
struct number_of {
    __host__ __device__ std::uint64_t operator()(unsigned number) const { return number; }
};

//! Counts its calls.
template <class Function>
struct counted {
    Function function;
    unsigned long long* calls;
    template <class... T>
    __device__ decltype(auto) operator()(T&&... value)
    {
        atomicAdd(calls, 1ull);
        return function(static_cast<T&&>(value)...);
    }
};
template <class Function>
counted<Function> count_calls(call_context const& context, Function function)
{
    return {function, context.calls};
}

//! A generic callable with a state.
struct stir {
    std::uint64_t state;
    template <class T>
    __host__ __device__ T operator()(T value) const
    {
        auto* const bytes = reinterpret_cast<unsigned char*>(&value);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes[i] = static_cast<unsigned char>(bytes[i] * 5 + (state >> i % 8 * 8));
        }
        return value;
    }
};
//! A callable for one type, with a state and a non-const operator().
template <class T>
struct stir_one {
    std::uint64_t state;
    __host__ __device__ T operator()(T const& value) { return stir{state}(value); }
};
//! Returns a reference to its argument.
struct itself {
    template <class T>
    __host__ __device__ T const& operator()(T const& value) const
    {
        return value;
    }
};
//! Returns the first of two elements of any types, modified by the second.
struct stir_both {
    template <class A, class B>
    __host__ __device__ A operator()(A const& a, B const& b) const
    {
        return stir{sum_of_bytes_of{}(b)}(a);
    }
};
template <class T>
struct stir_pair {
    __host__ __device__ T operator()(thrust::tuple<T, unsigned> const& both) const
    {
        return stir_both{}(thrust::get<0>(both), thrust::get<1>(both));
    }
};
//! A generic predicate that holds for some elements, and does not return a bool.
struct some {
    std::uint64_t seed;
    template <class T>
    __host__ __device__ unsigned operator()(T const& value) const
    {
        return (sum_of_bytes_of{}(value) ^ static_cast<unsigned>(seed)) % 3;
    }
};
template <class T>
struct some_not_const {
    std::uint64_t seed;
    __host__ __device__ bool operator()(T const& value) { return some{seed}(value) != 0; }
};
struct some_first {
    template <class Tuple>
    __host__ __device__ bool operator()(Tuple const& value) const
    {
        return thrust::get<0>(value) % 3 == 0;
    }
};
struct alike {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return sum_of_bytes_of{}(a) % 4 == sum_of_bytes_of{}(b) % 4;
    }
};

//! Maps each index to an index below count; most are hit once.
struct place_of {
    std::size_t count;
    __host__ __device__ std::size_t operator()(std::size_t i) const { return (i * 7 + 3) % count; }
};

}  // namespace heddle_test
