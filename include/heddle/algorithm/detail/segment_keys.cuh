// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs within segments by keys of at most 8 bytes: tiles of keys in shared memory, then merges.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/segment_merges.cuh>
#include <heddle/algorithm/detail/segment_tile_sort.cuh>
#include <heddle/algorithm/detail/segment_tiles.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Launches a grid whose blocks all run at the same time.
template <class... Parameter, class... Argument>
cudaError_t launch_together(cudaStream_t stream, std::size_t most_blocks, unsigned block_threads,
                            resident_block_counts& known, void (*kernel)(Parameter...), Argument const&... arguments)
{
    std::size_t blocks = 0;
    cudaError_t const error = detail::count_resident_blocks(blocks, known, kernel, block_threads, 8);
    if (error != cudaSuccess) return error;
    auto const launch_with = [&](Parameter... parameter) {
        void* addresses[] = {const_cast<void*>(static_cast<void const*>(detail::address_of(parameter)))...};
        return ::cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel),
                                             dim3(static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks)),
                                             dim3(block_threads), addresses, 0, stream);
    };
    return launch_with(Parameter(arguments)...);
}

//! Calls place(indices[k], k) for each of the first `kept` places k of each long segment.
template <class Place>
__global__ void __launch_bounds__(segment_tile::threads)
    place_long_segments_kernel(std::uint32_t const* indices, long_segments const across, std::size_t kept,
                               Place const place)
{
    std::size_t const tile = blockIdx.x, start = tile * segment_tile::size, left = across.count - start;
    long_segment const before = across.before(tile), behind = across.behind(tile);
    std::size_t const end = start + (left < segment_tile::size ? left : segment_tile::size);
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t k = start + threadIdx.x; k < end; k += segment_tile::threads) {
        long_segment const segment = k < before.end ? before : behind;
        if (k >= segment.begin && k < segment.end && k - segment.begin < kept) place(indices[k], k);
    }
}

//! A pass that merges more tiles divides them first.
inline constexpr std::size_t min_divided_tiles = 2048;
//! Up to this number of tiles, two blocks run for each of them.
inline constexpr std::size_t max_split_tiles = 160;

//! Sorts structs within segments by keys of at most 8 bytes.
//! Requires: 0 < count < 2³²
template <class Key, class T, class Offsets>
class segment_sort_by_tiles {
public:
    using index_type = std::uint32_t;

    segment_sort_by_tiles(cudaStream_t stream, T const* in, std::size_t count, Offsets const& offsets,
                          std::size_t segment_count)
        : stream_(stream),
          in_(in),
          count_(count),
          tiles_(segment_tile::count(count)),
          offsets_(offsets),
          segment_count_(segment_count)
    {
    }

    cudaError_t prepare() { return cudaSuccess; }
    void take(temporary_storage& storage)
    {
        if (tiles_ < 2) return;
        marks_ = storage.take<std::uint32_t>(detail::mark_words(count_ + bits_behind_marks));
        segments_ = storage.take<long_segment>(tiles_);
        divided_ = tiles_ >= min_divided_tiles ? storage.take<std::size_t>(tiles_) : nullptr;
        arrays_ = {{storage.take<digits>(count_), storage.take<std::uint32_t>(count_)},
                   {storage.take<digits>(count_), storage.take<std::uint32_t>(count_)}};
    }
    //! Calls place(index, k), where `index` is the index of the struct that belongs to place k, for each k. Of a long
    //! segment, only the first `kept` places get their structs.
    template <class Place>
    cudaError_t run(std::size_t kept, Place const& place)
    {
        long_segments const across{count_, segments_};
        // Bits behind the marks are cleared with them.
        auto* const passes =
            tiles_ < 2 ? nullptr : reinterpret_cast<segment_passes*>(marks_ + detail::mark_words(count_));
        cudaError_t error = cudaSuccess;
        if (tiles_ > 1) {
            error = detail::mark_segments(stream_, offsets_, segment_count_, count_ + bits_behind_marks, marks_);
        }
        if (error == cudaSuccess) {
            bool const is_split = tiles_ > 1 && tiles_ <= max_split_tiles;
            error = detail::launch(stream_, is_split ? 2 * tiles_ : tiles_, tile_sort_threads,
                                   sort_segments_of_tiles_kernel<Key, T, Offsets, Place>, in_, offsets_, segment_count_,
                                   marks_, across, tiles_, passes, arrays_, place);
        }
        if (error != cudaSuccess || tiles_ < 2) return error;
        static resident_block_counts known;
        auto* const divided = kept < count_ ? nullptr : divided_;
        error = detail::launch_together(stream_, tiles_, segment_tile::threads, known, merge_segments_kernel<digits>,
                                        arrays_, across, kept, divided, passes);
        if (error != cudaSuccess) return error;
        return detail::launch(stream_, tiles_, segment_tile::threads, place_long_segments_kernel<Place>,
                              arrays_.out.indices, across, kept, place);
    }

private:
    using digits = typename Key::type;
    static constexpr std::size_t bits_behind_marks = 32 * sizeof(segment_passes) / sizeof(std::uint32_t);

    cudaStream_t const stream_;
    T const* const in_;
    std::size_t const count_, tiles_;
    Offsets const offsets_;
    std::size_t const segment_count_;
    std::uint32_t* marks_ = nullptr;
    long_segment* segments_ = nullptr;
    std::size_t* divided_ = nullptr;
    segment_arrays<digits> arrays_{};
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
