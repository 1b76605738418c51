// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Merges the sorted parts of long segments, of which each tile has one or two. One grid runs all passes.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The numbers of elements that the outputs before a place and before a later one take from the first run.
struct taken_elements {
    std::size_t before, behind;
};

//! Waits until all blocks of the grid have arrived `times` times.
//! Group: all threads of the grid, whose blocks run at the same time
HEDDLE_DEVICE_INLINE void wait_for_grid(unsigned& arrived, unsigned times)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (*static_cast<unsigned volatile*>(&arrived) < times * gridDim.x) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

//! Merges all long segments, of which the first `kept` elements are kept. If `divided` is not null, the warps of the
//! grid first divide the merges of each pass: divided[t] is the number of elements that the tiles of a pair before tile
//! t take from the first run. Otherwise, each block divides the merges of its tile.
//! Merges:   taken(memory, pair, output, left) returns pair.taken(output), for a warp; merge(memory, pair, outputs,
//!           taken, left) sets outputs of the pair, for a block. `left` passes are left to do for the segment
//! Requires: divided is null, or kept >= across.count
template <class Merges>
__global__ void __launch_bounds__(Merges::tile::threads, Merges::min_blocks)
    merge_segments_kernel(Merges merges, long_segments<typename Merges::tile> const across, std::size_t kept,
                          std::size_t* divided, bool is_marked, segment_passes* passes)
{
    __shared__ std::size_t found[2];
    __shared__ unsigned most_passes;
    auto& memory = heddle::dynamic_shared<typename Merges::memory>();
    constexpr unsigned size = Merges::tile::size, warps = Merges::tile::threads / 32;
    std::size_t const tiles = across.tiles();
    if (threadIdx.x == 0) most_passes = is_marked ? passes->count : 0;
    __syncthreads();
    for (std::size_t t = threadIdx.x + 1; !is_marked && t < tiles; t += Merges::tile::threads) {
        atomicMax(&most_passes, across.passes_of(across.at(t, 0)));
    }
    __syncthreads();
    unsigned const pass_count = most_passes, warp = threadIdx.x / 32;
    unsigned barriers = 0;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned number = 0; number < pass_count; ++number) {
        if (number > 0) detail::wait_for_grid(passes->arrived, ++barriers);
        if (divided != nullptr) {
            std::size_t const step = std::size_t{gridDim.x} * warps;
            HEDDLE_DO_NOT_UNROLL
            for (std::size_t tile = std::size_t{blockIdx.x} * warps + warp; tile < tiles; tile += step) {
                segment_range const segment = across.at(tile, 0);
                unsigned const own_passes = across.passes_of(segment);
                if (number >= own_passes) continue;
                auto const pair = across.pair_of(tile, segment, number);
                if (tile * size <= pair.begin) continue;
                std::size_t const taken = merges.taken(memory, pair, tile * size - pair.begin, own_passes - number);
                if (threadIdx.x % 32 == 0) divided[tile] = taken;
            }
            detail::wait_for_grid(passes->arrived, ++barriers);
        }
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t part = blockIdx.x; part < 2 * tiles; part += gridDim.x) {
            unsigned const side = part < tiles ? 0 : 1;
            std::size_t const tile = part - side * tiles;
            taken_elements taken{0, 0};  // loaded before the segment is known
            if (divided != nullptr) taken = {divided[tile], tile + 1 < tiles ? divided[tile + 1] : 0};
            segment_range const segment = across.at(tile, side);
            unsigned const own_passes = across.passes_of(segment);
            if (number >= own_passes) continue;
            unsigned const left = own_passes - number;
            auto const pair = across.pair_of(tile, segment, number);
            segment_range const outputs = across.part_in(tile, segment_range{pair.begin, pair.end}.first(kept));
            if (outputs.is_empty()) continue;
            if (divided == nullptr) {
                if (warp < 2) {
                    std::size_t const output = (warp == 0 ? outputs.begin : outputs.end) - pair.begin;
                    std::size_t const own = merges.taken(memory, pair, output, left);
                    if (threadIdx.x % 32 == 0) found[warp] = own;
                }
                __syncthreads();
                taken = {found[0], found[1]};
            } else {
                if (outputs.begin == pair.begin) taken.before = 0;
                if (outputs.end == pair.end) taken.behind = pair.middle - pair.begin;
            }
            merges.merge(memory, pair, outputs, taken, left);
            __syncthreads();
        }
    }
}

