// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls Thrust with heddle's policy and with heddle's iterator. Calls algorithms that heddle implements, and one
// algorithm that heddle passes on to Thrust.
#include "elements.cuh"

#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>

struct push {
    __host__ __device__ void operator()(particle& p) const { p.x += p.vx; }
};
struct add {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Policy, class Particles>
void call_all(Policy const& policy, Particles p, Particles q, float* masses, long n)
{
    thrust::transform(policy, p, p + n, q, pushed{});
    thrust::transform(policy, p, p + n, masses, mass_of{});
    auto const zip = thrust::make_zip_iterator(thrust::make_tuple(p, q));
    thrust::transform(policy, zip, zip + n, q, thrust::make_zip_function(sum_of{}));
    thrust::for_each(policy, p, p + n, push{});
    thrust::transform_reduce(policy, p, p + n, mass_of{}, 0.0f, add{});
    thrust::inclusive_scan(policy, p, p + n, q, sum_of{});
    thrust::copy_if(policy, p, p + n, q, is_heavy{});
    thrust::remove_if(policy, p, p + n, is_heavy{});
    thrust::sort_by_key(policy, masses, masses + n, p);
    thrust::merge(policy, p, p + n, q, q + n, p, lighter{});
}

int main()
{
    thrust::device_vector<particle> particles;
    particle* const raw = nullptr;
    float* const masses = nullptr;
    call_all(heddle::par, raw, raw, masses, 0);
    call_all(heddle::par.on(nullptr), particles.begin(), particles.begin(), masses, 0);
    call_all(thrust::device, heddle::make_coalesced(raw), heddle::make_coalesced(raw), masses, 0);
}
