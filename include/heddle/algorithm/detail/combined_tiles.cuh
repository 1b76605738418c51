// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of a block that merges two sorted arrays, or stores the elements of a set operation: it loads the rows of
// its part of both arrays, finds the numbers of the rows to store, and stores these rows in order.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/merge_numbers.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/merge_rows.cuh>
#include <heddle/algorithm/detail/merge_tiles.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/scan.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The elements that a set operation stores. Of m and n equal elements in the two arrays, min(m, n) pairs lie in both,
//! and the others only in the first array or only in the second. A pair is stored as its element of the first array.
struct set_operation {
    bool only_first, both, only_second;
};
inline constexpr set_operation union_of_sets{true, true, true}, intersection_of_sets{false, true, false},
    difference_of_sets{true, false, false}, symmetric_difference_of_sets{true, false, true};

//! The type of values of algorithms that have none.
struct no_values {};
template <class Value>
inline constexpr unsigned value_row_bytes = merge_rows<Value>::row_bytes;
template <>
inline constexpr unsigned value_row_bytes<no_values> = 0;

template <class T, class Value>
inline constexpr merge_shape combined_shape_of = make_merge_shape(merge_rows<T>::row_bytes > value_row_bytes<Value>
                                                                      ? merge_rows<T>::row_bytes
                                                                      : value_row_bytes<Value>,
                                                                  combined_tile_bytes);

//! The shared memory of a block that combines a tile. Rows of values replace those of keys.
template <class T, class Value>
struct combined_memory {
    static constexpr merge_shape shape = combined_shape_of<T, Value>;
    static constexpr unsigned capacity = shape.capacity(), warps = shape.threads / 32;
    static constexpr unsigned row_bytes =
        merge_rows<T>::row_bytes > value_row_bytes<Value> ? merge_rows<T>::row_bytes : value_row_bytes<Value>;

    alignas(128) std::byte rows[std::size_t{capacity} * row_bytes];
    alignas(8) row_number numbers[2][capacity];
    run_cut<std::size_t> cuts[2];
    unsigned stored_by_warp[warps];
    std::size_t tile, place;
};

//! The rows of a tile, of which `first_count` come from the first array.
struct combined_rows {
    unsigned first_count, count;
};

//! The rows that a tile stores, and their place in the result.
struct stored_rows {
    std::size_t place;
    unsigned count;
};

//! Stores all elements, in the order of a stable merge.
struct merge_of_arrays {
    //! The number of elements between the ends of two tiles.
    HEDDLE_HOST_DEVICE static constexpr unsigned stride(unsigned capacity) { return capacity; }

    template <class Search>
    HEDDLE_DEVICE_INLINE static run_cut<std::size_t> cut(run_pair<std::size_t> const& pair, std::size_t output,
                                                         Search const& search)
    {
        return pair.cut(output, search);
    }

    template <class Memory>
    HEDDLE_DEVICE_INLINE std::size_t claim(Memory&) const
    {
        return blockIdx.x;
    }

    //! Sets memory.numbers[0] to the numbers of the rows to store.
    template <class Memory, class Precedes>
    HEDDLE_DEVICE_INLINE stored_rows arrange(Memory& memory, std::size_t tile, bool, combined_rows const& rows,
                                             Precedes const& precedes) const
    {
        unsigned const first = threadIdx.x * Memory::shape.items;
        unsigned const last = first + Memory::shape.items < rows.count ? first + Memory::shape.items : rows.count;
        if (first < last) {
            detail::merge_part(
                {0, rows.first_count, rows.count}, rows.count, rows.count, first, last, memory.numbers[0],
                [](unsigned k) HEDDLE_INLINE_LAMBDA { return static_cast<row_number>(k); }, precedes);
        }
        __syncthreads();
        return {tile * stride(Memory::capacity), rows.count};
    }
};

//! Stores the elements of a set operation. Blocks find the places of their elements by decoupled look-back.
struct set_of_arrays {
    set_operation operation;
    look_back<count_states> shared;
    std::size_t max_stored;
    std::ptrdiff_t* stored;

