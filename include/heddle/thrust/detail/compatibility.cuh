// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that depends on the version of Thrust, and every internal header of Thrust that heddle needs. All other
// headers include only public headers of Thrust.
//
// Versions of Thrust by CUDA Toolkit: 2.3 in 12.4, 2.4 in 12.5, 2.5 in 12.6, 2.7 in 12.8, 2.8 in 12.9, and 3.0 to 3.5
// in 13.0 to 13.5.
#pragma once

#include <heddle/coalesced_ptr.cuh>

#include <thrust/version.h>

#if THRUST_VERSION < 200300
// Version 2.2 compiles, but a T const& in a tuple would dangle.
#    error "heddle: heddle/thrust.cuh needs Thrust 2.3 (CUDA 12.4) or newer"
#elif !__has_include(<thrust/detail/allocator_aware_execution_policy.h>) ||                    \
    !__has_include(<thrust/iterator/detail/iterator_category_with_system_and_traversal.h>) || \
    !__has_include(<thrust/iterator/detail/normal_iterator.h>) ||                             \
    !__has_include(<thrust/iterator/detail/tuple_of_iterator_references.h>) ||                \
    !__has_include(<thrust/system/cuda/detail/cross_system.h>) ||                             \
    !__has_include(<thrust/system/cuda/detail/util.h>) ||                                     \
    !__has_include(<thrust/system/detail/bad_alloc.h>)
#    error \
        "heddle: heddle/thrust.cuh supports Thrust 2.3 to 3.5 (CUDA 12.4 to 13.5), and this version is newer; update heddle"
#endif

// Public headers, for raw_pointer_cast, raw_reference_cast, get_temporary_buffer and
// thrust::cuda_cub::execution_policy. These headers also define the internal raw_reference, is_wrapped_reference,
// pointer_traits and is_proxy_reference.
#include <thrust/functional.h>
#include <thrust/memory.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tuple.h>

#include <cuda/std/functional>

// For par(allocator).
#include <thrust/detail/allocator_aware_execution_policy.h>
// For the category of coalesced_ptr.
#include <thrust/iterator/detail/iterator_category_with_system_and_traversal.h>
// For device_vector's iterators.
#include <thrust/iterator/detail/normal_iterator.h>
// For the reference type of a zip_iterator.
#include <thrust/iterator/detail/tuple_of_iterator_references.h>
// For the policy of a copy between host and device.
#include <thrust/system/cuda/detail/cross_system.h>
// For default_stream, stream, synchronize_optional and throw_on_error.
#include <thrust/system/cuda/detail/util.h>
// For an exception with a message.
#include <thrust/system/detail/bad_alloc.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

THRUST_NAMESPACE_BEGIN

namespace detail {

#if THRUST_VERSION < 300400
// For Thrust up to 3.3. From 3.4 on, cuda::std::to_address uses the result of operator->.
template <class T, class Policy>
struct pointer_traits<heddle::coalesced_ptr<T, Policy>> {
    using pointer = heddle::coalesced_ptr<T, Policy>;
    using reference = typename pointer::reference;
    using element_type = T;
    using value_type = typename pointer::value_type;
    using difference_type = typename pointer::difference_type;
    using raw_pointer = T*;
    HEDDLE_INLINE static raw_pointer get(pointer const& p) { return p.get(); }
};
#endif

// For all versions: raw_reference_cast(r) is *raw_pointer_cast(&r), and &r is a T*.
template <class T, class Policy, class Fields>
struct raw_reference<heddle::coalesced_ref<T, Policy, Fields>> {
    using type = T&;
};
template <class T, class Policy, class Fields>
struct raw_reference<heddle::coalesced_ref<T, Policy, Fields> const> {
    using type = T const&;
};

#if THRUST_VERSION < 200400
// Thrust 2.3 lacks this class, which converting_references below needs.
template <class To, class From>
struct maybe_unwrap_nested {
    HEDDLE_INLINE To operator()(From const& from) const { return from; }
};
#endif
// For all versions: converts a reference in a tuple to a T const& in another tuple. The T const& refers to the element.
// (A plain `T const& r = p[i]` would refer to a copy that is destroyed before the other tuple is read.)
template <class T, class Policy, class Fields>
struct maybe_unwrap_nested<T const&, heddle::coalesced_ref<T, Policy, Fields>&> {
    HEDDLE_INLINE T const& operator()(heddle::coalesced_ref<T, Policy, Fields> const& element) const
    {
        return *&element;
    }
};
template <class T, class Policy, class Fields>
struct maybe_unwrap_nested<T const&, heddle::coalesced_ref<T, Policy, Fields> const&>
    : maybe_unwrap_nested<T const&, heddle::coalesced_ref<T, Policy, Fields>&> {
};

}  // namespace detail