//! Launches at most shape.block_count blocks, all of which run at the same time.
template <class... Parameter, class... Argument>
cudaError_t launch_together(launch_shape const& shape, resident_block_counts& known, void (*kernel)(Parameter...),
                            Argument const&... arguments)
{
    std::size_t blocks = 0;
    cudaError_t const error =
        detail::count_resident_blocks(blocks, known, kernel, shape.block_threads, 8, shape.shared_bytes);
    if (error != cudaSuccess) return error;
    if (shape.block_count < blocks) blocks = shape.block_count;
    auto const launch_with = [&](Parameter... parameter) {
        void* addresses[] = {const_cast<void*>(static_cast<void const*>(detail::address_of(parameter)))...};
        return ::cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), dim3(static_cast<unsigned>(blocks)),
                                             dim3(shape.block_threads), addresses, shape.shared_bytes, shape.stream);
    };
    return launch_with(Parameter(arguments)...);
}

//! The tiles of a sort of segments, and its storage. One tile needs no merges.
template <class Merges>
class merged_tiles {
public:
    using long_ones = long_segments<typename Merges::tile>;

    merged_tiles(std::size_t count, std::size_t segment_count)
        : count_(count), segment_count_(segment_count), tiles_(long_ones::tile_count(count))
    {
    }

    void take(temporary_storage& storage)
    {
        if (tiles_ > 1 || is_marked()) {
            marks_ = storage.take<std::uint32_t>(detail::mark_words(count_ + bits_behind_marks));
        }
        if (tiles_ < 2) return;
        segments_ = storage.take<segment_range>(tiles_);
        divided_ = tiles_ > Merges::max_tiles_divided_by_blocks ? storage.take<std::size_t>(tiles_) : nullptr;
    }
    std::size_t count() const { return count_; }
    std::size_t tiles() const { return tiles_; }
    //! Returns the marks of segments, or null if blocks read the offsets themselves, because there are few.
    std::uint32_t const* marks() const { return is_marked() ? marks_ : nullptr; }
    long_ones across() const { return {count_, segments_}; }
    //! Returns the state of the passes. It follows the marks in memory, so that one call clears both.
    segment_passes* passes() const
    {
        return tiles_ < 2 ? nullptr : reinterpret_cast<segment_passes*>(marks_ + detail::mark_words(count_));
    }

    //! Marks the segments for the kernel that sorts tiles.
    template <class Offsets>
    cudaError_t mark(cudaStream_t stream, Offsets const& offsets) const
    {
        if (!is_marked()) return cudaSuccess;
        return detail::mark_segments(stream, offsets, segment_count_, count_ + bits_behind_marks, marks_);
    }
    //! Merges the long segments.
    cudaError_t merge(cudaStream_t stream, Merges const& merges, std::size_t kept) const
    {
        if (tiles_ < 2) return cudaSuccess;
        constexpr std::size_t shared_bytes = sizeof(typename Merges::memory);
        cudaError_t const error = detail::allow_shared_bytes(merge_segments_kernel<Merges>, shared_bytes);
        if (error != cudaSuccess) return error;
        static resident_block_counts known;
        return detail::launch_together({stream, 2 * tiles_, Merges::tile::threads, shared_bytes}, known,
                                       merge_segments_kernel<Merges>, merges, across(), kept,
                                       kept < count_ ? nullptr : divided_, is_marked(), passes());
    }

private:
    static constexpr std::size_t bits_behind_marks = 32 * sizeof(segment_passes) / sizeof(std::uint32_t);
    static constexpr std::size_t max_unmarked_tiles = 256, max_unmarked_segments = 4096;

    bool is_marked() const { return tiles_ > max_unmarked_tiles || segment_count_ > max_unmarked_segments; }

    std::size_t const count_, segment_count_, tiles_;
    std::uint32_t* marks_ = nullptr;
    segment_range* segments_ = nullptr;
    std::size_t* divided_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
