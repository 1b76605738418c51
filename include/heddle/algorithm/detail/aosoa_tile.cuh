// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one thread block in a conversion between structs and blocks of structs (AoSoA): it converts one tile of
// structs.
#pragma once

#include <heddle/algorithm/detail/aosoa_places.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/layout_sides.cuh>
#include <heddle/algorithm/detail/layout_tile.cuh>
#include <heddle/algorithm/detail/layout_write_back.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/staged_tile.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/block/detail/shared_element.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A block of structs, as an element of an array.
template <class Layout>
struct alignas(Layout::alignment) aosoa_block {
    std::byte bytes[Layout::block_bytes];
};

//! True if a tile of structs consists of whole blocks of structs. These blocks are then staged in shared memory.
//! Otherwise threads access the rows in global memory.
template <class Layout, class Struct>
constexpr bool can_stage_blocks()
{
    bool const has_stage = sizeof(Struct) <= max_staged_bytes;
    bool const is_short = Layout::length <= layout_capacity(sizeof(Struct));
    return has_stage && is_short && Layout::block_bytes <= 8 * 1024;
}
template <class Layout, class Struct>
inline constexpr bool stages_blocks = can_stage_blocks<Layout, Struct>();

//! The number of structs in a tile.
template <class Layout, class Struct>
constexpr unsigned aosoa_capacity()
{
    constexpr unsigned most = layout_capacity(sizeof(Struct));
    constexpr auto length = static_cast<unsigned>(Layout::length);
    return stages_blocks<Layout, Struct> ? most / length * length : most;
}

//! The types of stages.structs() and stages.blocks(). stages.marks<Marks>() has the marks of the structs.
template <class Layout, class Structs, class Struct, unsigned Capacity>
struct aosoa_stage_types {
    using structs = typename stage_of<Structs, Capacity>::type;
    static constexpr std::size_t tile_blocks = Capacity < Layout::length ? 1 : Capacity / Layout::length;
    using blocks =
        std::conditional_t<stages_blocks<Layout, Struct>, tile_stages<aosoa_block<Layout>, tile_blocks>, no_stage>;
};
template <class Types>
class aosoa_stages {
public:
    HEDDLE_INLINE auto& structs() { return structs_; }
    HEDDLE_INLINE auto& blocks() { return blocks_; }
    template <class Marks>
    Marks& marks()
    {
        static Marks marks;
        return marks;
    }

private:
    typename Types::structs structs_;
    typename Types::blocks blocks_;
};

#if defined(__CUDACC__)

//! The stages in the shared memory of the calling thread block; see shared_stages.
template <class Types>
struct shared_aosoa_stages {
    __device__ __forceinline__ auto& structs() const
    {
        __shared__ typename Types::structs stage;
        return stage;
    }
    __device__ __forceinline__ auto& blocks() const
    {
        __shared__ typename Types::blocks stage;
        return stage;
    }
    template <class Marks>
    __device__ __forceinline__ Marks& marks() const
    {
        __shared__ Marks marks;
        return marks;
    }
};

#endif

// The values of one member in a tile, with the same load and store functions as other tiles.

//! The values in shared memory. Their blocks of structs have the same layout as in global memory.
template <class Layout, std::size_t Number, class Byte>
struct rows_in_stage {
    Byte* blocks;

    using member = typename Layout::template member<Number>;
    HEDDLE_INLINE carried_t<member> load(unsigned k) const
    {
        return detail::load_shared<neighbors_of<Byte>, member>(detail::row_of<Layout, Number>(blocks, k),
                                                               k % unsigned{Layout::length});
    }
    HEDDLE_INLINE void store(unsigned k, member const& value) const
    {
        detail::store_shared(detail::row_of<Layout, Number>(blocks, k), k % unsigned{Layout::length}, value);
    }
};

//! The values in global memory, beginning with struct `start`.
template <class Layout, std::size_t Number, class Byte>
struct rows_in_memory {
    Byte* blocks;
    std::size_t start;

