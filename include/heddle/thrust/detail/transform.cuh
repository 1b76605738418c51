// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to for_each and the transforms of algorithm/transform.cuh.
#pragma once

#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/elements.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Iterator, class Function>
Iterator for_each(Policy& policy, Iterator first, Iterator last, Function function)
{
    if constexpr (any_is_ours<Iterator>) {
        if (last - first == 0) return last;
        detail::finish(policy,
                       heddle::for_each(thrust::cuda_cub::stream(policy), detail::array_of(first),
                                        detail::array_of(last), function),
                       "heddle::for_each");
        return last;
    } else if constexpr (is_zip_of_coalesced<Iterator>) {
        return thrust::cuda_cub::for_each(policy, first, last, given_references<Function>{function});
    } else {
        return thrust::cuda_cub::for_each(policy, first, last, function);
    }
}

//! Sets result[k] = function(in[k]...) for `count` elements.
template <class Policy, class Out, class Function, class... In>
void transform_all(Policy& policy, std::size_t count, Out const& result, Function const& function, In const&... in)
{
    if (count == 0) return;
    detail::finish(policy,
                   detail::transform_arrays(thrust::cuda_cub::stream(policy), count, function, detail::array_of(result),
                                            detail::input_of(in)...),
                   "heddle::transform");
}

//! Calls the function of a zip_function with the elements of the (possibly nested) zipped sequences, as Thrust does.
template <class Policy, class Out, class Function, class... In>
auto transform_all(Policy& policy, std::size_t count, Out const& result, thrust::zip_function<Function> const& function,
                   thrust::zip_iterator<thrust::tuple<In...>> const& zip)
    -> std::enable_if_t<has_underlying_function<Function>>;

template <std::size_t... Number, class Policy, class Out, class Function, class Tuple>
void transform_each(std::index_sequence<Number...>, Policy& policy, std::size_t count, Out const& result,
                    Function const& function, Tuple const& in)
{
    in_thrust::transform_all(policy, count, result, function, thrust::get<Number>(in)...);
}
template <class Policy, class Out, class Function, class... In>
auto transform_all(Policy& policy, std::size_t count, Out const& result, thrust::zip_function<Function> const& function,
                   thrust::zip_iterator<thrust::tuple<In...>> const& zip)
    -> std::enable_if_t<has_underlying_function<Function>>
{
    in_thrust::transform_each(std::index_sequence_for<In...>(), policy, count, result, function.underlying_function(),
                              zip.get_iterator_tuple());
}

template <class Policy, class In, class Out, class Function>
Out transform(Policy& policy, In first, In last, Out result, Function function)
{
    if constexpr (any_walks_ours<In, Out>) {
        in_thrust::transform_all(policy, static_cast<std::size_t>(last - first), result, function, first);
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform(policy, first, last, result, function);
    }
}

template <class Policy, class In1, class In2, class Out, class Function>
Out transform(Policy& policy, In1 first1, In1 last1, In2 first2, Out result, Function function)
{
    if constexpr (any_walks_ours<In1, In2, Out>) {
        in_thrust::transform_all(policy, static_cast<std::size_t>(last1 - first1), result, function, first1, first2);
        return result + (last1 - first1);
    } else {
        return thrust::cuda_cub::transform(policy, first1, last1, first2, result, function);
    }
}

template <class Policy, class In, class Out, class Function, class Predicate>
Out transform_if(Policy& policy, In first, In last, Out result, Function function, Predicate predicate)
{
    if constexpr (any_walks_ours<In, Out>) {
        if (last - first == 0) return result;
        detail::finish(policy,
                       heddle::transform_if(thrust::cuda_cub::stream(policy), detail::input_of(first),
                                            detail::input_of(last), detail::array_of(result), function, predicate),
                       "heddle::transform_if");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform_if(policy, first, last, result, function, predicate);
    }
}

template <class Policy, class In, class Stencil, class Out, class Function, class Predicate>
Out transform_if(Policy& policy, In first, In last, Stencil stencil, Out result, Function function, Predicate predicate)
{
    if constexpr (any_walks_ours<In, Stencil, Out>) {
        if (last - first == 0) return result;
        detail::finish(
            policy,
            heddle::transform_if(thrust::cuda_cub::stream(policy), detail::input_of(first), detail::input_of(last),
                                 detail::input_of(stencil), detail::array_of(result), function, predicate),
            "heddle::transform_if");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform_if(policy, first, last, stencil, result, function, predicate);
    }
}

template <class Policy, class In1, class In2, class Stencil, class Out, class Function, class Predicate>
Out transform_if(Policy& policy, In1 first1, In1 last1, In2 first2, Stencil stencil, Out result, Function function,
                 Predicate predicate)
{
    if constexpr (any_walks_ours<In1, In2, Stencil, Out>) {
        if (last1 - first1 == 0) return result;
        detail::finish(policy,
                       heddle::transform_if(thrust::cuda_cub::stream(policy), detail::input_of(first1),
                                            detail::input_of(last1), detail::input_of(first2),
                                            detail::input_of(stencil), detail::array_of(result), function, predicate),
                       "heddle::transform_if");
        return result + (last1 - first1);
    } else {
        return thrust::cuda_cub::transform_if(policy, first1, last1, first2, stencil, result, function, predicate);
    }
}

template <class Policy, class Iterator, class Size, class Function>
Iterator for_each_n(Policy& policy, Iterator first, Size count, Function function)
{
    return in_thrust::for_each(policy, first, first + count, function);
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(for_each)
HEDDLE_DEFINE_FOR_THRUST(for_each_n)
HEDDLE_DEFINE_FOR_THRUST(transform)
HEDDLE_DEFINE_FOR_THRUST(transform_if)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