THRUST_NAMESPACE_END

namespace heddle::types {

// For 3.0 and newer: if a tuple has a reference of a device_ptr, Thrust unwraps all its references by an unqualified
// call, which finds these functions. A reference to an element stays what it is in other tuples.
//! Used by heddle: Thrust calls it for each reference in a tuple.
template <class T, class Policy, class Fields>
HEDDLE_INLINE coalesced_ref<T, Policy, Fields>& raw_reference_cast(coalesced_ref<T, Policy, Fields>& element)
{
    return element;
}
//! Used by heddle: Thrust calls it for each reference in a tuple.
template <class T, class Policy, class Fields>
HEDDLE_INLINE coalesced_ref<T, Policy, Fields> const& raw_reference_cast(
    coalesced_ref<T, Policy, Fields> const& element)
{
    return element;
}

//! A tuple of references that converts to other tuples with maybe_unwrap_nested.
#if THRUST_VERSION >= 200400
// From 2.4 on, Thrust's own class is such a tuple.
template <class... Reference>
using converting_references = thrust::detail::tuple_of_iterator_references<Reference...>;
#else
// In 2.3, a derived class adds the conversion.
template <class... Reference>
struct converting_references : thrust::detail::tuple_of_iterator_references<Reference...> {
    using base = thrust::detail::tuple_of_iterator_references<Reference...>;
    HEDDLE_INLINE converting_references(base const& references) : base(references) {}

    template <class... To, class = std::enable_if_t<sizeof...(To) == sizeof...(Reference)>>
    HEDDLE_INLINE operator thrust::tuple<To...>() const
    {
        return converted<To...>(std::index_sequence_for<To...>());
    }

private:
    template <class To, class From>
    struct conversion : thrust::detail::maybe_unwrap_nested<To, From> {
    };
    template <class... To, class... From>
    struct conversion<thrust::tuple<To...>, thrust::detail::tuple_of_iterator_references<From...>> {
        HEDDLE_INLINE thrust::tuple<To...> operator()(
            thrust::detail::tuple_of_iterator_references<From...> const& from) const
        {
            return converting_references<From...>(from);
        }
    };
    template <class... To, std::size_t... Number>
    HEDDLE_INLINE thrust::tuple<To...> converted(std::index_sequence<Number...>) const
    {
        return {conversion<To, Reference>{}(thrust::get<Number>(*this))...};
    }
};
#endif

}  // namespace heddle::types

namespace heddle::detail {

//! True if a zip_function gives access to its function: from Thrust 2.5 on.
template <class Function>
inline constexpr bool has_underlying_function = THRUST_VERSION >= 200500;

static_assert(std::is_same_v<decltype(thrust::raw_pointer_cast(std::declval<coalesced_ptr<int>>())), int*>,
              "heddle: raw_pointer_cast of this version of Thrust does not take a coalesced_ptr; update "
              "heddle");

// The default operations of Thrust's algorithms.
#if THRUST_VERSION < 300000
// Up to 2.8, Thrust's sorts recognize only Thrust's own classes.
template <class T = void>
using plus_of = thrust::plus<T>;
template <class T>
using minus_of = thrust::minus<T>;
template <class T>
using multiplies_of = thrust::multiplies<T>;
template <class T>
using less_of = thrust::less<T>;
template <class T>
using equal_to_of = thrust::equal_to<T>;
#else
// From 3.0 on, Thrust's classes are aliases of these cuda::std classes; from 3.5 on, Thrust's names are deprecated.
template <class T = void>
using plus_of = cuda::std::plus<T>;
template <class T>
using minus_of = cuda::std::minus<T>;
template <class T>
using multiplies_of = cuda::std::multiplies<T>;
template <class T>
using less_of = cuda::std::less<T>;
template <class T>
using equal_to_of = cuda::std::equal_to<T>;
#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
