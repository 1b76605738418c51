// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arguments of the differential tests, both common and unusual: elements, callables and iterators.
#pragma once

#include "differential.cuh"

#include <common/bytes.hpp>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/tuple.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle_test {

//! The element sizes of most tests. Each size takes seconds to compile, mostly for Thrust's own kernels.
using sized_elements = full_or<::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>,
                                                bytes<28>, bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>>,
                               ::testing::Types<bytes<28>>>;

constexpr aliasing apart = aliasing::not_be_in;

using b13 = bytes<13>;
using b28 = bytes<28>;
using b50 = bytes<50>;
using b128 = bytes<128>;

//! An enumeration with an operator< of its own: a < b if a % 7 > b % 7.
enum class shade : unsigned char { black, grey, light, white };
__host__ __device__ inline bool operator<(shade a, shade b)
{
    return static_cast<unsigned char>(a) % 7 > static_cast<unsigned char>(b) % 7;
}

//! A struct of 28 bytes. Its constructor from a number sets all words; assignment of a number adds it to one word.
struct assigned {
    unsigned value[7];

    assigned() = default;
    __host__ __device__ assigned(unsigned number)
    {
        for (unsigned& word : value) word = number++;
    }
    __host__ __device__ assigned& operator=(unsigned number)
    {
        value[3] += number;
        return *this;
    }
};

//! A struct of 12 bytes that converts to a number. The built-in operators compare these numbers.
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

//! Computes all bytes of an element from a number.
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

//! Changes the bytes of a value of any type. The result depends on `state`.
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
//! Takes elements by forwarding reference. Accesses their member `value`, which proxy references do not have.
struct stir_forwarded {
    unsigned calls = 0;
    template <class A, class... B>
    __host__ __device__ std::decay_t<A> operator()(A&& a, B&&... b)
    {
        calls += a.value[0];
        std::decay_t<A> result = a;
        result.value[0] = static_cast<unsigned char>(result.value[0] + 1u + (0u + ... + b));
        return result;
    }
};
struct itself {
    template <class T>
    __host__ __device__ T const& operator()(T const& value) const
    {
        return value;
    }
};
//! Returns a copy of `a` with other bytes, which depend on `b`. Both arguments may have any type.
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
//! Takes a tuple of any type. The members of the tuple must be elements and not proxy references.
struct stir_tuple {
    template <class Tuple>
    __host__ __device__ b28 operator()(Tuple&& tuple)
    {
        b28 result = thrust::get<0>(tuple);
        result.value[0] = static_cast<unsigned char>(thrust::get<0>(tuple).value[1] + thrust::get<1>(tuple).value[2]);
        return result;
    }
};
//! Is true for about two thirds of the elements, for all, or for none. Takes elements of any type, and returns unsigned
//! instead of bool.
struct some {
    std::uint64_t seed;
    template <class T>
    __host__ __device__ unsigned operator()(T const& value) const
    {
        if (seed % 16 < 2) return static_cast<unsigned>(seed % 16);
        return (sum_of_bytes_of{}(value) ^ static_cast<unsigned>(seed)) % 3;
    }
};
//! A predicate with a call counter, so operator() is not const. Its parameter T& does not bind to a temporary proxy.
struct some_by_reference {
    std::uint64_t seed;
    unsigned calls = 0;
    template <class T>
    __host__ __device__ bool operator()(T& value)
    {
        ++calls;
        return some{seed}(value) != 0;
    }
};
struct some_first {
    template <class Tuple>
    __host__ __device__ bool operator()(Tuple const& value) const
    {
        return thrust::get<0>(value) % 3 == 0;
    }
};
struct alike {
    template <class A, class B>
    __host__ __device__ bool operator()(A& a, B& b) const
    {
        return sum_of_bytes_of{}(a) % 4 == sum_of_bytes_of{}(b) % 4;
    }
};

//! Adds elements byte by byte. operator() is a template and not const.
struct sum_bytes {
    template <class T>
    __host__ __device__ T operator()(T a, T const& b)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            a.value[i] = static_cast<unsigned char>(a.value[i] + b.value[i]);
        }
        return a;
    }
};

//! This operation is not commutative.
struct last_of {
    template <class T>
    __host__ __device__ T operator()(T const& a, T const& b) const
    {
        return b.value[0] % 4 == 0 ? a : b;
    }
};

//! A permutation of the indices below `count`.
struct place_of {
    std::size_t count;
    __host__ __device__ std::size_t operator()(std::size_t i) const
    {
        std::size_t const prime = 7919;
        return count % prime == 0 ? i : i * prime % count;
    }
};
inline auto permuted_places(std::size_t count)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator(std::size_t{0}), place_of{count});
}

//! Sets the elements from `end` on, which are unspecified, to 0. Returns end - first, or -1 if this exceeds `count`.
template <class Iterator>
std::ptrdiff_t clear_behind(Iterator first, Iterator end, std::size_t count)
{
    using thrust::raw_pointer_cast;
    check_cuda(cudaDeviceSynchronize(), "before what is behind the end is cleared");
    auto const kept = static_cast<std::size_t>(end - first);
    if (kept > count) return -1;
    check_cuda(cudaMemset(raw_pointer_cast(end), 0, (count - kept) * sizeof(*raw_pointer_cast(first))), "cudaMemset");
    return end - first;
}

//! Returns the distances of two iterators from the beginnings, combined into one number.
template <class Ends, class A, class B>
std::ptrdiff_t lengths_of(Ends const& ends, A first_a, B first_b)
{
    return (ends.first - first_a) * 1'000'000 + (ends.second - first_b);
}

}  // namespace heddle_test
