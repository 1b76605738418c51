// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs within segments by keys of at most 8 bytes: tiles of keys in shared memory, then merges.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_key_merges.cuh>
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

//! Calls place(indices[k], k) for each of the first `kept` places k of each long segment.
template <class Place>
__global__ void __launch_bounds__(segment_tile::threads)
    place_long_segments_kernel(std::uint32_t const* indices, long_segments<segment_tile> const across, std::size_t kept,
                               Place const place)
{
    std::size_t const tile = blockIdx.x;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned side = 0; side < 2; ++side) {
        segment_range const own = across.part_in(tile, across.at(tile, side).first(kept));
        HEDDLE_DO_NOT_UNROLL
        for (std::size_t k = own.begin + threadIdx.x; k < own.end; k += segment_tile::threads) place(indices[k], k);
    }
}

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
        : stream_(stream), in_(in), tiles_(count, segment_count), offsets_(offsets), segment_count_(segment_count)
    {
    }

    cudaError_t prepare() { return cudaSuccess; }
    void take(temporary_storage& storage)
    {
        tiles_.take(storage);
        if (tiles_.tiles() < 2) return;
        std::size_t const count = tiles_.count();
        arrays_ = {{storage.take<digits>(count), storage.take<std::uint32_t>(count)},
                   {storage.take<digits>(count), storage.take<std::uint32_t>(count)}};
    }
    //! Calls place(index, k), where `index` is the index of the struct that belongs to place k, for each k. Of a long
    //! segment, only the first `kept` places get their structs.
    template <class Place>
    cudaError_t run(std::size_t kept, Place const& place)
    {
        std::size_t const tiles = tiles_.tiles();
        bool const is_split = tiles > 1 && tiles <= max_split_tiles;
        cudaError_t error = tiles_.mark(stream_, offsets_);
        if (error == cudaSuccess) {
            error = detail::launch(stream_, is_split ? 2 * tiles : tiles, tile_sort_threads,
                                   sort_segments_of_tiles_kernel<Key, T, Offsets, Place>, in_, offsets_, segment_count_,
                                   tiles_.marks(), tiles_.across(), tiles, tiles_.passes(), arrays_, place);
        }
        if (error == cudaSuccess) error = tiles_.merge(stream_, key_merges<digits>{arrays_}, kept);
        if (error != cudaSuccess || tiles < 2) return error;
        return detail::launch(stream_, tiles, segment_tile::threads, place_long_segments_kernel<Place>,
                              arrays_.out.indices, tiles_.across(), kept, place);
    }

private:
    using digits = typename Key::type;

    cudaStream_t const stream_;
    T const* const in_;
    merged_tiles<key_merges<digits>> tiles_;
    Offsets const offsets_;
    std::size_t const segment_count_;
    segment_arrays<key_arrays<digits>> arrays_{};
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
