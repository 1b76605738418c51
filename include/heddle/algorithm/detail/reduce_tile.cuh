// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in a reduction. First each thread adds its elements, then each block its threads' sums. The
// last block of a group of blocks adds the group's sums, and the last block of the grid adds the sums of the groups.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/element_packs.cuh>
#include <heddle/algorithm/detail/pairs.cuh>
#include <heddle/algorithm/detail/running_sum.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/algorithm/transform.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/block/tile_pipeline.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/warp/grid_reduce.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if a single block reduces all elements. A single block needs no temporary memory, and thus no memset before the
//! launch, which takes longer than reducing some tiles. The number of elements is limited, too, because small elements
//! may need much arithmetic, which several blocks can share. Both limits are tunable.
constexpr bool is_for_single_block(std::size_t count, unsigned capacity)
{
    constexpr std::size_t max_count = 4096, max_tiles = 8;
    return count <= capacity || (count <= max_count && count <= max_tiles * capacity);
}

template <class Iterator, unsigned Capacity, unsigned Warps, class Value, bool = is_staged<Iterator>>
struct reduce_memory {
    grid_reduce_scratch<Value, Warps> scratch;
};
template <class T, unsigned Capacity, unsigned Warps, class Value>
struct reduce_memory<T*, Capacity, Warps, Value, true> {
    tile_stages<T, Capacity, reduce_stages> stages;
    grid_reduce_scratch<Value, Warps> scratch;
};

template <class Iterator, unsigned Warps, class Value>
struct reduce_pairs_memory {
    typename Iterator::stages stages;
    grid_reduce_scratch<Value, Warps> scratch;
};
template <class A, class B, unsigned Capacity, unsigned Warps, class Value>
struct reduce_memory<array_pairs<A, B>, Capacity, Warps, Value, false>
    : reduce_pairs_memory<array_pairs<A, B>, Warps, Value> {
};
template <class T, unsigned Capacity, unsigned Warps, class Value>
struct reduce_memory<neighbor_pairs<T>, Capacity, Warps, Value, false>
    : reduce_pairs_memory<neighbor_pairs<T>, Warps, Value> {
};

//! Returns the number of elements, or pairs, in a tile.
template <class Iterator>
HEDDLE_HOST_DEVICE constexpr unsigned reduce_capacity()
{
    if constexpr (is_pairs<Iterator>) {
        return Iterator::capacity;
    } else {
        return detail::common_capacity<reduce_threads, Iterator>();
    }
}

//! The global memory for the sums of the blocks, and of groups of group_size blocks. This memory also has counters of
//! the arrived blocks in each group and of the arrived groups. The counters are 0 before the launch. A single block
//! needs no memory, so all pointers are null.
template <class Value>
struct reduce_sums_memory {
    Value* of_blocks;
    Value* of_groups;
    unsigned* arrived_of_groups;
    unsigned* arrived_groups;
    unsigned group_size;
};

//! The rank of a block in its group, or of a group in the grid. It is passed to reduce_blocks where a grid is expected.
struct member_of_many {
    unsigned rank;
    unsigned count;

    HEDDLE_INLINE unsigned block_rank() const { return rank; }
    HEDDLE_INLINE unsigned num_blocks() const { return count; }
};

//! True if a Transform has an object for each thread, of the type Transform::of_thread, that visits the thread's
//! elements in ascending order of their places. The object's result is then added instead of the transformed elements.
template <class Transform, class = void>
inline constexpr bool visits_places = false;
template <class Transform>
inline constexpr bool visits_places<Transform, std::void_t<typename Transform::of_thread>> = true;

