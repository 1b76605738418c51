// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the k first structs in the order of their keys. Structs with equal keys are in the order of their indices, so
// no two pairs of a key and an index are equal. A pass over all keys counts the values of one digit among the pairs
// that agree with the k-th pair in all higher digits, and thus finds this digit of the k-th pair. The passes begin with
// the highest digit of the key, and end with the lowest digit of the index. Passes that are not needed end at once. If
// the first digit leaves few candidates, the other passes read only these.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/warp/grid_reduce.cuh>
#include <heddle/warp/scan.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr unsigned max_digit_values = 1u << max_selection_digit_bits;

//! The digit that a pass finds: `bits` bits of a key or of an index, of which the lowest one is bit `shift`.
struct selection_digit {
    unsigned shift, bits;
    bool is_of_index;
};

//! Calls run(digit, number) for each digit of keys of key_bits bits, and then of indices of index_bits bits, until a
//! call returns an error. Returns the error.
template <class Run>
cudaError_t for_each_digit(unsigned key_bits, unsigned index_bits, Run const& run)
{
    unsigned number = 0;
    cudaError_t error = cudaSuccess;
    for (bool const is_of_index : {false, true}) {
        for (unsigned left = is_of_index ? index_bits : key_bits; left > 0 && error == cudaSuccess;) {
            unsigned const bits = left < max_selection_digit_bits ? left : max_selection_digit_bits;
            left -= bits;
            error = run(selection_digit{left, bits, is_of_index}, number++);
        }
    }
    return error;
}

//! The results of the passes so far. All bytes are 0 before the first pass.
template <class Digits>
struct selection_state {
    Digits other_key;           // the complement of the k-th key; bits that are not known are 0
    std::uint32_t other_index;  // the complement of the k-th index
    std::uint32_t smaller;      // pairs that precede all pairs that agree with the k-th in the known digits
    std::uint32_t candidates;   // pairs that precede or agree with the k-th in the first digit
    unsigned is_complete;       // not 0 if all pairs that agree with the k-th in the known digits are selected
    unsigned arrived;           // blocks of the pass
    unsigned kept, taken;       // candidates and selected pairs that were written
};

//! The greatest pair that may be selected.
template <class Digits>
struct selection_bound {
    Digits key;
    std::uint32_t index;

    HEDDLE_INLINE selection_bound(selection_state<Digits> const& state, Digits all_of_key, std::uint32_t all_of_index)
        : key(static_cast<Digits>(~state.other_key & all_of_key)), index(~state.other_index & all_of_index)
    {
    }

    HEDDLE_INLINE bool includes(Digits other_key, std::uint32_t other_index) const
    {
        return other_key < key || (other_key == key && other_index <= index);
    }
    //! Returns whether a pair agrees with the bound in all digits above the given one.
    HEDDLE_INLINE bool agrees(Digits other_key, std::uint32_t other_index, selection_digit digit) const
    {
        if (digit.is_of_index) return other_key == key && (other_index ^ index) >> digit.shift >> digit.bits == 0;
        return (other_key ^ key) >> digit.shift >> digit.bits == 0;
    }
};

#if defined(__CUDACC__)

//! Keys and their indices. Without indices, key k has index k.
template <class Digits>
struct key_list {
    Digits const* keys;
    std::uint32_t const* indices;
    std::size_t count;

    HEDDLE_INLINE Digits of(std::size_t k) const { return keys[k]; }
    HEDDLE_INLINE std::uint32_t index(std::size_t k) const
    {
        return indices == nullptr ? static_cast<std::uint32_t>(k) : indices[k];
    }
    HEDDLE_INLINE void keep(std::size_t, Digits) const {}
};
//! The keys that the first pass has stored: those of the candidates, if they are at most `capacity`, otherwise all.
template <class Digits>
struct stored_keys {
    static constexpr bool is_first = false;
    key_list<Digits> all, candidates;
    std::uint32_t capacity;

    HEDDLE_INLINE key_list<Digits> list(selection_state<Digits> const& state) const
    {
        if (state.candidates > capacity) return all;
        return {candidates.keys, candidates.indices, state.candidates};
    }
};
//! Computes keys from structs, and stores them.
template <class Key, class T>
struct keys_of_structs {
    static constexpr bool is_first = true;
    T const* structs;
    typename Key::type* keys;
    std::size_t count;

    HEDDLE_INLINE keys_of_structs list(selection_state<typename Key::type> const&) const { return *this; }
    HEDDLE_INLINE typename Key::type of(std::size_t k) const { return Key::of(structs[k]); }
    HEDDLE_INLINE std::uint32_t index(std::size_t k) const { return static_cast<std::uint32_t>(k); }
    HEDDLE_INLINE void keep(std::size_t k, typename Key::type key) const { keys[k] = key; }
};

//! Calls visit(i, k, keys.of(k)) for the thread's keys of a tile that begins at `start`. Key k is its key number i.
template <class Digits, class Keys, class Visit>
__device__ __forceinline__ void visit_keys(Keys const& keys, std::size_t start, Visit const& visit)
{
    Digits loaded[selection_items];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < selection_items; ++i) {
        std::size_t const k = start + i * selection_threads + threadIdx.x;
        loaded[i] = k < keys.count ? keys.of(k) : Digits{};
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < selection_items; ++i) {
        std::size_t const k = start + i * selection_threads + threadIdx.x;
        if (k < keys.count) visit(i, k, loaded[i]);
    }
}

