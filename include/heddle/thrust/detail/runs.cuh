// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which scans and reductions by key have a kernel, and which one: small values are added tile by tile, large ones chunk
// by chunk.
#pragma once

#include <heddle/algorithm/detail/run_chunks.cuh>
#include <heddle/algorithm/detail/run_summands.cuh>
#include <heddle/algorithm/detail/summands.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/selected_count.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail::in_thrust {

//! Maximum bytes of the values that are scanned and reduced by key tile by tile, because a thread could keep too few
//! larger values in registers.
inline constexpr std::size_t max_tiled_by_key = 256;

//! True if heddle's kernels add values of MinBytes to MaxBytes: arrays of trivially copyable structs whose sums have
//! the same type.
template <class Values, class Out, class Operation, std::size_t MinBytes, std::size_t MaxBytes>
constexpr bool are_our_sums_of_structs()
{
    if constexpr (is_array_of_structs_of<Values, MinBytes, MaxBytes>() &&
                  is_array_of_structs_of<Out, MinBytes, MaxBytes>()) {
        using value = value_of<Values>;
        using written = std::remove_pointer_t<array_of_t<Out>>;
        return std::is_same_v<value, written> && std::is_trivially_copyable_v<value> &&
               alignof(value) <= temporary_storage::alignment &&
               std::is_same_v<accumulator_t<Operation, value, value>, value>;
    } else {
        return false;
    }
}
template <class Keys, class Values, class Out, class Operation>
using if_our_runs =
    std::enable_if_t<is_array<array_of_t<Keys>> &&
                     are_our_sums_of_structs<Values, Out, Operation, min_struct_bytes, max_chunked_bytes>()>;

template <scan_kind Kind, class Policy, class In, class Out, class Operation, class Summands,
          class Initial = no_initial_value<typename Summands::sum_type>>
void scan_summands(Policy& policy, char const* algorithm, In const& first, std::size_t count, Out const& result,
                   Operation const& operation, Summands const& summands, Initial const& initial = {})
{
    detail::run_two_phase(policy, algorithm, [&](void* temporary, std::size_t& bytes) {
        return detail::scan_by_tiles<Kind>(temporary, bytes, thrust::cuda_cub::stream(policy), first, count, result,
                                           initial, operation, summands);
    });
}

//! Scans the values of runs of equal keys. `initial` is the initial value of an exclusive scan, or nothing. If the
//! results overwrite the keys, the scan reads a copy of the keys, because blocks compare keys with those of others.
template <scan_kind Kind, class Policy, class Keys, class Values, class Out, class Equal, class Operation,
          class... Initial>
void scan_runs(Policy& policy, char const* algorithm, Keys const& first, std::size_t count, Values const& values,
               Out const& result, Equal const& equal, Operation const& operation, Initial const&... initial)
{
    using value = value_of<Values>;
    using keys = array_of_t<Keys>;
    constexpr bool is_exclusive = Kind == scan_kind::exclusive;
    auto const array = detail::array_of(first);
    if constexpr (std::is_convertible_v<keys, value const*>) {
        if (array == detail::array_of(result)) {
            detail::run_two_phase(policy, algorithm, [&](void* temporary, std::size_t& bytes) {
                if (temporary == nullptr) {
                    bytes = count * sizeof(value);
                    return cudaSuccess;
                }
                cudaError_t const status = ::cudaMemcpyAsync(temporary, array, bytes, cudaMemcpyDeviceToDevice,
                                                             thrust::cuda_cub::stream(policy));
                if (status != cudaSuccess) return status;
                in_thrust::scan_runs<Kind>(policy, algorithm, keys(static_cast<value*>(temporary)), count, values,
                                           result, equal, operation, initial...);
                return cudaSuccess;
            });
            return;
        }
    }
    runs_of_keys<keys, Equal> const runs{array, count, equal};
    if constexpr (sizeof(value) > max_tiled_by_key) {
        using begin = std::conditional_t<is_exclusive, begins_with_initial<value>, begins_with_value<value>>;
        detail::run_two_phase(policy, algorithm, [&](void* temporary, std::size_t& bytes) {
            return detail::scan_runs_by_chunks(temporary, bytes, thrust::cuda_cub::stream(policy),
                                               detail::array_of(values), runs, detail::array_of(result),
                                               begin{initial...}, operation);
        });
    } else if constexpr (is_exclusive) {
        in_thrust::scan_summands<Kind>(
            policy, algorithm, detail::array_of(values), count, detail::array_of(result),
            added_run_sums<Operation>{operation},
            exclusive_run_summands<value, keys, Equal, Operation>{{runs}, initial..., operation});
    } else {
        in_thrust::scan_summands<Kind>(policy, algorithm, detail::array_of(values), count, detail::array_of(result),
                                       added_run_sums<Operation>{operation},
                                       inclusive_run_summands<value, keys, Equal>{{runs}});
    }
}

//! Reduces the values of runs of equal keys. Returns the number of runs.
template <class Policy, class Keys, class Values, class KeysOut, class Out, class Equal, class Operation>
std::ptrdiff_t reduce_runs(Policy& policy, Keys const& first, std::size_t count, Values const& values,
                           KeysOut const& keys_result, Out const& result, Equal const& equal,
                           Operation const& operation)
{
    using value = value_of<Values>;
    using keys = array_of_t<Keys>;
    runs_of_keys<keys, Equal> const runs{detail::array_of(first), count, equal};
    return in_thrust::selected_by(
        policy, "thrust::reduce_by_key", static_cast<std::ptrdiff_t>(count),
        [&](void* temporary, std::size_t& bytes, cudaStream_t stream, std::ptrdiff_t* run_count) {
            auto const keys_out = detail::array_of(keys_result);
            auto* const out = detail::array_of(result);
            if constexpr (sizeof(value) > max_tiled_by_key) {
                return detail::reduce_runs_by_chunks(temporary, bytes, stream, detail::array_of(values), runs, keys_out,
                                                     out, run_count, operation);
            } else {
                using summands = reduced_run_summands<value, keys, Equal, array_of_t<KeysOut>>;
                return detail::scan_by_tiles<scan_kind::inclusive>(
                    temporary, bytes, stream, detail::array_of(values), count, discard{},
                    no_initial_value<typename summands::sum_type>{}, added_run_sums<Operation>{operation},
                    summands{{runs}, keys_out, out, run_count});
            }
        });
}

}  // namespace heddle::detail::in_thrust

#include <heddle/detail/restore_macros.hpp>
