// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// tabulate, fill and generate with Thrust's interface.
#pragma once

#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/fill.h>
#include <thrust/generate.h>
#include <thrust/tabulate.h>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Out, class Function>
void tabulate(Policy& policy, Out first, Out last, Function function)
{
    if constexpr (any_is_ours<Out>) {
        if (last - first == 0) return;
        detail::finish(policy,
                       heddle::tabulate(thrust::cuda_cub::stream(policy), detail::array_of(first),
                                        detail::array_of(last), function),
                       "heddle::tabulate");
    } else {
        thrust::cuda_cub::tabulate(policy, first, last, function);
    }
}

template <class Policy, class Out, class Value>
void fill(Policy& policy, Out first, Out last, Value const& value)
{
    if constexpr (any_is_ours<Out>) {
        if (last - first == 0) return;
        detail::finish(
            policy,
            heddle::fill(thrust::cuda_cub::stream(policy), detail::array_of(first), detail::array_of(last), value),
            "heddle::fill");
    } else {
        thrust::cuda_cub::fill(policy, first, last, value);
    }
}

template <class Policy, class Out, class Generator>
void generate(Policy& policy, Out first, Out last, Generator generator)
{
    if constexpr (any_is_ours<Out>) {
        if (last - first == 0) return;
        detail::finish(policy,
                       heddle::generate(thrust::cuda_cub::stream(policy), detail::array_of(first),
                                        detail::array_of(last), generator),
                       "heddle::generate");
    } else {
        thrust::cuda_cub::generate(policy, first, last, generator);
    }
}

template <class Policy, class Out, class Size, class Value>
Out fill_n(Policy& policy, Out first, Size count, Value const& value)
{
    in_thrust::fill(policy, first, first + count, value);
    return first + count;
}
template <class Policy, class Out, class Size, class Generator>
Out generate_n(Policy& policy, Out first, Size count, Generator generator)
{
    in_thrust::generate(policy, first, first + count, generator);
    return first + count;
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(tabulate)
HEDDLE_DEFINE_FOR_THRUST(fill)
HEDDLE_DEFINE_FOR_THRUST(fill_n)
HEDDLE_DEFINE_FOR_THRUST(generate)
HEDDLE_DEFINE_FOR_THRUST(generate_n)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
