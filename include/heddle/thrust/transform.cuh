// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithms of algorithm/transform.cuh as Thrust calls them.
//
// Each is found by argument-dependent lookup in two ways: by a policy of heddle, and by an argument that
// is a coalesced_ptr with any policy of Thrust's CUDA backend.
#pragma once

#include "../algorithm/transform.cuh"
#include "detail/elements.cuh"
#include "detail/two_phase.cuh"
#include "iterator.cuh"

#include <thrust/iterator/zip_iterator.h>
#include <thrust/system/cuda/detail/copy.h>
#include <thrust/system/cuda/detail/fill.h>
#include <thrust/system/cuda/detail/for_each.h>
#include <thrust/system/cuda/detail/generate.h>
#include <thrust/system/cuda/detail/tabulate.h>
#include <thrust/system/cuda/detail/transform.h>
#include <thrust/system/cuda/detail/uninitialized_copy.h>
#include <thrust/system/cuda/detail/uninitialized_fill.h>
#include <thrust/tuple.h>
#include <thrust/version.h>
#include <thrust/zip_function.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Iterator, class Function>
Iterator for_each(Policy& policy, Iterator first, Iterator last, Function function)
{
    if constexpr (any_is_ours<Iterator>) {
        if (last - first == 0) return last;
        finish(policy,
               heddle::for_each(thrust::cuda_cub::stream(policy), array_of(first), array_of(last),
                                function),
               "heddle::for_each");
        return last;
    } else if constexpr (is_zip_of_coalesced<Iterator>) {
        return thrust::cuda_cub::for_each(policy, first, last,
                                          given_references<Function>{function});
    } else {
        return thrust::cuda_cub::for_each(policy, first, last, function);
    }
}

//! result[k] = function(in[k]...) for `count` elements.
template <class Policy, class Out, class Function, class... In>
void transform_all(Policy& policy, std::size_t count, Out const& result, Function const& function,
                   In const&... in)
{
    if (count == 0) return;
    finish(policy,
           detail::transform_arrays(thrust::cuda_cub::stream(policy), count, function,
                                    array_of(result), input_of(in)...),
           "heddle::transform");
}

#if THRUST_VERSION >= 200500
//! A zip_function of a zip_iterator is, as in Thrust, its function of the sequences, which may be zipped too.
template <class Policy, class Out, class Function, class... In>
void transform_all(Policy& policy, std::size_t count, Out const& result,
                   thrust::zip_function<Function> const& function,
                   thrust::zip_iterator<thrust::tuple<In...>> const& zip);

template <std::size_t... Number, class Policy, class Out, class Function, class Tuple>
void transform_each(std::index_sequence<Number...>, Policy& policy, std::size_t count,
                    Out const& result, Function const& function, Tuple const& in)
{
    in_thrust::transform_all(policy, count, result, function, thrust::get<Number>(in)...);
}
template <class Policy, class Out, class Function, class... In>
void transform_all(Policy& policy, std::size_t count, Out const& result,
                   thrust::zip_function<Function> const& function,
                   thrust::zip_iterator<thrust::tuple<In...>> const& zip)
{
    in_thrust::transform_each(std::index_sequence_for<In...>(), policy, count, result,
                              function.underlying_function(), zip.get_iterator_tuple());
}
#endif

template <class Policy, class In, class Out, class Function>
Out transform(Policy& policy, In first, In last, Out result, Function function)
{
    if constexpr (any_walks_ours<In, Out>) {
        in_thrust::transform_all(policy, static_cast<std::size_t>(last - first), result, function,
                                 first);
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform(policy, first, last, result, function);
    }
}

template <class Policy, class In1, class In2, class Out, class Function>
Out transform(Policy& policy, In1 first1, In1 last1, In2 first2, Out result, Function function)
{
    if constexpr (any_walks_ours<In1, In2, Out>) {
        in_thrust::transform_all(policy, static_cast<std::size_t>(last1 - first1), result, function,
                                 first1, first2);
        return result + (last1 - first1);
    } else {
        return thrust::cuda_cub::transform(policy, first1, last1, first2, result, function);
    }
}

template <class Policy, class In, class Out, class Function, class Predicate>
Out transform_if(Policy& policy, In first, In last, Out result, Function function,
                 Predicate predicate)
{
    if constexpr (any_walks_ours<In, Out>) {
        if (last - first == 0) return result;
        finish(policy,
               heddle::transform_if(thrust::cuda_cub::stream(policy), input_of(first),
                                    input_of(last), array_of(result), function, predicate),
               "heddle::transform_if");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform_if(policy, first, last, result, function, predicate);
    }
}

template <class Policy, class In, class Stencil, class Out, class Function, class Predicate>
Out transform_if(Policy& policy, In first, In last, Stencil stencil, Out result, Function function,
                 Predicate predicate)
{
    if constexpr (any_walks_ours<In, Stencil, Out>) {
        if (last - first == 0) return result;
        finish(
            policy,
            heddle::transform_if(thrust::cuda_cub::stream(policy), input_of(first), input_of(last),
                                 input_of(stencil), array_of(result), function, predicate),
            "heddle::transform_if");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::transform_if(policy, first, last, stencil, result, function,
                                              predicate);
    }
}

template <class Policy, class In1, class In2, class Stencil, class Out, class Function,
          class Predicate>
Out transform_if(Policy& policy, In1 first1, In1 last1, In2 first2, Stencil stencil, Out result,
                 Function function, Predicate predicate)
{
    if constexpr (any_walks_ours<In1, In2, Stencil, Out>) {
        if (last1 - first1 == 0) return result;
        finish(policy,
               heddle::transform_if(thrust::cuda_cub::stream(policy), input_of(first1),
                                    input_of(last1), input_of(first2), input_of(stencil),
                                    array_of(result), function, predicate),
               "heddle::transform_if");
        return result + (last1 - first1);
    } else {
        return thrust::cuda_cub::transform_if(policy, first1, last1, first2, stencil, result,
                                              function, predicate);
    }
}

