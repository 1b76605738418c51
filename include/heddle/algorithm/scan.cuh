// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums of a sequence, with any associative operation, in a single pass.
//
// For all functions below:
//   Temporary: as for reduce (reduce.cuh)
//   Iterators: as for transform (transform.cuh); arrays may have elements of up to 8 KiB
//   Requires:  `result` is `first` or does not overlap the input; the operation is associative, and need not be
//              commutative; elements are trivially copyable
//   Sums:      have the type of the elements, as in Thrust; an initial value is converted to this type
//   Order:     may differ between runs: sums are added in an order that depends on which earlier tiles are done when a
//              block looks back. Sums of floating-point numbers may then differ in their last bits
//   Source:    D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016
//   Stream:    the call is asynchronous and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes is too small
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/cub_call.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/running_sum.cuh>
#include <heddle/algorithm/detail/scan_tile.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/warp/operations.cuh>

#if defined(__CUDACC__)
// g++ wrongly warns of an uninitialized variable in CUB.
#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic push
#        pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#    endif
#    include <cub/device/device_scan.cuh>
#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic pop
#    endif
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

enum class scan_engine {
    tiles,  //!< scan_tile.cuh
    cub,    //!< cub::DeviceScan, in which each thread keeps several values in registers
};

//! The engine for values of a type (tunable). CUB gets values of one word only, because it would load and store the
//! words of larger values one by one.
template <class Value>
inline constexpr scan_engine scan_engine_of = sizeof(Value) <= 8 && sizeof(Value) == alignof(Value)
                                                  ? scan_engine::cub
                                                  : scan_engine::tiles;

//! An operation whose result is assigned to a Value.
template <class Value, class Operation>
struct operation_to {
    Operation operation;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE Value operator()(Value const& a, Value const& b)
    {
        return detail::converted_to<Value>(detail::call(operation, a, b));
    }
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE Value operator()(Value const& a, Value const& b) const
    {
        return detail::converted_to<Value>(detail::call(operation, a, b));
    }
};

//! Returns the operation to pass to CUB. CUB keeps sums in the operation's result type; the returned operation has
//! results of type Value, as in Thrust.
template <class Value, class Operation>
constexpr auto scanning_to(Operation const& operation)
{
    if constexpr (has_known_result<Operation> && std::is_same_v<accumulator_t<Operation, Value, Value>, Value>) {
        return operation;
    } else {
        return operation_to<Value, Operation>{operation};
    }
}

#if defined(__CUDACC__)

template <class Value, class Summands>
inline constexpr scan_shape scan_shape_of = make_scan_shape(sizeof(Value), Summands::has_runs);

template <scan_kind Kind, class Value, class In, class Out, class Initial, class Operation, class Summands>
__global__ void __launch_bounds__(scan_shape_of<Value, Summands>.threads, scan_shape_of<Value, Summands>.blocks)
    scan_kernel(look_back<value_states<typename Summands::sum_type>> shared, In first, std::size_t count, Out result,
                Initial initial, Operation operation, Summands summands)
{
    constexpr scan_shape shape = scan_shape_of<Value, Summands>;
    constexpr unsigned items = scan_items(sizeof(Value), shape);
    constexpr unsigned capacity = scan_capacity(sizeof(Value), shape);
    __shared__ scan_memory<Value, capacity, shape.threads / 32, Summands> memory;
    detail::scan_share<Kind, items, capacity>(this_block<shape.threads>(), memory, shared, first, count, result,
                                              initial, operation, summands);
}

template <scan_kind Kind, class In, class Out, class Initial, class Operation,
          class Summands = own_summands<value_of<In>>>
