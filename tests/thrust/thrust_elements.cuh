// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements for the tests of coalesced_ptr as an iterator of Thrust: a struct with callables, and zipped arrays of keys
// and numbers for algorithms that compare tuples.
#pragma once

#include <heddle/thrust.cuh>

#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstddef>
#include <vector>

namespace heddle_test::thrust_elements {

//! A struct of 28 bytes. Equality compares the number, and the first and the last of the others.
struct item {
    unsigned number, others[6];

    __host__ __device__ friend bool operator==(item const& a, item const& b)
    {
        return a.number == b.number && a.others[0] == b.others[0] && a.others[5] == b.others[5];
    }
    __host__ __device__ friend bool operator<(item const& a, item const& b) { return a.number < b.number; }
    __host__ __device__ friend item operator+(item a, item const& b)
    {
        a.number += b.number;
        for (unsigned i = 0; i < 6; ++i) a.others[i] += b.others[i];
        return a;
    }
    __host__ __device__ friend item operator-(item a, item const& b)
    {
        a.number -= b.number;
        for (unsigned i = 0; i < 6; ++i) a.others[i] -= b.others[i];
        return a;
    }
};

struct numbered {
    __host__ __device__ item operator()(std::ptrdiff_t k) const
    {
        auto const number = static_cast<unsigned>(k);
        return {number, {1, 2, 3, 4, 5, ~number}};
    }
};
struct heavier {
    __host__ __device__ item operator()(item e) const
    {
        ++e.others[0];
        return e;
    }
};
struct sum_of {
    __host__ __device__ item operator()(item const& a, item const& b) const { return a + b; }
};
struct number_of {
    __host__ __device__ unsigned operator()(item const& e) const { return e.number; }
};
struct has_odd_number {
    __host__ __device__ bool operator()(item const& e) const { return e.number % 2 == 1; }
};

//! The operators of this class template are function templates, so no argument is converted to number_key.
template <class Number>
struct number_key {
    Number number;
    int others[4];
};
template <class Number>
__host__ __device__ bool operator<(number_key<Number> const& a, number_key<Number> const& b)
{
    return a.number < b.number;
}
template <class Number>
__host__ __device__ bool operator==(number_key<Number> const& a, number_key<Number> const& b)
{
    return a.number == b.number;
}

struct keyed_arrays {
    std::vector<number_key<int>> keys;
    std::vector<float> numbers;

    keyed_arrays(std::size_t size, int step) : keys(size), numbers(size)
    {
        for (std::size_t k = 0; k < size; ++k) {
            keys[k].number = step * static_cast<int>(k) % 97;
            numbers[k] = static_cast<float>(k % 5);
        }
    }
};
template <class Keys, class Numbers>
auto zipped(Keys keys, Numbers numbers)
{
    return thrust::make_zip_iterator(thrust::make_tuple(keys, numbers));
}

}  // namespace heddle_test::thrust_elements

HEDDLE_FIELDS(heddle_test::thrust_elements::item, number, others);
