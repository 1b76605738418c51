// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr as an iterator of Thrust, and Thrust's iterators as arrays of structs.
#pragma once

#include "../algorithm/detail/sequence.cuh"
#include "../coalesced_ptr.cuh"
#include "detail/compatibility.cuh"
#include "detail/pointers.cuh"
#include "policy.cuh"

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

// Its category names its system: some of Thrust's iterators around it ask for that alone. (It converts
// to that of any random-access iterator.)
template <class T, class Policy>
struct std::iterator_traits<heddle::coalesced_ptr<T, Policy>> {
    using pointer = heddle::coalesced_ptr<T, Policy>;
    using iterator_category = thrust::detail::iterator_category_with_system_and_traversal<
        thrust::random_access_device_iterator_tag, heddle::device_system_tag,
        thrust::random_access_traversal_tag>;
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

//! T* from all iterators that walk an array; other iterators as they are.
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
using array_of_t = decltype(array_of(std::declval<Iterator const&>()));

//! Whether an iterator is a coalesced_ptr, or one of Thrust's that dereferences one.
template <class Iterator>
inline constexpr bool walks_coalesced = is_coalesced<Iterator>;
template <class... Iterator>
inline constexpr bool walks_coalesced<thrust::zip_iterator<thrust::tuple<Iterator...>>> =
    (walks_coalesced<Iterator> || ...);
template <class Element, class Index>
inline constexpr bool walks_coalesced<thrust::permutation_iterator<Element, Index>> =
    walks_coalesced<Element> || walks_coalesced<Index>;
template <class Iterator>
inline constexpr bool walks_coalesced<thrust::reverse_iterator<Iterator>> =
    walks_coalesced<Iterator>;
template <class Function, class Iterator, class... Result>
inline constexpr bool walks_coalesced<thrust::transform_iterator<Function, Iterator, Result...>> =
    walks_coalesced<Iterator>;

//! Whether any of them is what heddle's kernels are for.
template <class... Iterator>
inline constexpr bool any_is_staged = (is_staged<array_of_t<Iterator>> || ...);

//! The same for arrays of elements of any size, by a raw pointer as by a coalesced_ptr; and where there is a
//! coalesced_ptr to others, of which Thrust's own kernels would hand out references.
template <class... Iterator>
inline constexpr bool any_is_ours = (is_array<array_of_t<Iterator>> || ...) ||
                                    (is_coalesced<Iterator> || ...);
//! The same where a callable is given elements also of what is within other iterators.
template <class... Iterator>
inline constexpr bool any_walks_ours = any_is_ours<Iterator...> ||
                                       (walks_coalesced<Iterator> || ...);

//! Whether an iterator walks an array of elements that are larger than so many bytes, or that Thrust may not copy.
template <class Iterator, std::size_t Bytes>
constexpr bool is_array_of_larger()
{
    if constexpr (is_array<array_of_t<Iterator>>) {
        return sizeof(value_of<Iterator>) > Bytes || !others_may_copy<value_of<Iterator>>;
    } else {
        return false;
    }
}

//! Ends an algorithm: waits if the policy says so, and throws if something failed.
template <class Derived>
void finish(thrust::cuda_cub::execution_policy<Derived>& policy, cudaError_t status,
            char const* algorithm)
{
    thrust::cuda_cub::throw_on_error(status, algorithm);
    thrust::cuda_cub::throw_on_error(thrust::cuda_cub::synchronize_optional(policy), algorithm);
}

//! Whether a policy is one of Thrust's CUDA backend. (A copy between systems has one that is a pair of them.)
template <class Policy>
inline constexpr bool is_cuda_policy =
    std::is_base_of_v<thrust::cuda_cub::execution_policy<Policy>, Policy>;
template <class From, class To>
inline constexpr bool is_cuda_policy<thrust::cuda_cub::cross_system<From, To>> = false;

//! Whether a call of Thrust is heddle's: by its policy, or by an argument that dereferences a coalesced_ptr.
// Without a policy such an argument brings heddle's: so a call with one of Thrust's does the same.
template <class Policy, class... Argument>
inline constexpr bool takes_call = std::is_base_of_v<execution_policy<Policy>, Policy> ||
                                   (is_cuda_policy<Policy> && (walks_coalesced<Argument> || ...));

}  // namespace detail

}  // namespace heddle

// An algorithm of heddle::detail::in_thrust where Thrust looks for it, by argument-dependent lookup. Thrust's
// own functions take a base class of the policy, so that this one is the better match.
#define HEDDLE_DEFINE_FOR_THRUST(name)                                           \
    template <class Policy, class... Argument,                                   \
              class = std::enable_if_t<detail::takes_call<Policy, Argument...>>> \
    auto name(Policy& policy, Argument... argument)                              \
        ->decltype(detail::in_thrust::name(policy, argument...))                 \
    {                                                                            \
        return detail::in_thrust::name(policy, argument...);                     \
    }
