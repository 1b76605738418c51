// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of a sequence. All blocks of the grid run at the same time. A block loads its next tile while it reduces
// the current tile. Blocks form groups. The last block of each group reduces the group's sums, and the last block of
// the grid reduces the sums of the groups.
//
// For all functions below:
//   Temporary: as with CUB, a call with a null `temporary` only sets temporary_bytes. Otherwise `temporary` points to
//              global memory that is aligned to 256 bytes. Nothing else may use this memory until the call is done in
//              the stream. The memory need not be initialized
//   Iterators: as for transform (transform.cuh); `result` points to global memory
//   Requires:  the operation is associative and commutative, as for Thrust and CUB; Value and the type of sums are
//              trivially copyable; callables can be called on the device
//   Sums:      the initial value is converted to the type that `result` points to. Sums have the type of
//              operation(init, transform(element)), as in Thrust and CUB: if floats are added to an int, the sum is a
//              float. Sums have the type of init if the operation does not accept these two arguments. They also have
//              this type if the operation is a __device__ lambda without a declared return type, which the host cannot
//              query. The last operation adds init; *result is set to the result
//   Order:     unspecified, but the same in all runs on GPUs of the same kind if the arrays have the same address
//              modulo 16. Sums of floating-point numbers are then the same, bit for bit
//   Stream:    the call is asynchronous and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes is too small
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/reduce_tile.cuh>
#include <heddle/algorithm/detail/running_sum.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/warp/operations.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns the number of blocks of a group: the smallest power of two that is at least 64 and whose square is at least
//! block_count.
constexpr unsigned reduce_group_size(std::size_t block_count)
{
    unsigned size = 64;
    while (std::size_t{size} * size < block_count && size < 1u << 16) size *= 2;
    return size;
}

#if defined(__CUDACC__)

template <unsigned Capacity, class Iterator, class Value, class Result, class Transform, class Operation>
__global__ void __launch_bounds__(reduce_threads)
    reduce_kernel(reduce_sums_memory<Value> sums, Iterator first, std::size_t count, Result* result, Result init,
                  Transform transform, Operation operation)
{
    __shared__ reduce_memory<Iterator, Capacity, reduce_threads / 32, Value> memory;
    detail::reduce_share<Capacity>(this_block<reduce_threads>(), memory, block_of_many::in_grid(), sums, first, count,
                                   result, init, transform, operation);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

namespace detail {

//! Reduces the first `count` elements, or pairs of elements, as device::transform_reduce.
template <class Sequence, class Value, class Transform, class Operation>
cudaError_t transform_reduce_first(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                   Sequence const& first, std::size_t count, Value* result, Value const& init,
                                   Transform const& transform, Operation const& operation)
{
    using sum = transformed_accumulator_t<Operation, Transform, value_of<Sequence>, Value>;
    constexpr unsigned capacity = detail::reduce_capacity<Sequence>();
    auto const kernel = reduce_kernel<capacity, Sequence, sum, Value, Transform, Operation>;
    temporary_storage storage(temporary);
    cudaError_t status = cudaSuccess;
    std::size_t blocks = 1;
    reduce_sums_memory<sum> sums{};
    if (detail::is_for_single_block(count, capacity)) {
        if (storage.is_missing(temporary_bytes, status)) return status;
        if (count == 0) return detail::write_value(stream, result, init);
    } else {
        static resident_block_counts known;
        status = detail::count_resident_blocks(blocks, known, kernel, reduce_threads, resident_reduce_blocks);
        if (status != cudaSuccess) return status;
        std::size_t const tiles = detail::divide_up(count, capacity);
        blocks = tiles < blocks ? tiles : blocks;
        unsigned const group_size = detail::reduce_group_size(blocks);
        std::size_t const groups = detail::divide_up(blocks, group_size);
        auto* const arrived = storage.take<unsigned>(groups + 1);
        sums = {storage.take<sum>(blocks), storage.take<sum>(groups), arrived + 1, arrived, group_size};
        if (storage.is_missing(temporary_bytes, status)) return status;
        status = cudaMemsetAsync(arrived, 0, (groups + 1) * sizeof(unsigned), stream);
        if (status != cudaSuccess) return status;
    }
    return detail::launch(stream, blocks, reduce_threads, kernel, sums, first, count, result, init, transform,
                          operation);
}

}  // namespace detail

namespace device {

//! Sets *result = init + transform(first[0]) + transform(first[1]) + …, where + stands for the operation. Without
//! elements, *result is init.
template <class In, class Value, class Transform, class Operation>
cudaError_t transform_reduce(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                             Value* result, detail::not_deduced_t<Value> init, Transform transform, Operation operation)
{
    using sum =
        detail::transformed_accumulator_t<Operation, Transform, detail::value_of<detail::unwrapped_t<In>>, Value>;
    static_assert(detail::is_movable_v<Value> && detail::is_movable_v<sum>,
                  "heddle: reduced values must be trivially copyable; specialize "
                  "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
    return detail::transform_reduce_first(temporary, temporary_bytes, stream, detail::unwrapped(first),
                                          static_cast<std::size_t>(last - first), result, init, transform, operation);
}

//! Sets *result = init + first[0] + first[1] + …, where + stands for the operation. Without elements, *result is init.
template <class In, class Value, class Operation = plus>
cudaError_t reduce(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last, Value* result,
                   detail::not_deduced_t<Value> init, Operation operation = {})
{
    return device::transform_reduce(temporary, temporary_bytes, stream, first, last, result, init, detail::identity{},
                                    operation);
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