    //! A tile has up to one more element, because a balanced cut may lie one element before its place.
    HEDDLE_HOST_DEVICE static constexpr unsigned stride(unsigned capacity) { return capacity - 1; }

    template <class Search>
    HEDDLE_DEVICE_INLINE static run_cut<std::size_t> cut(run_pair<std::size_t> const& pair, std::size_t output,
                                                         Search const& search)
    {
        return pair.balanced_cut(output, search);
    }

    template <class Memory>
    HEDDLE_DEVICE_INLINE std::size_t claim(Memory& memory) const
    {
        if (shared.claimed == nullptr) return 0;
        if (threadIdx.x == 0) memory.tile = detail::claim_tile(shared.claimed);
        __syncthreads();
        return memory.tile;
    }

    template <class Memory, class Precedes>
    HEDDLE_DEVICE_INLINE stored_rows arrange(Memory& memory, std::size_t tile, bool is_last, combined_rows const& rows,
                                             Precedes const& precedes) const
    {
        constexpr unsigned items = Memory::shape.items, threads = Memory::shape.threads;
        unsigned const thread = threadIdx.x, warp_number = thread / 32;
        auto const warp = detail::warp_of(this_block<threads>());
        run_pair<unsigned> const pair{0, rows.first_count, rows.count};
        unsigned const output = thread * items < rows.count ? thread * items : rows.count;
        run_cut<unsigned> const begin = pair.balanced_cut(output, thread_search<Precedes>{precedes});
        memory.numbers[0][thread] = static_cast<row_number>(begin.first);
        memory.numbers[1][thread] = static_cast<row_number>(begin.second);
        __syncthreads();
        bool const ends = thread + 1 == threads;
        unsigned const end_first = ends ? rows.first_count : memory.numbers[0][thread + 1];
        unsigned const end_second =
            rows.first_count + (ends ? rows.count - rows.first_count : unsigned{memory.numbers[1][thread + 1]});
        unsigned a = begin.first, b = rows.first_count + begin.second;

        row_number numbers[items + 1];
        unsigned is_stored = 0;
        HEDDLE_UNROLL
        for (unsigned k = 0; k <= items; ++k) {
            bool const has_a = a < end_first, has_b = b < end_second;
            bool const takes_a = has_a && !(has_b && precedes(b, a));
            bool const takes_b = has_b && !(takes_a && (!has_b || precedes(a, b)));
            bool const stores = takes_a && takes_b ? operation.both
                                : takes_a          ? operation.only_first
                                                   : takes_b && operation.only_second;
            numbers[k] = static_cast<row_number>(takes_a ? a : b);
            is_stored |= unsigned{stores} << k;
            a += takes_a;
            b += takes_b;
        }

        unsigned const own = static_cast<unsigned>(__popc(is_stored));
        unsigned const in_warp = heddle::inclusive_scan(warp, own, plus{});
        if (thread % 32 == 31) memory.stored_by_warp[warp_number] = in_warp;
        __syncthreads();
        unsigned before = in_warp - own, count = 0;
        HEDDLE_UNROLL
        for (unsigned w = 0; w < Memory::warps; ++w) {
            unsigned const of_warp = memory.stored_by_warp[w];
            before += w < warp_number ? of_warp : 0;
            count += of_warp;
        }
        // If the order is none, because keys are NaN for example, the parts of threads may overlap.
        HEDDLE_UNROLL
        for (unsigned k = 0; k <= items; ++k) {
            if ((is_stored >> k & 1u) != 0 && before < Memory::capacity) memory.numbers[0][before++] = numbers[k];
        }
        count = count < Memory::capacity ? count : Memory::capacity;
        if (warp_number == 0) {
            std::uint64_t const earlier = detail::exclusive_count(warp, shared, tile, count);
            if (thread == 0) {
                memory.place = fitting(earlier);
                if (is_last) *stored = static_cast<std::ptrdiff_t>(fitting(earlier + count));
            }
        }
        __syncthreads();
        std::size_t const place = memory.place, end = fitting(place + count);
        return {place, static_cast<unsigned>(end - place)};
    }

private:
    //! If the order is none, tiles may overlap, so that more elements are found than fit.
    HEDDLE_DEVICE_INLINE std::size_t fitting(std::size_t place) const
    {
        return place < max_stored ? place : max_stored;
    }
};