//! Adds the transformed elements of a block's share to the threads' sums. Returns n such that the first n threads have
//! a sum.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Memory, class Iterator, class Value, class Operation, class Transform>
HEDDLE_INLINE unsigned add_share(Block const& block, [[maybe_unused]] Memory& memory, block_of_many const& share,
                                 Iterator const& first, std::size_t count, running_sum<Value, Operation>& sum,
                                 Transform& transform)
{
    unsigned most = 0;
    if constexpr (is_staged<Iterator>) {
        using element = std::remove_const_t<std::remove_pointer_t<Iterator>>;
        auto tiles = heddle::read_tiles(block, memory.stages, static_cast<element const*>(first), count, share);
        if constexpr (visits_places<Transform>) {
            typename Transform::of_thread own;
            while (tiles.next()) {
                auto const tile = tiles.tile();
                auto const start = static_cast<std::ptrdiff_t>(tiles.start());
                heddle::for_each_element(block, tile, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
                    own.visit(transform, start + static_cast<std::ptrdiff_t>(k), tile.heddle_load(k));
                });
                most = tile.size() > most ? tile.size() : most;
            }
            if (own.any()) sum.add(own.result());
        } else {
            while (tiles.next()) {
                unsigned const called = detail::visit_in_packs<element>(
                    block, tiles.tile(), [&](element const& value) HEDDLE_INLINE_LAMBDA {
                        sum.add(detail::converted_to<Value>(detail::call(transform, value)));
                    });
                most = called > most ? called : most;
            }
        }
    } else if constexpr (is_pairs<Iterator>) {
        auto tiles = detail::read_pairs(block, memory.stages, first, count, share);
        while (tiles.next()) {
            detail::for_each_below<4>(block, tiles.size(), [&](unsigned k) HEDDLE_INLINE_LAMBDA {
                sum.add(detail::converted_to<Value>(tiles.call(transform, k)));
            });
            most = tiles.size() > most ? tiles.size() : most;
        }
    } else {
        for (std::size_t start = share.index * Capacity; start < count; start += share.count * Capacity) {
            no_stage stage;
            auto const tile = detail::tile_of(block, stage, first + static_cast<std::ptrdiff_t>(start), 0);
            std::size_t const left = count - start;
            unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
            detail::for_each_below<1>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
                if constexpr (is_array<Iterator>) {
                    auto const value = tile.load(k);
                    sum.add(detail::converted_to<Value>(detail::call(transform, value)));
                } else {
                    sum.add(detail::converted_to<Value>(detail::call(transform, tile.load(k))));
                }
            });
            most = size > most ? size : most;
        }
    }
    unsigned const threads = static_cast<unsigned>(block.num_threads());
    return most < threads ? most : threads;
}

//! Returns the value of a sum before its first element, which is never added.
template <class Value, class Init>
HEDDLE_INLINE Value no_sum([[maybe_unused]] Init const& init)
{
    if constexpr (std::is_same_v<Value, Init>) {
        return init;
    } else {
        return Value{};
    }
}

//! Reduces the block's share. The last block of the grid writes *result.
//! Requires: every block has at least one tile
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Memory, class Iterator, class Value, class Result, class Transform,
          class Operation>
HEDDLE_INLINE void reduce_share(Block const& block, Memory& memory, block_of_many const& share,
                                reduce_sums_memory<Value> const& sums, Iterator const& first, std::size_t count,
                                Result* result, Result const& init, Transform& transform, Operation& operation)
{
    auto const warp = detail::warp_of(block);
    running_sum<Value, Operation> own{operation, detail::no_sum<Value>(init), false};
    unsigned const threads = detail::add_share<Capacity>(block, memory, share, first, count, own, transform);
    auto const combine = [&](Value const& a, Value const& b) HEDDLE_INLINE_LAMBDA {
        return detail::converted_to<Value>(detail::call(operation, a, b));
    };
    Value const of_block = heddle::block_reduce(block, warp, memory.scratch.block, own.value, combine, threads);
    if (share.count == 1) {
        if (block.thread_rank() == 0) detail::assign_to(result, detail::call(operation, init, of_block));
        return;
    }

    auto const number = static_cast<unsigned>(share.index);
    auto const block_count = static_cast<unsigned>(share.count);
    unsigned const group = number / sums.group_size;
    unsigned const group_first = group * sums.group_size;
    unsigned const members = block_count - group_first < sums.group_size ? block_count - group_first : sums.group_size;
    Value total(of_block);
    detail::reduce_blocks(member_of_many{number - group_first, members}, block, warp, memory.scratch,
                          grid_reduce_memory<Value>{sums.of_blocks + group_first, sums.arrived_of_groups + group},
                          of_block, combine, members, detail::address_of(total));
    if (!memory.scratch.is_last) return;
    block.sync();  // all threads read is_last before the next reduction sets it
    unsigned const groups = (block_count - 1) / sums.group_size + 1;
    detail::reduce_blocks(member_of_many{group, groups}, block, warp, memory.scratch,
                          grid_reduce_memory<Value>{sums.of_groups, sums.arrived_groups},
                          Value(static_cast<Value const&>(total)), combine, groups, detail::address_of(total));
    if (memory.scratch.is_last && block.thread_rank() == 0) {
        detail::assign_to(result, detail::call(operation, init, total));
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
