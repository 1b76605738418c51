// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Passes calls to Thrust's own algorithms, with a T* in place of each coalesced_ptr, because some of them copy
// references, and none is faster with a coalesced_ptr.
#pragma once

#include <heddle/thrust/iterator.cuh>

#include <thrust/pair.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Argument>
auto without_coalesced_ptr(Argument const& argument)
{
    if constexpr (is_coalesced<Argument>) {
        return argument.get();
    } else {
        return argument;
    }
}

//! Converts the result of an algorithm to the iterator type of its arguments: a U* becomes a coalesced_ptr<U> if an
//! argument was a coalesced_ptr<U> and no argument was a U*.
template <class Result, class... Argument>
struct result_for {
    using type = Result;
    static type from(Result const& result) { return result; }
};
template <class U, class First, class... Rest>
struct result_for<U*, First, Rest...> {
private:
    template <class Argument>
    static constexpr bool is_pointer_to =
        std::is_same_v<decltype(detail::without_coalesced_ptr(std::declval<Argument const&>())), U*>;
    using rest = result_for<U*, Rest...>;

public:
    using type = std::conditional_t<(std::is_same_v<First, U*> || ... || std::is_same_v<Rest, U*>), U*,
                                    std::conditional_t<is_pointer_to<First>, First, typename rest::type>>;
    static type from(U* result) { return type(result); }
};
template <class A, class B, class... Argument>
struct result_for<thrust::pair<A, B>, Argument...> {
private:
    using first = result_for<A, Argument...>;
    using second = result_for<B, Argument...>;

public:
    using type = thrust::pair<typename first::type, typename second::type>;
    static type from(thrust::pair<A, B> const& result)
    {
        return type(first::from(result.first), second::from(result.second));
    }
};

template <class Policy, class... Argument>
inline constexpr bool is_forwarded = is_cuda_policy<Policy> && (is_coalesced<Argument> || ...);

namespace in_thrust {

//! Minimum bytes of structs for kernels that were not measured with smaller ones.
inline constexpr std::size_t min_struct_bytes = 16;

//! True if an iterator is an array of structs of MinBytes to MaxBytes.
template <class Iterator, std::size_t MinBytes = min_struct_bytes, std::size_t MaxBytes = max_staged_bytes>
constexpr bool is_array_of_structs_of()
{
    if constexpr (is_array<array_of_t<Iterator>> && !std::is_arithmetic_v<value_of<Iterator>>) {
        return sizeof(value_of<Iterator>) >= MinBytes && sizeof(value_of<Iterator>) <= MaxBytes;
    } else {
        return false;
    }
}

//! True if two iterators are arrays of the same structs, and the second can be written.
template <class From, class To>
constexpr bool are_same_structs()
{
    if constexpr (is_array_of_structs_of<From>() && is_array_of_structs_of<To>()) {
        using written = std::remove_pointer_t<array_of_t<To>>;
        return std::is_same_v<value_of<From>, written>;
    } else {
        return false;
    }
}

}  // namespace in_thrust

//! True if Call<Argument...> names a type: if heddle has a kernel for a call with these arguments.
template <template <class...> class Call, class Void, class... Argument>
inline constexpr bool takes_arguments = false;
template <template <class...> class Call, class... Argument>
inline constexpr bool takes_arguments<Call, std::void_t<Call<Argument...>>, Argument...> = true;

//! Calls forward(argument...) with a T* in place of each coalesced_ptr.
template <class Forward, class... Argument>
auto forwarded(Forward const& forward, Argument const&... argument)
{
    using result = decltype(forward(detail::without_coalesced_ptr(argument)...));
    if constexpr (std::is_void_v<result>) {
        forward(detail::without_coalesced_ptr(argument)...);
    } else {
        return result_for<result, Argument...>::from(forward(detail::without_coalesced_ptr(argument)...));
    }
}

}  // namespace detail

}  // namespace heddle

// Passes all calls of an algorithm with a coalesced_ptr to Thrust.
#define HEDDLE_FORWARD_TO_THRUST(name)                                                                              \
    template <class Policy, class... Argument, class = std::enable_if_t<detail::is_forwarded<Policy, Argument...>>> \
    auto name(Policy& policy, Argument... argument)                                                                 \
    {                                                                                                               \
        return detail::forwarded([&](auto const&... raw) { return thrust::name(policy, raw...); }, argument...);    \
    }

// Defines an algorithm of heddle::detail::in_thrust for the arguments that it takes. Passes other calls with a
// coalesced_ptr to Thrust.
#define HEDDLE_TAKE_OR_FORWARD(name)                                                                                 \
    namespace detail {                                                                                               \
    template <class... Argument>                                                                                     \
    using call_of_##name = decltype(detail::in_thrust::name(std::declval<Argument&>()...));                          \
    }                                                                                                                \
    namespace types {                                                                                                \
    HEDDLE_DEFINE_FOR_THRUST(name)                                                                                   \
    template <class Policy, class... Argument, class = std::enable_if_t<detail::is_forwarded<Policy, Argument...>>,  \
              class = std::enable_if_t<!detail::takes_arguments<detail::call_of_##name, void, Policy, Argument...>>> \
    auto name(Policy& policy, Argument... argument)                                                                  \
    {                                                                                                                \
        return detail::forwarded([&](auto const&... raw) { return thrust::name(policy, raw...); }, argument...);     \
    }                                                                                                                \
    }

#include <heddle/detail/restore_macros.hpp>