    using member = typename Layout::template member<Number>;
    HEDDLE_INLINE carried_t<member> load(unsigned k) const { return (*at(k)).heddle_load(); }
    HEDDLE_INLINE void store(unsigned k, member const& value) const { *at(k) = value; }

private:
    HEDDLE_INLINE auto at(unsigned k) const
    {
        return heddle::make_coalesced(Layout::template at<Number>(blocks, start + k));
    }
};

//! Returns a tile of the blocks that hold structs start … start + count - 1. The tile is staged in shared memory.
template <class Layout, class Byte, class Block, class Stage>
HEDDLE_INLINE auto tile_of_blocks(Block const& block, Stage& stage, Byte* blocks, std::size_t start, unsigned count)
{
    using element = std::conditional_t<std::is_const_v<Byte>, aosoa_block<Layout> const, aosoa_block<Layout>>;
    auto* const first = reinterpret_cast<element*>(blocks) + start / Layout::length;
    auto const mover = detail::mover_of<copy_engine::bulk, element>(block, stage, 0);
    auto const tile = detail::tile_in_stage(stage, 0, first, detail::divide_up(count, Layout::length));
    struct both {
        staged_tile<std::remove_const_t<decltype(mover)>, element> staged;
        block_tile<element> tile;
    };
    return both{{mover, tile}, tile};
}

//! Converts tile `number` of aos_to_aosoa.
template <class Layout, class Struct, unsigned Capacity, class List, std::size_t... Number, class Block, class Stages,
          class In>
HEDDLE_INLINE void split_blocks_share(std::index_sequence<Number...>, Block const& block, Stages&& stages,
                                      std::size_t number, std::size_t count, In const& in, std::byte* blocks)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
    auto const structs =
        detail::tile_of(block, stages.structs(), detail::read_only(in + static_cast<std::ptrdiff_t>(start)), left);
    structs.begin_load();
    if constexpr (stages_blocks<Layout, Struct>) {
        auto const out = detail::tile_of_blocks<Layout>(block, stages.blocks(), blocks, start, size);
        auto* const bytes = detail::bytes_at(out.tile.data());
        if (Layout::has_padding || size % Layout::length != 0) {
            // Clears bytes that hold no value, so that no old contents of shared memory reach the array.
            detail::for_each_below<1>(block, out.tile.size() * static_cast<unsigned>(Layout::block_bytes),
                                      [&](unsigned at) HEDDLE_INLINE_LAMBDA { bytes[at] = std::byte{0}; });
        }
        block.sync();
        structs.wait();
        detail::split_elements<Struct>(List(), block, size, structs,
                                       rows_in_stage<Layout, Number, std::byte>{bytes}...);
        detail::write_back_all(block, out.staged);
    } else {
        block.sync();
        structs.wait();
        detail::split_elements<Struct>(List(), block, size, structs,
                                       rows_in_memory<Layout, Number, std::byte>{blocks, start}...);
    }
}

//! Converts tile `number` of aosoa_to_aos.
template <class Layout, class Struct, unsigned Capacity, class List, std::size_t... Number, class Block, class Stages,
          class Out>
HEDDLE_INLINE void join_blocks_share(std::index_sequence<Number...>, Block const& block, Stages&& stages,
                                     std::size_t number, std::size_t count, Out const& out, std::byte const* blocks)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
    auto const structs = detail::tile_of(block, stages.structs(), out + static_cast<std::ptrdiff_t>(start), left);
    auto const join = [&](auto const&... members) HEDDLE_INLINE_LAMBDA {
        detail::join_elements<Struct>(List(), block, size, structs, members...);
        detail::write_back_structs<Capacity, Struct>(List(), block, stages, structs);
    };
    if constexpr (stages_blocks<Layout, Struct>) {
        auto const in = detail::tile_of_blocks<Layout>(block, stages.blocks(), blocks, start, size);
        in.staged.begin_load();
        block.sync();
        in.staged.wait();
        join(rows_in_stage<Layout, Number, std::byte const>{detail::bytes_at(in.tile.data())}...);
    } else {
        join(rows_in_memory<Layout, Number, std::byte const>{blocks, start}...);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
