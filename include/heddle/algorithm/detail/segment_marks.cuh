// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Marks where segments begin: one bit for each element. Segment s has elements offsets[s] … offsets[s + 1] - 1.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/atomics.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Iterator>
inline constexpr bool has_integral_values =
    std::is_integral_v<std::decay_t<decltype(*std::declval<Iterator const&>())>>;

template <class Offsets>
constexpr void require_offsets()
{
    static_assert(has_integral_values<unwrapped_t<Offsets>>, "heddle: offsets of segments must be integers");
}

//! The words of the bits of `count` elements, and one more, so that two neighboring words can be read.
HEDDLE_HOST_DEVICE constexpr std::size_t mark_words(std::size_t count) { return divide_up(count, 32) + 1; }

//! One block clears the bits and marks them if there are few of both. Otherwise the bits are cleared before.
inline constexpr unsigned mark_threads = 256, mark_threads_alone = 1024;
inline constexpr std::size_t max_segments_marked_alone = 1u << 14, max_words_marked_alone = 1u << 13;

#if defined(__CUDACC__)

//! Marks the first element of each segment that is not empty, and element 0.
template <class Offsets>
__global__ void mark_segments_kernel(Offsets offsets, std::size_t segment_count, std::size_t count,
                                     std::uint32_t* marks)
{
    unsigned const lane = threadIdx.x % 32;
    if (gridDim.x == 1) {
        for (std::size_t word = threadIdx.x; word < detail::mark_words(count); word += blockDim.x) marks[word] = 0;
        __syncthreads();
    }
    std::size_t const threads = std::size_t{gridDim.x} * blockDim.x;
    std::size_t const own = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (own == 0) detail::fetch_or(marks[0], 1u);
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t s = own; s - lane < segment_count; s += threads) {
        auto const offset_at = [&](std::size_t k) {
            return static_cast<std::size_t>(*(offsets + static_cast<std::ptrdiff_t>(k)));
        };
        std::size_t const begin = s < segment_count ? offset_at(s) : count;
        bool const is_new = begin < count && (s == 0 || offset_at(s - 1) != begin);
        // Lanes whose bits are in the same word are neighbors. The last of them has the bits of all.
        std::size_t const word = begin / 32;
        std::uint32_t bits = is_new ? std::uint32_t{1} << begin % 32 : 0;
        HEDDLE_UNROLL
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            std::size_t const other_word = __shfl_up_sync(0xffffffffu, word, distance);
            std::uint32_t const other = __shfl_up_sync(0xffffffffu, bits, distance);
            if (lane >= distance && other_word == word) bits |= other;
        }
        std::size_t const next_word = __shfl_down_sync(0xffffffffu, word, 1);
        if (bits != 0 && (lane == 31 || next_word != word)) detail::fetch_or(marks[word], bits);
    }
}

template <class Offsets>
cudaError_t mark_segments(cudaStream_t stream, Offsets const& offsets, std::size_t segment_count, std::size_t count,
                          std::uint32_t* marks)
{
    bool const alone =
        segment_count <= max_segments_marked_alone && detail::mark_words(count) <= max_words_marked_alone;
    if (!alone) {
        auto const cleared = cudaMemsetAsync(marks, 0, detail::mark_words(count) * sizeof(std::uint32_t), stream);
        if (cleared != cudaSuccess) return cleared;
    }
    // At least two blocks, because one block would clear the bits.
    std::size_t const blocks = alone ? 1 : detail::divide_up(segment_count, mark_threads) + 1;
    return detail::launch(stream, blocks, alone ? mark_threads_alone : mark_threads, mark_segments_kernel<Offsets>,
                          offsets, segment_count, count, marks);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