//! Two sorted arrays, their values, and the arrays for the result.
template <class T, class Value>
struct combined_arrays {
    joined_arrays<T> keys;
    std::size_t count;
    T* out;
    joined_arrays<Value> values;
    Value* values_out;
};
template <class T>
struct combined_arrays<T, no_values> {
    joined_arrays<T> keys;
    std::size_t count;
    T* out;
};

//! Returns the end of the tile before `tile` in both arrays.
//! Group:    a warp
template <class T, class Combination, class Order>
HEDDLE_DEVICE_INLINE run_cut<std::size_t> cut_before_tile(std::byte* rows_memory, joined_arrays<T> const& keys,
                                                          std::size_t count, std::size_t output, Order& order)
{
    if (output >= count) return {keys.first_count, count - keys.first_count};
    merge_rows<T> const rows(rows_memory);
    return Combination::cut({0, keys.first_count, count}, output, warp_search<T, Order>{rows, keys, order});
}

//! Combines one tile. cuts[t] is the end of the tile before tile t. If `cuts` is null, the block finds its cuts.
//! Group:    all threads of the block
template <class T, class Value, class Combination, class Order>
HEDDLE_DEVICE_INLINE void combine_tile(combined_memory<T, Value>& memory, combined_arrays<T, Value> const& arrays,
                                       run_cut<std::size_t> const* cuts, Combination const& combination, Order& order)
{
    using memory_type = combined_memory<T, Value>;
    constexpr unsigned capacity = memory_type::capacity;
    this_block<memory_type::shape.threads> const block;
    std::size_t const tile = combination.claim(memory), start = tile * Combination::stride(capacity);
    run_cut<std::size_t> begin, end;
    if (cuts != nullptr) {
        begin = cuts[tile];
        end = cuts[tile + 1];
    } else {
        unsigned const warp = threadIdx.x / 32;
        if (warp < 2) {
            auto const cut = detail::cut_before_tile<T, Combination>(
                memory.rows + warp * merge_probe_bytes<T>, arrays.keys, arrays.count,
                start + warp * Combination::stride(capacity), order);
            if (threadIdx.x % 32 == 0) memory.cuts[warp] = cut;
        }
        block.sync();
        begin = memory.cuts[0];
        end = memory.cuts[1];
    }
    // If the order is none, the cuts may lie in any order.
    auto const between = [](std::size_t from, std::size_t to, unsigned most) HEDDLE_INLINE_LAMBDA {
        std::size_t const count = to > from ? to - from : 0;
        return count < most ? static_cast<unsigned>(count) : most;
    };
    unsigned const first_count = between(begin.first, end.first, capacity);
    unsigned const second_count = between(begin.second, end.second, capacity - first_count);
    merge_rows<T> const rows(memory.rows);
    rows.load(block, arrays.keys.first + begin.first, first_count, arrays.keys.second + begin.second, second_count);
    block.sync();
    stored_rows const stored =
        combination.arrange(memory, tile, start + Combination::stride(capacity) >= arrays.count,
                            combined_rows{first_count, first_count + second_count}, row_order<T, Order>{rows, order});
    rows.store(block, arrays.out + stored.place, stored.count, memory.numbers[0]);
    if constexpr (!std::is_same_v<Value, no_values>) {
        merge_rows<Value> const values(memory.rows);
        block.sync();
        values.load(block, arrays.values.first + begin.first, first_count, arrays.values.second + begin.second,
                    arrays.values.second == nullptr ? 0 : second_count);
        block.sync();
        values.store(block, arrays.values_out + stored.place, stored.count, memory.numbers[0]);
    }
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