cudaError_t scan_by_tiles(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In const& first,
                          std::size_t count, Out const& result, Initial const& initial, Operation const& operation,
                          Summands const& summands = {})
{
    using value = value_of<In>;
    std::size_t const tiles = divide_up(count, scan_capacity(sizeof(value), scan_shape_of<value, Summands>));
    temporary_storage storage(temporary);
    using states = value_states<typename Summands::sum_type>;
    std::size_t const word_count = detail::look_back_words<states>(tiles);
    auto* const words = storage.take<std::uint64_t>(word_count);
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    if (tiles == 0) return cudaSuccess;
    if (tiles > 1) {
        status = cudaMemsetAsync(words, 0, word_count * sizeof(std::uint64_t), stream);
        if (status != cudaSuccess) return status;
    }
    auto const shared = detail::look_back_in<states>(words, tiles);
    return detail::launch(stream, tiles, scan_shape_of<value, Summands>.threads,
                          scan_kernel<Kind, value, In, Out, Initial, Operation, Summands>, shared, first, count, result,
                          initial, operation, summands);
}

//! Scans `count` values with the given engine. Because CUB before 2.7 (CUDA 12.8) counts values in an int, sequences of
//! more than INT_MAX values are then scanned tile by tile.
template <scan_engine Engine, class ByTiles, class ByCub>
cudaError_t scan_by_engine(std::size_t count, ByTiles const& by_tiles, ByCub const& by_cub)
{
    if constexpr (Engine == scan_engine::tiles) {
        return by_tiles(count);
    } else {
#    if CUB_VERSION < 200700
        if (count > std::size_t{0x7fffffff}) return by_tiles(count);
        return by_cub(static_cast<int>(count));
#    else
        return by_cub(count);
#    endif
    }
}

template <class Iterator>
constexpr void require_scannable()
{
    using value = value_of<unwrapped_t<Iterator>>;
    static_assert(is_movable_v<value>,
                  "heddle: scanned values must be trivially copyable; specialize "
                  "heddle::is_bitwise_copyable<T> if copying their bytes copies them");
    static_assert(sizeof(value) <= max_scanned_bytes,
                  "heddle: elements of more than 8 KiB are too large to be scanned; scan their members");
}

//! Scans [first, last). `initial` is an initial_value in an exclusive scan, and no_initial_value in an inclusive one.
template <scan_kind Kind, class In, class Out, class Initial, class Operation>
cudaError_t scan_two_phase(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In const& first,
                           In const& last, Out const& result, Initial const& initial, Operation const& operation)
{
    detail::require_scannable<In>();
    auto const from = detail::unwrapped(first);
    auto const to = detail::unwrapped(result);
    using value = value_of<unwrapped_t<In>>;
    auto const by_tiles = [&](auto count) {
        return detail::scan_by_tiles<Kind>(temporary, temporary_bytes, stream, from, count, to, initial, operation);
    };
    auto const by_cub = [&](auto count) {
        auto const scanning = detail::scanning_to<value>(operation);
        return detail::call_cub([&] {
            if constexpr (Kind == scan_kind::inclusive) {
                return cub::DeviceScan::InclusiveScan(temporary, temporary_bytes, from, to, scanning, count, stream);
            } else {
                return cub::DeviceScan::ExclusiveScan(temporary, temporary_bytes, from, to, scanning, initial.value,
                                                      count, stream);
            }
        });
    };
    return detail::scan_by_engine<scan_engine_of<value>>(static_cast<std::size_t>(last - first), by_tiles, by_cub);
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

namespace device {

//! Sets result[k] = first[0] + … + first[k], where + stands for the operation.
template <class In, class Out, class Operation = plus>
cudaError_t inclusive_scan(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                           Out result, Operation operation = {})
{
    using initial = detail::no_initial_value<detail::value_of<detail::unwrapped_t<In>>>;
    return detail::scan_two_phase<detail::scan_kind::inclusive>(temporary, temporary_bytes, stream, first, last, result,
                                                                initial{}, operation);
}

//! Sets result[k] = init + first[0] + … + first[k - 1], where + stands for the operation, and result[0] = init.
template <class In, class Out, class Operation = plus>
cudaError_t exclusive_scan(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In first, In last,
                           Out result, detail::value_of<detail::unwrapped_t<In>> init, Operation operation = {})
{
    using initial = detail::initial_value<detail::value_of<detail::unwrapped_t<In>>>;
    return detail::scan_two_phase<detail::scan_kind::exclusive>(temporary, temporary_bytes, stream, first, last, result,
                                                                initial{init}, operation);
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
