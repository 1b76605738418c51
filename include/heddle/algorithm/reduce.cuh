// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: reductions of a sequence. Each block reads some tiles, the next on its way while it works
// on one; its threads reduce what they come to, then the block, then the last block of each group
// of blocks, then the last of all.
//
// What the functions below share, and their documentation does not repeat:
//   Temporary: as with CUB, a call with `temporary` null only sets temporary_bytes. Else it points
//              to global memory, aligned to 256 bytes, that is used by nothing else until the call
//              is done in the stream; what it holds before is of no importance
//   Iterators: as for transform (transform.cuh); `result` points to global memory
//   Requires:  the operation is associative and commutative, as Thrust and CUB ask too; Value is
//              trivially copyable; callables are called on the device
//   Order:     none that is of use, but the same in every run over an array that starts at the same
//              place of 16 bytes: sums of floating-point numbers are the same to the bit
//   Stream:    asynchronous, and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes are too few
#pragma once

#include "../config.cuh"
#include "../tile_pipeline.cuh"
#include "../warp/grid_reduce.cuh"
#include "../warp/operations.cuh"
#include "block_warp.cuh"
#include "element_packs.cuh"
#include "launch.cuh"
#include "running_sum.cuh"
#include "sequence.cuh"
#include "temporary.cuh"
#include "transform.cuh"

#include <cstddef>
#include <type_traits>

namespace heddle {

namespace detail {

// To be tuned: a block has so many threads, takes so many tiles, and has so many of them in shared
// memory at a time.
inline constexpr unsigned reduce_threads = 64;
inline constexpr unsigned reduce_tiles = 4;
inline constexpr unsigned reduce_stages = 2;

//! What a block of a reduction needs in shared memory.
template <class Iterator, unsigned Capacity, unsigned Warps, class Value,
          bool = is_staged<Iterator>>
struct reduce_memory {
    grid_reduce_scratch<Value, Warps> scratch;
};
template <class T, unsigned Capacity, unsigned Warps, class Value>
struct reduce_memory<T*, Capacity, Warps, Value, true> {
    tile_stages<T, Capacity, reduce_stages> stages;
    grid_reduce_scratch<Value, Warps> scratch;
};

//! Where blocks leave their sums, and groups of group_size blocks theirs. The numbers of those that
//! have arrived, one for each group and one for the groups, are 0 before.
template <class Value>
struct reduce_sums_memory {
    Value* of_blocks;
    Value* of_groups;
    unsigned* arrived_of_groups;
    unsigned* arrived_groups;
    unsigned group_size;
};

//! One of several blocks, or groups of blocks, as reduce_blocks asks for it.
struct member_of_many {
    unsigned rank;
    unsigned count;

