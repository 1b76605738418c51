// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion between an array of structs and one array for each member.
//
//     heddle::aos_to_soa<&particle::x, &particle::mass>(stream, first, last, xs, masses);
//     heddle::soa_to_aos<heddle::members<float, float, int>>(stream, first, last, xs, ys, ids);
//
// For all functions below:
//   Members:   pointers to data members that do not overlap, in any order; or members<Types...>, which lists the types of
//              all members
//   Iterators: [first, last) are the structs, in both directions; arrays[i] has last - first elements of the type of
//              member i. Raw pointers and coalesced_ptr are accessed as arrays; any other random-access iterator is
//              dereferenced on the device
//   Requires:  arrays lie in global memory, are aligned to their elements, and do not overlap
//   Stream:    the launch is asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/layout_sides.cuh>
#include <heddle/algorithm/detail/layout_tile.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/members.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Member, class Iterator>
constexpr bool holds_member()
{
    using element = typename std::iterator_traits<unwrapped_t<Iterator>>::value_type;
    return std::is_void_v<element> || std::is_same_v<std::remove_cv_t<element>, Member>;
}

template <class... Member>
constexpr void require_once(member_list<Member...>)
{
    static_assert(!has_repeated<member_list<Member...>>, "heddle: a member is named twice; name each member once");
}

template <class Iterator>
constexpr void require_writable()
{
    using sequence = unwrapped_t<Iterator>;
    static_assert(!is_array<sequence> || !std::is_const_v<std::remove_pointer_t<sequence>>,
                  "heddle: soa_to_aos and aosoa_to_aos write the structs; pass an array that is not const");
}

//! Checks that there is one array for each member, and that its elements have the member's type.
template <class... Member, class... Array>
constexpr void require_arrays_of(member_list<Member...> list, Array const&...)
{
    static_assert(sizeof...(Member) == sizeof...(Array),
                  "heddle: the numbers of members and arrays differ; pass one array for each member, in "
                  "the order of the members");
    if constexpr (sizeof...(Member) == sizeof...(Array)) {
        static_assert((detail::holds_member<typename Member::type, Array>() && ...),
                      "heddle: an array has elements of another type than its member; pass the arrays in "
                      "the order of the members");
    }
    detail::require_once(list);
}

//! Returns the member_list of a members<Types...>, and checks that these are all members of the struct.
template <class Members, class Iterator>
constexpr auto members_of_struct()
{
    static_assert(listed<Members>::template fits<value_of<unwrapped_t<Iterator>>>,
                  "heddle: members<...> must list all members of the struct, but has another size; name "
                  "some members by pointers, as in aos_to_soa<&T::x, &T::y>");
    return listed_t<Members>();
}

#if defined(__CUDACC__)

template <conversion Direction, unsigned Capacity, class Struct, class List, class Structs, class... Array>
__global__ void __launch_bounds__(algorithm_threads) convert_kernel(std::size_t count, Structs structs, Array... arrays)
{
    auto const numbers = std::index_sequence_for<Array...>();
    auto const block = this_block<algorithm_threads>();
    auto const stages = shared_stages<Capacity>();
    if constexpr (Direction == conversion::split) {
        detail::split_share<Capacity, Struct, List>(numbers, block, stages, blockIdx.x, count, structs, arrays...);
    } else {
        detail::join_share<Capacity, Struct, List>(numbers, block, stages, blockIdx.x, count, structs, arrays...);
    }
}

template <conversion Direction, member_way Preferred = member_way::by_threads,
          struct_way StructWay = struct_way::by_plan, class List, class Iterator, class... Array>
cudaError_t convert_arrays(cudaStream_t stream, List list, Iterator first, Iterator last, Array const&... arrays)
{
    detail::require_arrays_of(list, arrays...);
    if constexpr (Direction == conversion::join) require_writable<Iterator>();
    using element = value_of<unwrapped_t<Iterator>>;
    constexpr unsigned capacity = layout_capacity(sizeof(element));
    constexpr member_way members = possible_way<Preferred, Iterator, Array...>();
    constexpr bool is_in_place = Direction == conversion::split && is_sparse<element, List>;
    constexpr struct_way structs = StructWay != struct_way::by_plan ? StructWay
                                   : is_in_place                    ? struct_way::in_place
                                                                    : struct_way::staged;
    auto const kernel = convert_kernel<Direction, capacity, element, List, struct_side_t<Iterator, structs>,
                                       member_side_t<members, Array>...>;
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads, kernel, count,
                          detail::struct_side<structs>(first), detail::member_side<members>(arrays)...);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! Sets arrays[i][k] = first[k].*Member_i for every struct of [first, last).
template <auto Member, auto... Members, class Iterator, class... Array>
cudaError_t aos_to_soa(cudaStream_t stream, Iterator first, Iterator last, Array... arrays)
{
    return detail::convert_arrays<detail::conversion::split>(stream, detail::named_members<Member, Members...>(), first,
                                                             last, arrays...);
}

//! Writes the values of all members to the arrays. `Members` lists their types: members<float, float, int>.
template <class Members, class Iterator, class... Array, class = typename detail::listed<Members>::type>
cudaError_t aos_to_soa(cudaStream_t stream, Iterator first, Iterator last, Array... arrays)
{
    return detail::convert_arrays<detail::conversion::split>(stream, detail::members_of_struct<Members, Iterator>(),
                                                             first, last, arrays...);
}

//! Sets first[k].*Member_i = arrays[i][k] for every struct of [first, last), and reads and writes no other byte of the
//! structs, padding included. If all members and the padding may be written, members<Types...> is faster, because it
//! stores whole structs.
//! Races:    during the call, other threads may write the other bytes, but not the named members
template <auto Member, auto... Members, class Iterator, class... Array>
cudaError_t soa_to_aos(cudaStream_t stream, Iterator first, Iterator last, Array... arrays)
{
    return detail::convert_arrays<detail::conversion::join>(stream, detail::named_members<Member, Members...>(), first,
                                                            last, arrays...);
}

//! Overwrites whole structs, so padding becomes 0. `Members` lists the types of all members: members<float, float,
//! int>.
template <class Members, class Iterator, class... Array, class = typename detail::listed<Members>::type>
cudaError_t soa_to_aos(cudaStream_t stream, Iterator first, Iterator last, Array... arrays)
{
    return detail::convert_arrays<detail::conversion::join>(stream, detail::members_of_struct<Members, Iterator>(),
                                                            first, last, arrays...);
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
