// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Associative operations on bytes, 2 x 2 matrices and texts. Only add_bytes is commutative. For the other operations,
// the order of a reduction changes the result. `prepare` converts random bytes to an operand.
#pragma once

#include "common/bytes.hpp"

#include <heddle/config.cuh>
#include <heddle/warp/operations.cuh>

#include <cstddef>
#include <cstdint>

// The operations are not inlined, so that collectives contain calls instead of loops, which halves the compile time of
// tests.
#if defined(__CUDACC__)
#    define HEDDLE_TEST_OUTLINE __host__ __device__ __noinline__
#else
#    define HEDDLE_TEST_OUTLINE __attribute__((noinline))
#endif

namespace heddle_test {

//! Base class of operations for which any value is an operand.
struct takes_any_value {
    template <class Value>
    HEDDLE_HOST_DEVICE static Value prepare(Value const& random)
    {
        return random;
    }
};

//! Composes maps. Two bytes (p, q) stand for the map x -> p*x + q modulo 256. If the number of bytes is odd, last bytes
//! a and b are combined to b != 0 ? b : a.
struct compose : takes_any_value {
    template <class Value>
    HEDDLE_TEST_OUTLINE Value operator()(Value const& first, Value const& second) const
    {
        Value result;
        constexpr std::size_t size = sizeof(Value);
        for (std::size_t i = 0; i + 1 < size; i += 2) {
            unsigned const p = first.value[i], q = first.value[i + 1];
            result.value[i] = static_cast<unsigned char>(second.value[i] * p);
            result.value[i + 1] = static_cast<unsigned char>(second.value[i] * q + second.value[i + 1]);
        }
        if (size % 2 != 0) {
            unsigned char const last = second.value[size - 1];
            result.value[size - 1] = last != 0 ? last : first.value[size - 1];
        }
        return result;
    }
};

//! Adds corresponding bytes modulo 256.
struct add_bytes : takes_any_value {
    template <class Value>
    HEDDLE_TEST_OUTLINE Value operator()(Value const& first, Value const& second) const
    {
        Value sum;
        for (std::size_t i = 0; i < sizeof(Value); ++i) {
            sum.value[i] = static_cast<unsigned char>(first.value[i] + second.value[i]);
        }
        return sum;
    }
};

struct matrix {
    std::uint32_t a, b, c, d;
};

struct multiply : takes_any_value {
    HEDDLE_HOST_DEVICE matrix operator()(matrix const& x, matrix const& y) const
    {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
};

//! A text of up to 49 characters. Longer texts are truncated.
struct text {
    static constexpr unsigned capacity = 49;
    unsigned char length;
    char characters[capacity];
};
static_assert(sizeof(text) == 50);

struct concatenate {
    //! Returns a text of 0 to 3 letters, made from random bytes.
    HEDDLE_HOST_DEVICE static text prepare(text const& random)
    {
        text result{};
        result.length = random.length % 4;
        for (unsigned i = 0; i < result.length; ++i) {
            result.characters[i] = static_cast<char>('a' + static_cast<unsigned char>(random.characters[i]) % 26);
        }
        return result;
    }

    HEDDLE_TEST_OUTLINE text operator()(text const& first, text const& second) const
    {
        text result = first;
        for (unsigned i = 0; i < second.length && result.length < text::capacity; ++i) {
            result.characters[result.length++] = second.characters[i];
        }
        return result;
    }
};

}  // namespace heddle_test

template <>
struct heddle::operation_of<heddle_test::add_bytes>
    : std::integral_constant<heddle::operation_kind, heddle::operation_kind::commutative> {
};