template <class In, class Out>
inline constexpr bool are_arrays_of_one_type = is_array<array_of_t<In>>&&
    is_array<array_of_t<Out>>&& std::is_same_v<value_of<In>, value_of<Out>>;

//! Whether the elements of two arrays share memory, and are not the same.
template <class T>
bool are_entangled(T const* first, T const* last, T const* result)
{
    auto const begin = reinterpret_cast<std::uintptr_t>(first);
    auto const to = reinterpret_cast<std::uintptr_t>(result);
    std::uintptr_t const bytes = reinterpret_cast<std::uintptr_t>(last) - begin;
    return begin != to && (begin < to ? to - begin : begin - to) < bytes;
}

// Blocks copy tiles in no order: a copy to a place within the same array goes by way of temporary storage.
template <class Policy, class In, class Out>
Out copy(Policy& policy, In first, In last, Out result)
{
    if constexpr (any_is_ours<In, Out>) {
        if (last - first == 0) return result;
        cudaStream_t const stream = thrust::cuda_cub::stream(policy);
        if constexpr (are_arrays_of_one_type<In, Out>) {
            if (are_entangled(array_of(first), array_of(last), array_of(result))) {
                using element = value_of<In>;
                auto const count = static_cast<std::size_t>(last - first);
                device_bytes<Policy> memory(policy, count * sizeof(element));
                auto* const aside = static_cast<element*>(memory.data());
                thrust::cuda_cub::throw_on_error(
                    heddle::copy(stream, array_of(first), array_of(last), aside), "heddle::copy");
                finish(policy, heddle::copy(stream, aside, aside + count, array_of(result)),
                       "heddle::copy");
                return result + (last - first);
            }
        }
        finish(policy, heddle::copy(stream, input_of(first), input_of(last), array_of(result)),
               "heddle::copy");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::copy(policy, first, last, result);
    }
}

template <class Policy, class Out, class Function>
void tabulate(Policy& policy, Out first, Out last, Function function)
{
    if constexpr (any_is_ours<Out>) {
        if (last - first == 0) return;
        finish(policy,
               heddle::tabulate(thrust::cuda_cub::stream(policy), array_of(first), array_of(last),
                                function),
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
        finish(
            policy,
            heddle::fill(thrust::cuda_cub::stream(policy), array_of(first), array_of(last), value),
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
        finish(policy,
               heddle::generate(thrust::cuda_cub::stream(policy), array_of(first), array_of(last),
                                generator),
               "heddle::generate");
    } else {
        thrust::cuda_cub::generate(policy, first, last, generator);
    }
}

// Elements are made, not assigned: by their constructors, the explicit ones too.

template <class T>
struct constructed {
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Value>
    HEDDLE_INLINE T operator()(Value const& value) const
    {
        return T(value);
    }
};
template <class T, class Value>
struct constructed_each {
    Value value;
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE T operator()(std::ptrdiff_t) const { return T(value); }
};

template <class Policy, class In, class Out>
Out uninitialized_copy(Policy& policy, In first, In last, Out result)
{
    if constexpr (any_is_ours<Out>) {
        return in_thrust::transform(policy, first, last, result, constructed<value_of<Out>>{});
    } else {
        return thrust::cuda_cub::uninitialized_copy(policy, first, last, result);
    }
}

template <class Policy, class Out, class Value>
void uninitialized_fill(Policy& policy, Out first, Out last, Value const& value)
{
    if constexpr (any_is_ours<Out>) {
        in_thrust::tabulate(policy, first, last, constructed_each<value_of<Out>, Value>{value});
    } else {
        thrust::cuda_cub::uninitialized_fill(policy, first, last, value);
    }
}

// The same for a number of elements.

template <class Policy, class Iterator, class Size, class Function>
Iterator for_each_n(Policy& policy, Iterator first, Size count, Function function)
{
    return in_thrust::for_each(policy, first, first + count, function);
}
template <class Policy, class In, class Size, class Out>
Out copy_n(Policy& policy, In first, Size count, Out result)
{
    return in_thrust::copy(policy, first, first + count, result);
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
template <class Policy, class In, class Size, class Out>
Out uninitialized_copy_n(Policy& policy, In first, Size count, Out result)
{
    return in_thrust::uninitialized_copy(policy, first, first + count, result);
}
template <class Policy, class Out, class Size, class Value>
Out uninitialized_fill_n(Policy& policy, Out first, Size count, Value const& value)
{
    in_thrust::uninitialized_fill(policy, first, first + count, value);
    return first + count;
}

}  // namespace detail::in_thrust

HEDDLE_DEFINE_FOR_THRUST(for_each)
HEDDLE_DEFINE_FOR_THRUST(transform)
HEDDLE_DEFINE_FOR_THRUST(transform_if)
HEDDLE_DEFINE_FOR_THRUST(copy)
HEDDLE_DEFINE_FOR_THRUST(tabulate)
HEDDLE_DEFINE_FOR_THRUST(fill)
HEDDLE_DEFINE_FOR_THRUST(generate)
HEDDLE_DEFINE_FOR_THRUST(for_each_n)
HEDDLE_DEFINE_FOR_THRUST(copy_n)
HEDDLE_DEFINE_FOR_THRUST(fill_n)
HEDDLE_DEFINE_FOR_THRUST(generate_n)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_copy)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_fill)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_copy_n)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_fill_n)

}  // namespace heddle
