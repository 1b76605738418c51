// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts the proxy references of iterators, alone or in tuples, to the elements that callables receive. For raw
// pointers, Thrust's raw_reference_cast does this.
#pragma once

#include <heddle/detail/call.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

//! A tuple of references that converts to other tuples with its own conversion operator. With Thrust's class, the
//! constructors of cuda::std::tuple would convert each element themselves, and a T const& would dangle.
template <class... Reference>
struct reference_tuple : converting_references<Reference...> {
    using base = thrust::detail::tuple_of_iterator_references<Reference...>;
    HEDDLE_INLINE explicit reference_tuple(base const& references) : converting_references<Reference...>(references) {}
};

}  // namespace heddle::types

namespace heddle::detail {

using types::reference_tuple;

//! Calls a function with a reference_tuple, or a zip_function with Thrust's tuple of references.
template <class Function>
struct given_references {
    Function function;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class... Reference>
    HEDDLE_INLINE void operator()(thrust::detail::tuple_of_iterator_references<Reference...> const& references)
    {
        reference_tuple<Reference...> given(references);
        detail::call(function, given);
    }
};
template <class Function>
struct given_references<thrust::zip_function<Function>> {
    thrust::zip_function<Function> function;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tuple>
    HEDDLE_INLINE void operator()(Tuple const& references)
    {
        function(references);
    }
};

template <class Iterator>
inline constexpr bool is_zip_of_coalesced = false;
template <class Tuple>
inline constexpr bool is_zip_of_coalesced<thrust::zip_iterator<Tuple>> = walks_coalesced<thrust::zip_iterator<Tuple>>;

//! The element that a reference denotes: a value for references of heddle, a T& for references of Thrust.
template <class Reference, class = void>
struct element_of_reference {
    using type = Reference;
    HEDDLE_INLINE static type of(Reference&& reference) { return std::forward<Reference>(reference); }
};
//! void is the result type that the host sees for a __device__ function with a deduced result.
template <>
struct element_of_reference<void> {
    using type = void;
};
template <class Reference>
inline constexpr bool is_ours =
    std::is_base_of_v<element_reference, std::remove_cv_t<std::remove_reference_t<Reference>>>;
template <class Reference>
struct element_of_reference<Reference, std::enable_if_t<is_ours<Reference>>> {
    using type = typename std::remove_reference_t<Reference>::value_type;
    HEDDLE_INLINE static type of(std::remove_reference_t<Reference> const& reference) { return reference.load(); }
};
template <class Reference>
struct element_of_reference<Reference, std::enable_if_t<thrust::detail::is_wrapped_reference<Reference>::value>> {
    using type = typename thrust::detail::raw_reference<Reference>::type;
    HEDDLE_INLINE static type of(Reference reference) { return thrust::raw_reference_cast(reference); }
};

template <class Reference>
using element_of_reference_t = typename element_of_reference<Reference>::type;
template <class... Reference>
inline constexpr bool are_elements = (std::is_same_v<element_of_reference_t<Reference>, Reference> && ...);

//! The elements of a tuple of references: the tuple itself if it contains no proxy.
template <class Tuple, bool AreElements, class... Reference>
struct elements_of_tuple {
    using type = Tuple;
    HEDDLE_INLINE static type of(Tuple const& references) { return references; }
};
template <class Tuple, class... Reference>
struct elements_of_tuple<Tuple, false, Reference...> {
    using type = thrust::tuple<element_of_reference_t<Reference>...>;
    HEDDLE_INLINE static type of(Tuple const& references)
    {
        return of(references, std::index_sequence_for<Reference...>());
    }

private:
    template <std::size_t... Number>
    HEDDLE_INLINE static type of(Tuple const& references, std::index_sequence<Number...>)
    {
        return type(element_of_reference<Reference>::of(static_cast<Reference>(thrust::get<Number>(references)))...);
    }
};
template <class... Reference>
struct element_of_reference<thrust::detail::tuple_of_iterator_references<Reference...>>
    : elements_of_tuple<thrust::detail::tuple_of_iterator_references<Reference...>, are_elements<Reference...>,
                        Reference...> {
};
template <class... Reference>
struct element_of_reference<thrust::tuple<Reference...>>
    : elements_of_tuple<thrust::tuple<Reference...>, are_elements<Reference...>, Reference...> {
};

//! An iterator that dereferences to the element instead of a proxy.
template <class Iterator>
class element_iterator {
    using base_reference = decltype(*std::declval<Iterator const&>());

public:
    using value_type = value_of<Iterator>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = element_of_reference_t<base_reference>;
    using iterator_category = std::random_access_iterator_tag;

    explicit element_iterator(Iterator const& base) : base_(base) {}

    HEDDLE_INLINE reference operator*() const { return element_of_reference<base_reference>::of(*base_); }
    HEDDLE_INLINE element_iterator operator+(difference_type n) const
    {
        element_iterator moved = *this;
        moved.base_ += n;
        return moved;
    }
    friend difference_type operator-(element_iterator const& a, element_iterator const& b) { return a.base_ - b.base_; }

private:
    Iterator base_;
};

//! Returns a T* for iterators of arrays, an element_iterator for iterators with proxy references, and other
//! iterators unchanged.
template <class Iterator>
auto input_of(Iterator const& iterator)
{
    auto const array = detail::array_of(iterator);
    using array_type = std::remove_const_t<decltype(array)>;
    using reference = decltype(*std::declval<array_type const&>());
    if constexpr (are_elements<reference>) {
        return array;
    } else {
        return element_iterator<array_type>(array);
    }
}

}  // namespace heddle::detail

// For structured bindings: `auto [a, b] = tuple`.
template <class... Reference>
struct std::tuple_size<heddle::types::reference_tuple<Reference...>>
    : std::tuple_size<typename heddle::types::reference_tuple<Reference...>::base> {
};
template <std::size_t Number, class... Reference>
struct std::tuple_element<Number, heddle::types::reference_tuple<Reference...>>
    : std::tuple_element<Number, typename heddle::types::reference_tuple<Reference...>::base> {
};

#include <heddle/detail/restore_macros.hpp>
