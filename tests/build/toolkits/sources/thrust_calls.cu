// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls Thrust with heddle's policy and with heddle's iterator. Calls algorithms that heddle implements, and one
// algorithm that heddle passes on to Thrust.
#include "elements.cuh"

#include <heddle/algorithm/layout_thrust.cuh>
#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/unique.h>
#include <thrust/zip_function.h>

template <class Policy, class Particles>
void call_all(Policy const& policy, Particles p, Particles q, float* masses, long n)
{
    thrust::transform(policy, p, p + n, q, pushed{});
    thrust::transform(policy, p, p + n, masses, mass_of{});
    auto const zip = thrust::make_zip_iterator(thrust::make_tuple(p, q));
    thrust::transform(policy, zip, zip + n, q, thrust::make_zip_function(joined{}));
    thrust::for_each(policy, p, p + n, push{});
    thrust::transform_reduce(policy, p, p + n, mass_of{}, 0.0f, added{});
    thrust::inclusive_scan(policy, p, p + n, q, joined{});
    thrust::copy_if(policy, p, p + n, q, is_heavy{});
    thrust::remove_if(policy, p, p + n, is_heavy{});
    thrust::sort_by_key(policy, masses, masses + n, p);
    thrust::merge(policy, p, p + n, q, q + n, p, lighter{});
}

template <class Policy, class Particles>
void call_others(Policy const& policy, Particles first, particle* array, float* masses)
{
    auto const last = first;
    int* const places = nullptr;
    thrust::transform(policy, first, last, array, pushed{});
    thrust::transform(policy, first, last, first, array, joined{});
    thrust::transform_if(policy, first, last, array, pushed{}, is_heavy{});
    thrust::for_each(policy, first, last, push{});
    thrust::for_each_n(policy, first, 1, push{});
    thrust::tabulate(policy, first, last, made{});
    thrust::generate(policy, first, last, made{});
    thrust::fill(policy, first, last, particle{});
    thrust::uninitialized_fill(policy, first, last, particle{});
    thrust::uninitialized_copy(policy, first, last, array);
    thrust::copy(policy, first, last, array);
    thrust::copy_if(policy, first, last, array, is_heavy{});
    thrust::copy_if(policy, first, last, first, array, is_heavy{});
    thrust::remove_if(policy, first, last, is_heavy{});
    thrust::remove_copy_if(policy, first, last, array, is_heavy{});
    thrust::unique(policy, first, last, alike{});
    thrust::unique_copy(policy, first, last, array, alike{});
    thrust::partition(policy, first, last, is_heavy{});
    thrust::stable_partition_copy(policy, first, last, array, array, is_heavy{});
    thrust::replace_if(policy, first, last, is_heavy{}, particle{});
    thrust::transform_reduce(policy, first, last, mass_of{}, 0.0f, added{});
    thrust::reduce(policy, first, last, particle{}, joined{});
    thrust::inclusive_scan(policy, first, last, array, joined{});
    thrust::exclusive_scan(policy, first, last, array, particle{}, joined{});
    thrust::sort(policy, first, last, lighter{});
    thrust::stable_sort_by_key(policy, masses, masses, first);
    thrust::gather(policy, places, places, first, array);
    thrust::scatter(policy, first, last, places, array);
    auto const zip = thrust::make_zip_iterator(thrust::make_tuple(first, masses));
    heddle::aos_to_soa<&particle::x>(nullptr, first, last, thrust::make_zip_iterator(thrust::make_tuple(masses)));
    thrust::for_each(policy, zip, zip, nothing{});
}

int main()
{
    thrust::device_vector<particle> particles;
    particle* const raw = nullptr;
    float* const masses = nullptr;
    call_all(heddle::par, raw, raw, masses, 0);
    call_all(heddle::par.on(nullptr), particles.begin(), particles.begin(), masses, 0);
    call_others(heddle::par, raw, raw, masses);
    call_others(heddle::par_nosync.on(nullptr), heddle::make_coalesced(raw), raw, masses);
    call_all(thrust::device, heddle::make_coalesced(raw), heddle::make_coalesced(raw), masses, 0);
}
