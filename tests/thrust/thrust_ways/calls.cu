// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls Thrust with heddle::par if WAY is 1, otherwise with coalesced_ptr. compare.cmake compares the kernels.

#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/version.h>
#include <thrust/zip_function.h>

struct body {
    float x, y;
    int number;
    float others[6];
};
//! A struct that is too large to be staged.
struct large {
    int number;
    int others[149];
};

struct is_odd {
    __host__ __device__ bool operator()(body const& b) const { return b.number % 2 != 0; }
};
struct is_less {
    __host__ __device__ bool operator()(body const& a, body const& b) const { return a.number < b.number; }
};
struct sum_of {
    __host__ __device__ body operator()(body a, body const& b) const
    {
        a.number += b.number;
        return a;
    }
};
struct number_of {
    __host__ __device__ int operator()(body const& b) const { return b.number; }
};
struct made {
    __host__ __device__ body operator()() const { return {}; }
};
struct next {
    template <class T>
    __host__ __device__ T operator()(T value) const
    {
        ++value.number;
        return value;
    }
};
struct advance {
    template <class T>
    __host__ __device__ void operator()(T& value) const
    {
        ++value.number;
    }
};

template <class Policy, class Bodies, class Larges>
void call_all(Policy const& policy, Bodies p, Bodies q, Larges l, int* places, long n)
{
    thrust::transform(policy, p, p + n, q, q, sum_of{});
#if THRUST_VERSION >= 200500
    auto const zip = thrust::make_zip_iterator(thrust::make_tuple(p, q));
    thrust::transform(policy, zip, zip + n, places, thrust::make_zip_function(is_less{}));
#endif
    thrust::for_each(policy, p, p + n, advance{});
    thrust::transform_reduce(policy, p, p + n, number_of{}, 0, thrust::plus<int>{});
    thrust::reduce(policy, p, p + n, body{}, sum_of{});
    thrust::inclusive_scan(policy, p, p + n, q, sum_of{});
    thrust::copy_if(policy, p, p + n, q, is_odd{});
    thrust::remove_if(policy, p, p + n, is_odd{});
    thrust::unique(policy, p, p + n, is_less{});
    thrust::partition(policy, p, p + n, is_odd{});
    thrust::sort(policy, p, p + n, is_less{});
    thrust::stable_sort(policy, p, p + n, is_less{});
    thrust::gather(policy, places, places + n, p, q);
    thrust::scatter(policy, p, p + n, places, q);
    thrust::generate(policy, p, p + n, made{});
    thrust::fill(policy, p, p + n, body{});
    thrust::replace_if(policy, p, p + n, is_odd{}, body{});
    thrust::transform(policy, l, l + n, l, next{});
    thrust::for_each(policy, l, l + n, advance{});
}

int main()
{
    body* const bodies = nullptr;
    large* const larges = nullptr;
#if WAY == 1
    call_all(heddle::par, bodies, bodies, larges, static_cast<int*>(nullptr), 0);
#else
    auto const p = heddle::make_coalesced(bodies);
    call_all(thrust::device, p, p, heddle::make_coalesced(larges), static_cast<int*>(nullptr), 0);
#endif
}
