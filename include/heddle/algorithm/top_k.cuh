// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The first structs in the order of a member, without a sort of all structs. The comments of sort.cuh on orders,
// storage, streams and errors hold here, too.
//
//     heddle::device::top_k_by_member<&hit::score>(temporary, bytes, stream, in, out, count, 100,
//                                                  heddle::descending());
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/member_keys.cuh>
#include <heddle/algorithm/detail/radix_selection.cuh>
#include <heddle/algorithm/detail/sort_choice.hpp>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/sort.cuh>
#include <heddle/config.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Calls a kernel of the selection with as many blocks as run at once, or fewer if there are fewer tiles.
template <class... Parameter, class... Argument>
cudaError_t launch_selection(cudaStream_t stream, std::size_t count, void (*kernel)(Parameter...),
                             resident_block_counts& known, Argument const&... arguments)
{
    std::size_t blocks = 0;
    cudaError_t const error = detail::count_resident_blocks(blocks, known, kernel, selection_threads, 4);
    if (error != cudaSuccess) return error;
    std::size_t const tiles = detail::divide_up(count, selection_threads * selection_items);
    return detail::launch(stream, std::min(blocks, tiles), selection_threads, kernel, arguments...);
}

//! Sets `out` to the k first structs in the order of their keys, which are numbers.
//! Requires: 0 < k <= count < 2³²
template <class Key, class T>
cudaError_t select_first(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                         std::size_t count, std::size_t k)
{
    using digits = typename Key::type;
    using state = selection_state<digits>;
    constexpr unsigned key_bits = 8 * Key::bytes;
    constexpr digits all_of_key = static_cast<digits>(~digits{0}) >> (8 * sizeof(digits) - key_bits);
    unsigned index_bits = 0;
    while (count - 1 >> index_bits != 0) ++index_bits;
    auto const all_of_index = static_cast<std::uint32_t>((std::uint64_t{1} << index_bits) - 1);
    unsigned passes = 0;
    detail::for_each_digit(key_bits, index_bits, [&](selection_digit, unsigned number) {
        passes = number + 1;
        return cudaSuccess;
    });

    temporary_storage storage(temporary);
    std::size_t const bytes_of_counts = passes * max_digit_values * sizeof(unsigned);
    auto* const counts = storage.take<unsigned>(passes * max_digit_values + sizeof(state) / sizeof(unsigned));
    auto* const current = reinterpret_cast<state*>(counts + passes * max_digit_values);
    auto* const keys = storage.take<digits>(count);
    auto const capacity = static_cast<std::uint32_t>(count / 4);
    auto* const candidate_keys = storage.take<digits>(capacity);
    auto* const candidate_indices = storage.take<std::uint32_t>(capacity);
    two_arrays<digits> selected{storage.take<digits>(k), storage.take<digits>(k)};
    two_arrays<std::uint32_t> indices{storage.take<std::uint32_t>(k), storage.take<std::uint32_t>(k)};
    // Two stable sorts: first by the indices, because the pairs are taken in any order, then by the keys.
    auto const sort = [&](void* for_cub, std::size_t& bytes, auto& by, auto& with, unsigned bits) {
        return detail::sort_pairs(for_cub, bytes, stream, k, by, with, ascending(), static_cast<int>(bits));
    };
    std::size_t by_index_bytes = 0, by_key_bytes = 0;
    unsigned const sorted_bits = std::max(index_bits, 1u);
    cudaError_t error = sort(nullptr, by_index_bytes, indices, selected, sorted_bits);
    if (error == cudaSuccess) error = sort(nullptr, by_key_bytes, selected, indices, key_bits);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(std::max(by_index_bytes, by_key_bytes));
    if (storage.is_missing(temporary_bytes, error)) return error;

    static resident_block_counts known_first, known_next, known_take;
    auto const rank = static_cast<std::uint32_t>(k);
    error = cudaMemsetAsync(counts, 0, bytes_of_counts + sizeof(state), stream);
    if (error != cudaSuccess) return error;
    key_list<digits> const all{keys, nullptr, count};
    stored_keys<digits> const stored{all, {candidate_keys, candidate_indices, 0}, capacity};
    auto const take = [&](stored_keys<digits> const& from, std::uint32_t most, unsigned* taken, digits* to,
                          std::uint32_t* to_indices) {
        return detail::launch_selection(stream, count, take_selected_kernel<digits>, known_take, from, most, all_of_key,
                                        all_of_index, current, taken, to, to_indices);
    };
    error = detail::for_each_digit(key_bits, index_bits, [&](selection_digit digit, unsigned number) {
        unsigned* const of_digit = counts + number * max_digit_values;
        if (number > 0) {
            return detail::launch_selection(stream, count, count_digits_kernel<digits, stored_keys<digits>>, known_next,
                                            stored, rank, all_of_key, all_of_index, digit, of_digit, current);
        }
        using source = keys_of_structs<Key, T>;
        cudaError_t const status =
            detail::launch_selection(stream, count, count_digits_kernel<digits, source>, known_first,
                                     source{in, keys, count}, rank, all_of_key, all_of_index, digit, of_digit, current);
        if (status != cudaSuccess) return status;
        return take({all, all, 0}, capacity, &current->kept, candidate_keys, candidate_indices);
    });
    if (error == cudaSuccess) {
        error = take(stored, ~std::uint32_t{0}, &current->taken, selected.first, indices.first);
    }
    if (error == cudaSuccess) error = sort(for_cub, by_index_bytes, indices, selected, sorted_bits);
    if (error == cudaSuccess) error = sort(for_cub, by_key_bytes, selected, indices, key_bits);
    return error == cudaSuccess ? heddle::gather(stream, indices.first, indices.first + k, in, out) : error;
}

}  // namespace detail

namespace device {

//! Sets out[0 … k - 1] to the first k structs of the stable sort of `in` by a member: structs with equal members are in
//! the order of `in`. If k exceeds count, sets out[0 … count - 1].
//! Requires: `out` does not overlap `in`
//! Cost:     if the member is a number, and k is small beside count: a pass over the members and one over their keys,
//!           of 4 or 8 bytes; passes over the candidates, or over all keys if more than a quarter are candidates, one
//!           for each 11 bits of a key (and of an index, if equal keys lie on both sides of the k-th struct); then two
//!           sorts and a gather of k structs. Otherwise, or for 2³² structs or more, a sort of all members, as in
//!           sort_by_member, and a gather of k structs
//! Storage:  a key for each struct, a key and an index for each fourth, and two for each of the k structs; as
//!           sort_by_member where it sorts
template <auto Member, class T, class Compare = ascending>
cudaError_t top_k_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, std::size_t k, Compare compare = {})
{
    detail::check_sorted<T>();
    using member = typename detail::named_member<Member>::type;
    auto const order = detail::order_of<member>(compare);
    using known_order = std::remove_const_t<decltype(order)>;
    k = std::min(k, count);
    if (k == 0 || count == 1) return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, k);
    if constexpr (detail::sorts_digits<member, known_order>) {
        if (detail::selects_first(count, k)) {
            using key = detail::composed_members<detail::ordered_member<Member, known_order>>;
            return detail::select_first<key>(temporary, temporary_bytes, stream, in, out, count, k);
        }
    }
    return detail::with_index(count, [&](auto index) {
        return detail::sort_by_member<Member, decltype(index)>(temporary, temporary_bytes, stream, in, out, count, k,
                                                               order);
    });
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
