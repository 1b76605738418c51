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
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

#if defined(__CUDACC__)

template <class Layout, class Struct, unsigned Capacity, class List, class In>
__global__ void __launch_bounds__(algorithm_threads) split_blocks_kernel(std::size_t count, In in, std::byte* blocks)
{
    using types = aosoa_stage_types<Layout, In, Struct, Capacity>;
    detail::split_blocks_share<Layout, Struct, Capacity, List>(
        std::make_index_sequence<List::size>(), this_block<algorithm_threads>(), shared_aosoa_stages<types>(),
        blockIdx.x, count, in, blocks);
}

template <class Layout, class Struct, unsigned Capacity, class List, class Out>
__global__ void __launch_bounds__(algorithm_threads)
    join_blocks_kernel(std::size_t count, Out out, std::byte const* blocks)
{
    using types = aosoa_stage_types<Layout, Out, Struct, Capacity>;
    detail::join_blocks_share<Layout, Struct, Capacity, List>(
        std::make_index_sequence<List::size>(), this_block<algorithm_threads>(), shared_aosoa_stages<types>(),
        blockIdx.x, count, out, blocks);
}

template <std::size_t Length, class... Member, class Iterator>
cudaError_t split_blocks(cudaStream_t stream, member_list<Member...> list, Iterator first, Iterator last, void* blocks)
{
    detail::require_once(list);
    using layout = aosoa<Length, typename Member::type...>;
    using element = value_of<unwrapped_t<Iterator>>;
    constexpr unsigned capacity = aosoa_capacity<layout, element>();
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(
        stream, divide_up(count, capacity), algorithm_threads,
        split_blocks_kernel<layout, element, capacity, member_list<Member...>, struct_side_t<Iterator>>, count,
        detail::struct_side(first), static_cast<std::byte*>(blocks));
}

template <std::size_t Length, class... Member, class Iterator>
cudaError_t join_blocks(cudaStream_t stream, member_list<Member...> list, Iterator first, Iterator last,
                        void const* blocks)
{
    detail::require_once(list);
    require_writable<Iterator>();
    using layout = aosoa<Length, typename Member::type...>;
    using element = value_of<unwrapped_t<Iterator>>;
    constexpr unsigned capacity = aosoa_capacity<layout, element>();
    auto const count = static_cast<std::size_t>(last - first);
    return detail::launch(
        stream, divide_up(count, capacity), algorithm_threads,
        join_blocks_kernel<layout, element, capacity, member_list<Member...>, struct_side_t<Iterator>>, count,
        detail::struct_side(first), static_cast<std::byte const*>(blocks));
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
    return detail::split_blocks<Length>(stream, detail::named_members<Member, Members...>(), first, last, blocks);
}

//! Writes the values of all members to the blocks. `Members` lists their types: members<float, float, int>.
template <std::size_t Length, class Members, class Iterator, class = typename detail::listed<Members>::type>
cudaError_t aos_to_aosoa(cudaStream_t stream, Iterator first, Iterator last, void* blocks)
{
    return detail::split_blocks<Length>(stream, detail::members_of_struct<Members, Iterator>(), first, last, blocks);
}

//! Sets first[k].*Member_i to member i of struct k of the blocks, for every struct of [first, last). The other bytes of
//! the structs keep their values, as in soa_to_aos.
template <std::size_t Length, auto Member, auto... Members, class Iterator>
cudaError_t aosoa_to_aos(cudaStream_t stream, Iterator first, Iterator last, void const* blocks)
{
    return detail::join_blocks<Length>(stream, detail::named_members<Member, Members...>(), first, last, blocks);
}

//! Overwrites all members of the structs. `Members` lists their types: members<float, float, int>.
template <std::size_t Length, class Members, class Iterator, class = typename detail::listed<Members>::type>
cudaError_t aosoa_to_aos(cudaStream_t stream, Iterator first, Iterator last, void const* blocks)
{
    return detail::join_blocks<Length>(stream, detail::members_of_struct<Members, Iterator>(), first, last, blocks);
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