    HEDDLE_INLINE unsigned block_rank() const { return rank; }
    HEDDLE_INLINE unsigned num_blocks() const { return count; }
};

//! Adds to the threads' sums the transformed elements of the block's share. Returns how many threads
//! have one afterwards: the first.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Memory, class Iterator, class Value,
          class Operation, class Transform>
HEDDLE_INLINE unsigned add_share(Block const& block, [[maybe_unused]] Memory& memory,
                                 block_of_many const& share, Iterator const& first,
                                 std::size_t count, running_sum<Value, Operation>& sum,
                                 Transform& transform)
{
    unsigned most = 0;
    if constexpr (is_staged<Iterator>) {
        using element = std::remove_const_t<std::remove_pointer_t<Iterator>>;
        auto tiles =
            read_tiles(block, memory.stages, static_cast<element const*>(first), count, share);
        while (tiles.next()) {
            unsigned const called = visit_in_packs<element>(
                block, tiles.tile(),
                [&](element const& value) { sum.add(static_cast<Value>(call(transform, value))); });
            most = called > most ? called : most;
        }
    } else {
        for (std::size_t start = share.index * Capacity; start < count;
             start += share.count * Capacity) {
            no_stage stage;
            auto const tile = tile_of(block, stage, first + static_cast<std::ptrdiff_t>(start), 0);
            std::size_t const left = count - start;
            unsigned const size = left < Capacity ? static_cast<unsigned>(left) : Capacity;
            for_each_below<1>(block, size, [&](unsigned k) {
                if constexpr (is_array<Iterator>) {
                    value_of<Iterator> const value = tile.load(k);
                    sum.add(static_cast<Value>(call(transform, value)));
                } else {
                    sum.add(static_cast<Value>(call(transform, tile.load(k))));
                }
            });
            most = size > most ? size : most;
        }
    }
    unsigned const threads = static_cast<unsigned>(block.num_threads());
    return most < threads ? most : threads;
}

//! The block's part of a reduction; the last block of all writes *result.
//! Requires: every block has a tile
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Block, class Memory, class Iterator, class Value,
          class Transform, class Operation>
HEDDLE_INLINE void reduce_share(Block const& block, Memory& memory, block_of_many const& share,
                                reduce_sums_memory<Value> const& sums, Iterator const& first,
                                std::size_t count, Value* result, Value const& init,
                                Transform& transform, Operation& operation)
{
    auto const warp = warp_of(block);
    running_sum<Value, Operation> own{operation, init, false};
    unsigned const threads =
        add_share<Capacity>(block, memory, share, first, count, own, transform);
    auto const combine = [&](Value const& a, Value const& b) {
        return static_cast<Value>(operation(a, b));
    };
    Value const of_block =
        block_reduce(block, warp, memory.scratch.block, own.value, combine, threads);

    auto const number = static_cast<unsigned>(share.index);
    auto const block_count = static_cast<unsigned>(share.count);
    unsigned const group = number / sums.group_size;
    unsigned const group_first = group * sums.group_size;
    unsigned const members =
        block_count - group_first < sums.group_size ? block_count - group_first : sums.group_size;
    Value total(of_block);
    reduce_blocks(
        member_of_many{number - group_first, members}, block, warp, memory.scratch,
        grid_reduce_memory<Value>{sums.of_blocks + group_first, sums.arrived_of_groups + group},
        of_block, combine, members, &total);
    if (!memory.scratch.is_last) return;
    block.sync();  // all know before the first thread says it of the groups
    unsigned const groups = (block_count - 1) / sums.group_size + 1;
    reduce_blocks(member_of_many{group, groups}, block, warp, memory.scratch,
                  grid_reduce_memory<Value>{sums.of_groups, sums.arrived_groups}, Value(total),
                  combine, groups, &total);
    if (memory.scratch.is_last && block.thread_rank() == 0) *result = combine(init, total);
}

//! As many blocks in a group as there are groups, about.
constexpr unsigned reduce_group_size(std::size_t block_count)
{
    unsigned size = 64;
    while (std::size_t{size} * size < block_count && size < 1u << 16) size *= 2;
    return size;
}

struct as_it_is {
    template <class Value>
    HEDDLE_INLINE Value const& operator()(Value const& value) const
    {
        return value;
    }
};

#if defined(__CUDACC__)

template <unsigned Capacity, class Iterator, class Value, class Transform, class Operation>
__global__ void __launch_bounds__(reduce_threads)
    reduce_kernel(reduce_sums_memory<Value> sums, Iterator first, std::size_t count, Value* result,
                  Value init, Transform transform, Operation operation)
{
    __shared__ reduce_memory<Iterator, Capacity, reduce_threads / 32, Value> memory;
    reduce_share<Capacity>(this_block<reduce_threads>(), memory, block_of_many::in_grid(), sums,
                           first, count, result, init, transform, operation);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! *result = init + transform(first[0]) + transform(first[1]) + … for + the operation; init alone if
//! there are no elements.
template <class In, class Value, class Transform, class Operation>
cudaError_t transform_reduce(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                             In first, In last, Value* result, detail::not_deduced_t<Value> init,
                             Transform transform, Operation operation)
{
    static_assert(is_its_bytes<Value>::value,
                  "heddle: what is reduced must be trivially copyable, because its bytes are moved "
                  "by other lanes");
    using sequence = detail::unwrapped_t<In>;
    constexpr unsigned capacity = detail::common_capacity<detail::reduce_threads, sequence>();
    auto const count = static_cast<std::size_t>(last - first);
    std::size_t const tiles = detail::divide_up(count, capacity);
    std::size_t const blocks = detail::divide_up(tiles, detail::reduce_tiles);
    unsigned const group_size = detail::reduce_group_size(blocks);
    std::size_t const groups = detail::divide_up(blocks, group_size);

    detail::temporary_storage storage(temporary);
    auto* const arrived = storage.take<unsigned>(groups + 1);
    detail::reduce_sums_memory<Value> const sums{
        storage.take<Value>(blocks), storage.take<Value>(groups), arrived + 1, arrived, group_size};
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    if (count == 0) return detail::write_value(stream, result, init);
    status = cudaMemsetAsync(arrived, 0, (groups + 1) * sizeof(unsigned), stream);
    if (status != cudaSuccess) return status;
    return detail::launch(stream, blocks, detail::reduce_threads,
                          detail::reduce_kernel<capacity, sequence, Value, Transform, Operation>,
                          sums, detail::unwrapped(first), count, result, init, transform,
                          operation);
}

//! *result = init + first[0] + first[1] + … for + the operation; init alone if there are no elements.
template <class In, class Value, class Operation = plus>
cudaError_t reduce(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first,
                   In last, Value* result, detail::not_deduced_t<Value> init,
                   Operation operation = {})
{
    return transform_reduce(temporary, temporary_bytes, stream, first, last, result, init,
                            detail::as_it_is{}, operation);
}

#endif

}  // namespace heddle
