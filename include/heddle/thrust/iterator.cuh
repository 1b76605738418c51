// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes coalesced_ptr a Thrust iterator, and determines which Thrust iterators are arrays of structs.
#pragma once

#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/pointers.cuh>
#include <heddle/thrust/policy.cuh>

#include <thrust/iterator/iterator_categories.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/memory.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tuple.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <iterator>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

// The category includes the system, because some of Thrust's iterator adaptors read the system from the category. The
// category converts to std::random_access_iterator_tag.
template <class T, class Policy>
struct std::iterator_traits<heddle::coalesced_ptr<T, Policy>> {
    using pointer = heddle::coalesced_ptr<T, Policy>;
    using iterator_category = thrust::detail::iterator_category_with_system_and_traversal<
        thrust::random_access_device_iterator_tag, heddle::device_system_tag, thrust::random_access_traversal_tag>;
    using value_type = typename pointer::value_type;
    using difference_type = typename pointer::difference_type;
    using reference = typename pointer::reference;
};

THRUST_NAMESPACE_BEGIN

template <class T, class Policy>
struct iterator_system<heddle::coalesced_ptr<T, Policy>> {
    using type = heddle::device_system_tag;
};

THRUST_NAMESPACE_END

namespace heddle {

namespace detail {

//! Returns a T* for iterators of arrays, and other iterators unchanged.
template <class Iterator>
auto array_of(Iterator const& iterator)
{
    if constexpr (is_coalesced<Iterator>) {
        return iterator.get();
    } else if constexpr (std::is_pointer_v<Iterator>) {
        return iterator;
    } else if constexpr (thrust::is_contiguous_iterator<Iterator>::value) {
        return thrust::raw_pointer_cast(&*iterator);
    } else {
        return iterator;
    }
}
template <class Iterator>
using array_of_t = decltype(detail::array_of(std::declval<Iterator const&>()));

//! True if an iterator is a coalesced_ptr, or a Thrust adaptor that dereferences one.
template <class Iterator>
inline constexpr bool walks_coalesced = is_coalesced<Iterator>;
template <class... Iterator>
inline constexpr bool walks_coalesced<thrust::zip_iterator<thrust::tuple<Iterator...>>> = (walks_coalesced<Iterator> ||
                                                                                           ...);
template <class Element, class Index>
inline constexpr bool walks_coalesced<thrust::permutation_iterator<Element, Index>> =
    walks_coalesced<Element> || walks_coalesced<Index>;
template <class Iterator>
inline constexpr bool walks_coalesced<thrust::reverse_iterator<Iterator>> = walks_coalesced<Iterator>;
template <class Function, class Iterator, class... Result>
inline constexpr bool walks_coalesced<thrust::transform_iterator<Function, Iterator, Result...>> =
    walks_coalesced<Iterator>;

//! True if at least one of the iterators is an array that heddle's kernels stage.
template <class... Iterator>
inline constexpr bool any_is_staged = (is_staged<array_of_t<Iterator>> || ...);

//! True if at least one of the iterators is a coalesced_ptr, or an array of elements of any size. (Thrust's own kernels
//! would pass the references of a coalesced_ptr to callables.)
template <class... Iterator>
inline constexpr bool any_is_ours = (is_array<array_of_t<Iterator>> || ...) || (is_coalesced<Iterator> || ...);
//! True if any_is_ours, or if at least one of the iterators is a Thrust adaptor that dereferences a coalesced_ptr.
template <class... Iterator>
inline constexpr bool any_walks_ours = any_is_ours<Iterator...> || (walks_coalesced<Iterator> || ...);

//! True if an iterator is an array whose elements are larger than Bytes, or are of a type that Thrust may not copy.
template <class Iterator, std::size_t Bytes>
constexpr bool is_array_of_larger()
{
    if constexpr (is_array<array_of_t<Iterator>>) {
        return sizeof(value_of<Iterator>) > Bytes || !others_may_copy<value_of<Iterator>>;
    } else {
        return false;
    }
}

//! Ends an algorithm: waits if the policy says so, and throws thrust::system_error if something failed.
template <class Derived>
void finish(thrust::cuda_cub::execution_policy<Derived>& policy, cudaError_t status, char const* algorithm)
{
    thrust::cuda_cub::throw_on_error(status, algorithm);
    thrust::cuda_cub::throw_on_error(thrust::cuda_cub::synchronize_optional(policy), algorithm);
}

//! True if a policy belongs to Thrust's CUDA backend; false for the pair of policies of a copy between systems.
template <class Policy>
inline constexpr bool is_cuda_policy = std::is_base_of_v<thrust::cuda_cub::execution_policy<Policy>, Policy>;
template <class From, class To>
inline constexpr bool is_cuda_policy<thrust::cuda_cub::cross_system<From, To>> = false;

//! True if heddle handles a call of Thrust: because of the call's policy, or because an argument dereferences a
//! coalesced_ptr. (A call without a policy then gets heddle's policy.)
template <class Policy, class... Argument>
inline constexpr bool takes_call = std::is_base_of_v<execution_policy<Policy>, Policy> ||
                                   (is_cuda_policy<Policy> && (walks_coalesced<Argument> || ...));

}  // namespace detail

}  // namespace heddle

// Defines an algorithm of heddle::detail::in_thrust where Thrust finds it by argument-dependent lookup. The definition
// matches better than Thrust's own function, which takes a base class of the policy.
#define HEDDLE_DEFINE_FOR_THRUST(name)                                                                            \
    template <class Policy, class... Argument, class = std::enable_if_t<detail::takes_call<Policy, Argument...>>> \
    auto name(Policy& policy, Argument... argument)->decltype(detail::in_thrust::name(policy, argument...))       \
    {                                                                                                             \
        return detail::in_thrust::name(policy, argument...);                                                      \
    }

#include <heddle/detail/restore_macros.hpp>
