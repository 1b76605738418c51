// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements for the tests of coalesced_ptr as an iterator of Thrust: a struct with callables, and zipped arrays of keys
// and numbers for algorithms that compare tuples.
#pragma once

#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstddef>
#include <vector>

namespace heddle_test::thrust_elements {

struct particle {
    float x, y, z, vx, vy, vz, mass;

    __host__ __device__ friend bool operator==(particle const& a, particle const& b)
    {
        return a.x == b.x && a.mass == b.mass && a.vz == b.vz;
    }
};
static_assert(sizeof(particle) == 28);

struct numbered {
    __host__ __device__ particle operator()(std::ptrdiff_t k) const
    {
        float const number = static_cast<float>(k);
        return {number, 0, 0, 0, 0, -number, 2 * number};
    }
};
struct heavier {
    __host__ __device__ particle operator()(particle p) const
    {
        p.mass += 1;
        return p;
    }
};
struct sum_of {
    __host__ __device__ particle operator()(particle a, particle const& b) const
    {
        a.x += b.x;
        a.mass += b.mass;
        return a;
    }
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
