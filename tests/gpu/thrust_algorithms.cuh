// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of Thrust's algorithms on elements of bytes: operations, and results without unspecified elements.
#pragma once

#include "thrust_doors.cuh"

#include <thrust/fill.h>

namespace heddle_test {

//! An associative operation that adds each byte.
template <class Element>
struct added {
    __host__ __device__ Element operator()(Element a, Element const& b) const
    {
        for (std::size_t i = 0; i < sizeof(Element); ++i) {
            a.value[i] = static_cast<unsigned char>(a.value[i] + b.value[i]);
        }
        return a;
    }
};

struct first_byte {
    template <class Element>
    __host__ __device__ unsigned operator()(Element const& value) const
    {
        return value.value[0];
    }
};

//! Holds for some elements, and for some numbers.
struct is_some {
    template <class Element>
    __host__ __device__ bool operator()(Element const& value) const
    {
        return value.value[0] % 3 != 0;
    }
    __host__ __device__ bool operator()(unsigned number) const { return number % 3 != 0; }
};

struct are_alike {
    template <class Element>
    __host__ __device__ bool operator()(Element const& a, Element const& b) const
    {
        return a.value[0] / 128 == b.value[0] / 128;
    }
};

template <class T>
T* raw(T* pointer)
{
    return pointer;
}
template <class T>
T* raw(heddle::coalesced_ptr<T> const& pointer)
{
    return pointer.get();
}

//! Sets the elements after the end that an algorithm returned to 0, since they are unspecified.
template <class Iterator>
void clear_behind(Iterator first, Iterator end, std::size_t count)
{
    auto* const begin = raw(first);
    using element = std::remove_reference_t<decltype(*begin)>;
    ASSERT_LE(end - first, static_cast<std::ptrdiff_t>(count));
    finish_kernel();
    check_cuda(cudaMemset(begin + (end - first), 0, (count - static_cast<std::size_t>(end - first)) * sizeof(element)),
               "cudaMemset");
}

//! Stores a value in the first of `count` elements, if there is one.
template <class Iterator, class Value>
void leave(Iterator first, std::size_t count, Value const& value)
{
    if (count == 0) return;
    finish_kernel();
    check_cuda(cudaMemcpy(raw(first), &value, sizeof(Value), cudaMemcpyHostToDevice), "cudaMemcpy");
}

}  // namespace heddle_test
