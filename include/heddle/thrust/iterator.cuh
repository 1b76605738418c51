// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 7: coalesced_ptr as an iterator of Thrust, and Thrust's iterators as arrays of structs.
#pragma once

#include "../algorithm/sequence.cuh"
#include "../coalesced_ptr.cuh"
#include "policy.cuh"

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/detail/type_traits.h>
#include <thrust/detail/type_traits/pointer_traits.h>
#include <thrust/device_ptr.h>
#include <thrust/iterator/detail/normal_iterator.h>
#include <thrust/iterator/iterator_categories.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

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

namespace detail {

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

// raw_reference_cast(r) is *raw_pointer_cast(&r), and &r a T*.
template <class T, class Policy, class Fields>
struct raw_reference<heddle::coalesced_ref<T, Policy, Fields>> {
    using type = T&;
};
template <class T, class Policy, class Fields>
struct raw_reference<heddle::coalesced_ref<T, Policy, Fields> const> {
    using type = T const&;
};

}  // namespace detail

THRUST_NAMESPACE_END

namespace heddle {

//! coalesced_ptr from an iterator of thrust::device_vector.
template <class Pointer>
auto make_coalesced(thrust::detail::normal_iterator<Pointer> const& iterator)
{
    return make_coalesced(thrust::raw_pointer_cast(iterator.base()));
}

namespace detail {

//! T* from all iterators that walk an array; other iterators as they are.
template <class Iterator>
auto array_of(Iterator const& iterator)
{
    if constexpr (is_coalesced<Iterator>) {
        return iterator.get();
    } else {
        return thrust::try_unwrap_contiguous_iterator(iterator);
    }
}
template <class Iterator>
using array_of_t = decltype(array_of(std::declval<Iterator const&>()));

//! Whether any of them is what heddle's kernels are for.
template <class... Iterator>
inline constexpr bool any_is_staged = (is_staged<array_of_t<Iterator>> || ...);

//! The same, or there is a coalesced_ptr, of which Thrust's own kernels would hand out proxies.
template <class... Iterator>
inline constexpr bool any_is_ours = any_is_staged<Iterator...> || (is_coalesced<Iterator> || ...);

//! Whether an iterator walks an array of elements that are larger than so many bytes.
template <class Iterator, std::size_t Bytes>
constexpr bool is_array_of_larger()
{
    if constexpr (is_array<array_of_t<Iterator>>) {
        return sizeof(value_of<Iterator>) > Bytes;
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

//! Whether a call of Thrust is heddle's: by its policy, or by an argument that is a coalesced_ptr.
template <class Policy, class... Argument>
inline constexpr bool takes_call = std::is_base_of_v<execution_policy<Policy>, Policy> ||
                                   (is_cuda_policy<Policy> && (is_coalesced<Argument> || ...));

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