//! Finds the value of a digit of the pair number `rank`, which is at least 1, among the counted pairs.
//! Group:    all threads of the block
template <class Digits>
__device__ __forceinline__ void choose_digit(unsigned const* counts, selection_digit digit, std::uint32_t rank,
                                             bool is_first, selection_state<Digits>& state)
{
    constexpr unsigned own_values = max_digit_values / selection_threads, warps = selection_threads / 32;
    static_assert(own_values * selection_threads == max_digit_values);
    __shared__ std::uint32_t sums[warps];
    warp_of_block const warp;
    unsigned const first = threadIdx.x * own_values, values = 1u << digit.bits;
    std::uint32_t own = 0;
    for (unsigned v = first; v < first + own_values && v < values; ++v) own += counts[v];
    std::uint32_t const to_own = heddle::inclusive_scan(warp, own);
    if (threadIdx.x % 32 == 31) sums[warp.meta_group_rank()] = to_own;
    __syncthreads();
    std::uint32_t before = to_own - own;
    for (unsigned w = 0; w < warp.meta_group_rank(); ++w) before += sums[w];
    if (rank <= before || rank - before > own) return;
    unsigned v = first;
    for (; rank - before > counts[v]; ++v) before += counts[v];
    std::uint32_t const complement = ~v & (values - 1);
    if (digit.is_of_index) {
        state.other_index |= complement << digit.shift;
    } else {
        state.other_key |= static_cast<Digits>(complement) << digit.shift;
    }
    state.smaller += before;
    if (is_first) state.candidates = before + counts[v];
    state.is_complete = rank - before == counts[v];
}

//! Counts the values of a digit. The last block finds the digit of the k-th pair. `counts` are 0 before the launch.
template <class Digits, class Keys>
__global__ void __launch_bounds__(selection_threads)
    count_digits_kernel(Keys all_keys, std::uint32_t k, Digits all_of_key, std::uint32_t all_of_index,
                        selection_digit digit, unsigned* counts, selection_state<Digits>* state)
{
    if (state->is_complete != 0) return;
    auto const keys = all_keys.list(*state);
    __shared__ unsigned of_block[max_digit_values];
    __shared__ bool is_last;
    for (unsigned v = threadIdx.x; v < max_digit_values; v += selection_threads) of_block[v] = 0;
    selection_bound<Digits> const bound(*state, all_of_key, all_of_index);
    __syncthreads();
    constexpr std::size_t tile = selection_threads * selection_items;
    for (std::size_t start = blockIdx.x * tile; start < keys.count; start += gridDim.x * tile) {
        detail::visit_keys<Digits>(keys, start, [&](unsigned, std::size_t place, Digits key) HEDDLE_INLINE_LAMBDA {
            std::uint32_t const index = keys.index(place);
            keys.keep(place, key);
            if (!bound.agrees(key, index, digit)) return;
            auto const shifted = digit.is_of_index ? index >> digit.shift : static_cast<unsigned>(key >> digit.shift);
            atomicAdd(of_block + (shifted & ((1u << digit.bits) - 1)), 1u);
        });
    }
    __syncthreads();
    for (unsigned v = threadIdx.x; v < max_digit_values; v += selection_threads) {
        if (of_block[v] != 0) atomicAdd(counts + v, of_block[v]);
    }
    __syncthreads();
    if (threadIdx.x == 0) is_last = detail::arrives_last(&state->arrived, gridDim.x, blockIdx.x);
    __syncthreads();
    if (is_last) detail::choose_digit(counts, digit, k - state->smaller, Keys::is_first, *state);
}

//! Writes the pairs up to the bound in any order, and counts them in `taken`. Does nothing if there are more than
//! `capacity` candidates.
template <class Digits>
__global__ void __launch_bounds__(selection_threads)
    take_selected_kernel(stored_keys<Digits> all_keys, std::uint32_t capacity, Digits all_of_key,
                         std::uint32_t all_of_index, selection_state<Digits> const* state, unsigned* taken,
                         Digits* selected_keys, std::uint32_t* selected_indices)
{
    if (state->candidates > capacity) return;
    key_list<Digits> const keys = all_keys.list(*state);
    selection_bound<Digits> const bound(*state, all_of_key, all_of_index);
    warp_of_block const warp;
    constexpr std::size_t tile = selection_threads * selection_items;
    for (std::size_t start = blockIdx.x * tile; start < keys.count; start += gridDim.x * tile) {
        std::uint32_t chosen = 0;
        Digits key_of[selection_items] = {};
        detail::visit_keys<Digits>(keys, start, [&](unsigned i, std::size_t place, Digits key) HEDDLE_INLINE_LAMBDA {
            key_of[i] = key;
            chosen |= static_cast<std::uint32_t>(bound.includes(key, keys.index(place))) << i;
        });
        auto const own = static_cast<std::uint32_t>(__popc(chosen));
        if (warp.ballot(own != 0) == 0) continue;
        std::uint32_t const to_own = heddle::inclusive_scan(warp, own);
        std::uint32_t place = 0;
        if (threadIdx.x % 32 == 31) place = detail::fetch_add(*taken, to_own);
        place = warp.shfl(place, 31) + to_own - own;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < selection_items; ++i) {
            if ((chosen >> i & 1u) == 0) continue;
            selected_keys[place] = key_of[i];
            selected_indices[place++] = keys.index(start + i * selection_threads + threadIdx.x);
        }
    }
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
