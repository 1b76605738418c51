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
//! Merges:   taken(memory, pair, output, left) returns pair.taken(output), for a warp; merge(memory, pair, from, to,
//!           known, left) sets outputs from … to - 1, for a block. `left` passes are left to do for the segment
//! Requires: divided is null, or kept >= across.count
template <class Merges>
__global__ void __launch_bounds__(Merges::tile::threads, Merges::min_blocks)
    merge_segments_kernel(Merges merges, long_segments<typename Merges::tile> const across, std::size_t kept,
                          std::size_t* divided, segment_passes* passes)
{
    __shared__ std::size_t found[2];
    auto& memory = heddle::dynamic_shared<typename Merges::memory>();
    constexpr unsigned size = Merges::tile::size, warps = Merges::tile::threads / 32;
    unsigned const pass_count = passes->count, warp = threadIdx.x / 32;
    unsigned barriers = 0;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned number = 0; number < pass_count; ++number) {
        if (number > 0) detail::wait_for_grid(passes->arrived, ++barriers);
        if (divided != nullptr) {
            std::size_t const step = std::size_t{gridDim.x} * warps;
            HEDDLE_DO_NOT_UNROLL
            for (std::size_t tile = std::size_t{blockIdx.x} * warps + warp; tile * size < across.count; tile += step) {
                segment_range const segment = across.before(tile);
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
        for (std::size_t tile = blockIdx.x; tile * size < across.count; tile += gridDim.x) {
            std::size_t const start = tile * size, rest = across.count - start;
            std::size_t const tile_end = start + (rest < size ? rest : size);
            taken_elements known{0, 0};  // loaded before the segments are known
            if (divided != nullptr) known = {divided[tile], rest > size ? divided[tile + 1] : 0};
            HEDDLE_DO_NOT_UNROLL
            for (unsigned side = 0; side < 2; ++side) {
                segment_range const segment = side == 0 ? across.before(tile) : across.behind(tile);
                unsigned const own_passes = across.passes_of(segment);
                if (number >= own_passes || (side == 1 && segment.begin < start)) continue;
                unsigned const left = own_passes - number;
                auto const pair = across.pair_of(tile, segment, number);
                std::size_t const end = pair.end - pair.begin < kept ? pair.end : pair.begin + kept;
                std::size_t const from = start > pair.begin ? start : pair.begin, to = tile_end < end ? tile_end : end;
                if (from >= to) continue;
                taken_elements taken{known.before, known.behind};
                if (divided == nullptr) {
                    if (warp < 2) {
                        std::size_t const own = merges.taken(memory, pair, (warp == 0 ? from : to) - pair.begin, left);
                        if (threadIdx.x % 32 == 0) found[warp] = own;
                    }
                    __syncthreads();
                    taken = {found[0], found[1]};
                } else {
                    if (from <= pair.begin) taken.before = 0;
                    if (to >= pair.end) taken.behind = pair.middle - pair.begin;
                }
                merges.merge(memory, pair, from, to, taken, left);
                __syncthreads();
            }
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

//! The tiles of a sort of segments, and its storage. If there is one tile, it needs no storage and no merges.
template <class Merges>
class merged_tiles {
public:
    using long_ones = long_segments<typename Merges::tile>;

    explicit merged_tiles(std::size_t count) : count_(count), tiles_(long_ones::tile_count(count)) {}

    void take(temporary_storage& storage)
    {
        if (tiles_ < 2) return;
        marks_ = storage.take<std::uint32_t>(detail::mark_words(count_ + bits_behind_marks));
        segments_ = storage.take<segment_range>(tiles_);
        divided_ = tiles_ > Merges::max_tiles_divided_by_blocks ? storage.take<std::size_t>(tiles_) : nullptr;
    }
    std::size_t count() const { return count_; }
    std::size_t tiles() const { return tiles_; }
    std::uint32_t const* marks() const { return marks_; }
    long_ones across() const { return {count_, segments_}; }
    //! Returns the state of passes. It lies behind the marks, which are cleared with it.
    segment_passes* passes() const
    {
        return tiles_ < 2 ? nullptr : reinterpret_cast<segment_passes*>(marks_ + detail::mark_words(count_));
    }

    //! Marks the segments for the kernel that sorts tiles.
    template <class Offsets>
    cudaError_t mark(cudaStream_t stream, Offsets const& offsets, std::size_t segment_count) const
    {
        if (tiles_ < 2) return cudaSuccess;
        return detail::mark_segments(stream, offsets, segment_count, count_ + bits_behind_marks, marks_);
    }
    //! Merges the long segments.
    cudaError_t merge(cudaStream_t stream, Merges const& merges, std::size_t kept) const
    {
        if (tiles_ < 2) return cudaSuccess;
        constexpr std::size_t shared_bytes = sizeof(typename Merges::memory);
        cudaError_t const error = detail::allow_shared_bytes(merge_segments_kernel<Merges>, shared_bytes);
        if (error != cudaSuccess) return error;
        static resident_block_counts known;
        return detail::launch_together({stream, tiles_, Merges::tile::threads, shared_bytes}, known,
                                       merge_segments_kernel<Merges>, merges, across(), kept,
                                       kept < count_ ? nullptr : divided_, passes());
    }

private:
    static constexpr std::size_t bits_behind_marks = 32 * sizeof(segment_passes) / sizeof(std::uint32_t);

    std::size_t const count_, tiles_;
    std::uint32_t* marks_ = nullptr;
    segment_range* segments_ = nullptr;
    std::size_t* divided_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
