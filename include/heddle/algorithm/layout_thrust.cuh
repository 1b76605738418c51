// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion between an array of structs and the arrays in a thrust::zip_iterator. Everything else is as in layout.cuh.
//
//     heddle::aos_to_soa(stream, first, last, thrust::make_zip_iterator(xs, ys.begin(), ids));
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/members.cuh>

#include <thrust/iterator/zip_iterator.h>
#include <thrust/memory.h>
#include <thrust/tuple.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns a T* for iterators that Thrust knows to be contiguous, and other iterators unchanged.
template <class Iterator>
auto array_behind(Iterator const& iterator)
{
    if constexpr (thrust::is_contiguous_iterator<Iterator>::value) {
        return thrust::raw_pointer_cast(&*iterator);
    } else {
        return iterator;
    }
}

//! The members<Types...> whose types are the value types of the zipped arrays.
template <class Tuple, std::size_t... Number>
auto zipped_members(std::index_sequence<Number...>)
    -> members<value_of<typename thrust::tuple_element<Number, Tuple>::type>...>;
template <class Tuple>
using zipped = decltype(detail::zipped_members<Tuple>(std::make_index_sequence<thrust::tuple_size<Tuple>::value>()));

//! Calls take(array...) with the zipped arrays.
template <class Tuple, class Take, std::size_t... Number>
cudaError_t unzip(Tuple const& arrays, Take const& take, std::index_sequence<Number...>)
{
    return take(detail::array_behind(thrust::get<Number>(arrays))...);
}
template <class Tuple, class Take>
cudaError_t unzip(thrust::zip_iterator<Tuple> const& arrays, Take const& take)
{
    return detail::unzip(arrays.get_iterator_tuple(), take,
                         std::make_index_sequence<thrust::tuple_size<Tuple>::value>());
}

template <conversion Direction, class List, class Iterator, class Tuple>
cudaError_t convert_zipped(cudaStream_t stream, List list, Iterator first, Iterator last,
                           thrust::zip_iterator<Tuple> const& arrays)
{
    return detail::unzip(arrays, [&](auto const&... array) {
        return detail::convert_arrays<Direction>(stream, list, detail::array_behind(first), detail::array_behind(last),
                                                 array...);
    });
}

}  // namespace detail

//! Copies the named members of the structs to the zipped arrays.
template <auto Member, auto... Members, class Iterator, class Tuple>
cudaError_t aos_to_soa(cudaStream_t stream, Iterator first, Iterator last, thrust::zip_iterator<Tuple> arrays)
{
    return detail::convert_zipped<detail::conversion::split>(stream, detail::named_members<Member, Members...>(), first,
                                                             last, arrays);
}

//! Copies all members of the structs to the zipped arrays, whose value types are the members' types, in the same order.
template <class Iterator, class Tuple>
cudaError_t aos_to_soa(cudaStream_t stream, Iterator first, Iterator last, thrust::zip_iterator<Tuple> arrays)
{
    using all = detail::zipped<Tuple>;
    return detail::convert_zipped<detail::conversion::split>(stream, detail::members_of_struct<all, Iterator>(), first,
                                                             last, arrays);
}

//! Copies the zipped arrays to the named members of the structs.
template <auto Member, auto... Members, class Iterator, class Tuple>
cudaError_t soa_to_aos(cudaStream_t stream, Iterator first, Iterator last, thrust::zip_iterator<Tuple> arrays)
{
    return detail::convert_zipped<detail::conversion::join>(stream, detail::named_members<Member, Members...>(), first,
                                                            last, arrays);
}

//! Copies the zipped arrays to all members of the structs. The arrays' value types are the members' types, in order.
template <class Iterator, class Tuple>
cudaError_t soa_to_aos(cudaStream_t stream, Iterator first, Iterator last, thrust::zip_iterator<Tuple> arrays)
{
    using all = detail::zipped<Tuple>;
    return detail::convert_zipped<detail::conversion::join>(stream, detail::members_of_struct<all, Iterator>(), first,
                                                            last, arrays);
}

}  // namespace heddle

#    include <heddle/detail/restore_macros.hpp>

#endif
