// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements as rows in shared memory: loaded from consecutive elements of an array, and stored in any order.
#pragma once

#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/copy_async.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/thread.cuh>
#include <heddle/detail/memory_word.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The elements of two arrays, which are numbered from the first array on.
template <class T>
struct joined_arrays {
    T const *first, *second;
    std::size_t first_count;

    HEDDLE_DEVICE_INLINE T const* operator+(std::size_t k) const
    {
        return k < first_count ? first + k : second + (k - first_count);
    }
};

//! Rows of elements in shared memory. Elements move in units of their alignment: consecutive threads copy consecutive
//! units, so that global memory is accessed in whole sectors.
template <class T>
class merge_rows {
public:
    static constexpr unsigned row_bytes = static_cast<unsigned>(merge_row_bytes(sizeof(T), alignof(T)));

    HEDDLE_DEVICE_INLINE explicit merge_rows(std::byte* memory) : memory_(memory) {}

    HEDDLE_DEVICE_INLINE T const& operator[](unsigned row) const
    {
        return *reinterpret_cast<T const*>(memory_ + row * row_bytes);
    }

    //! Loads first[0 … first_count - 1], and then second[0 … second_count - 1], to consecutive rows.
    //! Group:    all threads of the block, which see the rows after a sync
    template <class Block>
    HEDDLE_DEVICE_INLINE void load(Block const& block, T const* first, unsigned first_count, T const* second,
                                   unsigned second_count) const
    {
        with_unit(first, second, [&](auto unit_size) HEDDLE_INLINE_LAMBDA {
            constexpr unsigned bytes = decltype(unit_size)::value, units = units_of<bytes>;
            unsigned const of_first = first_count * units, count = of_first + second_count * units;
            HEDDLE_UNROLL_4
            for (unsigned u = block.thread_rank(); u < count; u += Block::num_threads()) {
                auto const* const from = reinterpret_cast<std::byte const*>(u < of_first ? first : second);
                detail::copy_word_async<bytes, copied_through::l1_and_l2>(
                    memory_ + u / units * row_bytes + u % units * bytes,
                    from + std::size_t{u < of_first ? u : u - of_first} * bytes);
            }
        });
        detail::await_copied_words();
    }

    //! Loads element place(k) to row k, for each k < count for which exists(k) is true.
    //! Group:    a warp, whose lanes see the rows afterwards
    template <class Exists, class Place>
    HEDDLE_DEVICE_INLINE void load_in_warp(joined_arrays<T> const& elements, unsigned count, Exists const& exists,
                                           Place const& place) const
    {
        with_unit(elements.first, elements.second, [&](auto unit_size) HEDDLE_INLINE_LAMBDA {
            constexpr unsigned bytes = decltype(unit_size)::value, units = units_of<bytes>;
            HEDDLE_UNROLL_4
            for (unsigned u = detail::thread_in_block() % 32; u < count * units; u += 32) {
                unsigned const row = u / units, at = u % units * bytes;
                if (!exists(row)) continue;
                detail::copy_word_async<bytes, copied_through::l1_and_l2>(
                    memory_ + row * row_bytes + at, reinterpret_cast<std::byte const*>(elements + place(row)) + at);
            }
        });
        detail::await_copied_words();
        __syncwarp();
    }

    //! Sets out[k] to row numbers[k], for each k < count.
    //! Group:    all threads of the block
    template <class Block, class Number>
    HEDDLE_DEVICE_INLINE void store(Block const& block, T* out, unsigned count, Number const* numbers) const
    {
        with_unit(out, out, [&](auto unit_size) HEDDLE_INLINE_LAMBDA {
            constexpr unsigned bytes = decltype(unit_size)::value, units = units_of<bytes>;
            using unit = typename moved_at_once<bytes>::type;
            auto* const to = reinterpret_cast<std::byte*>(out);
            HEDDLE_UNROLL_4
            for (unsigned u = block.thread_rank(); u < count * units; u += Block::num_threads()) {
                auto const* const row = memory_ + numbers[u / units] * row_bytes;
                detail::write_as(to + std::size_t{u} * bytes, detail::read_as<unit>(row + u % units * bytes));
            }
        });
    }

private:
    template <unsigned Bytes>
    static constexpr unsigned units_of = static_cast<unsigned>(sizeof(T) / Bytes);

    //! Calls move with the size of a unit: the alignment of T, but at most 16. If it is less than 4, but both arrays
    //! and the size of T are multiples of 4, the size is 4.
    template <class Move>
    HEDDLE_DEVICE_INLINE static void with_unit(T const* first, T const* second, Move const& move)
    {
        constexpr unsigned bytes = alignof(T) < 16 ? static_cast<unsigned>(alignof(T)) : 16;
        if constexpr (bytes < 4 && sizeof(T) % 4 == 0) {
            if ((reinterpret_cast<std::uintptr_t>(first) | reinterpret_cast<std::uintptr_t>(second)) % 4 == 0) {
                move(std::integral_constant<unsigned, 4>());
                return;
            }
        }
        move(std::integral_constant<unsigned, bytes>());
    }

    std::byte* const memory_;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
