// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion between an array of structs and an array of blocks (AoSoA). In a block, each member's values are
// consecutive.
//
//     using layout = heddle::aosoa<32, float, float, int>;
//     cudaMalloc(&blocks, layout::bytes(count));
//     heddle::aos_to_aosoa<32, &point::x, &point::y, &point::id>(stream, first, last, blocks);
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/aosoa_places.cuh>
#include <heddle/algorithm/detail/aosoa_tile.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/layout_sides.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/members.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

#if defined(__CUDACC__)

template <class Layout, class Struct, unsigned Capacity, class List, class Structs, class Byte>
__global__ void __launch_bounds__(algorithm_threads)
    convert_blocks_kernel(std::size_t count, Structs structs, Byte* blocks)
{
    auto const numbers = std::make_index_sequence<List::size>();
    auto const block = this_block<algorithm_threads>();
    auto const stages = shared_aosoa_stages<aosoa_stage_types<Layout, Structs, Struct, Capacity>>();
    if constexpr (std::is_const_v<Byte>) {
        detail::join_blocks_share<Layout, Struct, Capacity, List>(numbers, block, stages, blockIdx.x, count, structs,
                                                                  blocks);
    } else {
        detail::split_blocks_share<Layout, Struct, Capacity, List>(numbers, block, stages, blockIdx.x, count, structs,
                                                                   blocks);
    }
}

//! Converts structs to blocks, or blocks to structs if Byte is const.
template <std::size_t Length, class... Member, class Iterator, class Byte>
cudaError_t convert_blocks(cudaStream_t stream, member_list<Member...> list, Iterator first, Iterator last,
                           Byte* blocks)
{
    detail::require_once(list);
    if constexpr (std::is_const_v<Byte>) require_writable<Iterator>();
    using layout = aosoa<Length, typename Member::type...>;
    using element = value_of<unwrapped_t<Iterator>>;
    constexpr unsigned capacity = aosoa_capacity<layout, element>();
    auto const kernel =
        convert_blocks_kernel<layout, element, capacity, member_list<Member...>, struct_side_t<Iterator>, Byte>;
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(stream, divide_up(count, capacity), algorithm_threads, kernel, count,
                          detail::struct_side(first), blocks);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

// For all functions below, members, iterators and streams are as in layout.cuh. With layout = aosoa<Length, Types...>,
// `blocks` points to layout::bytes(last - first) bytes of global memory, aligned to layout::alignment. Bytes of
// `blocks` that hold no value are unspecified after aos_to_aosoa.

//! Sets member i of struct k of the blocks to first[k].*Member_i, for every struct of [first, last).
template <std::size_t Length, auto Member, auto... Members, class Iterator>
cudaError_t aos_to_aosoa(cudaStream_t stream, Iterator first, Iterator last, void* blocks)
{
    return detail::convert_blocks<Length>(stream, detail::named_members<Member, Members...>(), first, last,
                                          static_cast<std::byte*>(blocks));
}

//! Writes the values of all members to the blocks. `Members` lists their types: members<float, float, int>.
template <std::size_t Length, class Members, class Iterator, class = typename detail::listed<Members>::type>
cudaError_t aos_to_aosoa(cudaStream_t stream, Iterator first, Iterator last, void* blocks)
{
    return detail::convert_blocks<Length>(stream, detail::members_of_struct<Members, Iterator>(), first, last,
                                          static_cast<std::byte*>(blocks));
}

//! Sets first[k].*Member_i to member i of struct k of the blocks, for every struct of [first, last). The other bytes of
//! the structs keep their values, as in soa_to_aos.
template <std::size_t Length, auto Member, auto... Members, class Iterator>
cudaError_t aosoa_to_aos(cudaStream_t stream, Iterator first, Iterator last, void const* blocks)
{
    return detail::convert_blocks<Length>(stream, detail::named_members<Member, Members...>(), first, last,
                                          static_cast<std::byte const*>(blocks));
}

//! Overwrites all members of the structs. `Members` lists their types: members<float, float, int>.
template <std::size_t Length, class Members, class Iterator, class = typename detail::listed<Members>::type>
cudaError_t aosoa_to_aos(cudaStream_t stream, Iterator first, Iterator last, void const* blocks)
{
    return detail::convert_blocks<Length>(stream, detail::members_of_struct<Members, Iterator>(), first, last,
                                          static_cast<std::byte const*>(blocks));
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
