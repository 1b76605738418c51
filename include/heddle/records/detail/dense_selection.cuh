// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects small records without bytes between them. A block copies a tile of records to shared memory, and shifts the
// selected records together to aligned words of the output. The number of records selected in earlier tiles was counted
// in a pass before, or is found by decoupled look-back.
#pragma once

#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/records/detail/packed_records.cuh>
#include <heddle/records/detail/record_keys.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/select_tiles.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <cuda_runtime.h>

#if defined(__CUDACC__)
#    include <cub/block/block_scan.cuh>
#endif

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Bytes of a tile in shared memory, and the size up to which records are selected in such tiles.
inline constexpr std::uint32_t dense_tile_bytes = 35 * 1024 + 512;
inline constexpr std::uint32_t max_dense_bytes = 256;
//! Records that a thread selects at most, and the blocks of a multiprocessor for which the stage leaves room.
inline constexpr std::uint32_t max_dense_flags = 16, dense_blocks = 6;

//! Returns whether records are selected in such tiles by flags. Others move faster without them.
inline bool are_selected_densely(record_arrays const& arrays)
{
    if (arrays.distance != arrays.record_bytes || arrays.record_bytes > max_dense_bytes) return false;
    return arrays.alignment() < 4 || arrays.record_bytes <= 16;
}

//! Returns whether the first records of runs are selected in such tiles. Others have flags, because keys are few of
//! their bytes.
inline bool are_runs_selected_densely(record_arrays const& arrays)
{
    if (arrays.distance != arrays.record_bytes || arrays.record_bytes > max_dense_bytes) return false;
    return arrays.alignment() < 4 || arrays.record_bytes < 128;
}

//! Returns the tiles for records of at most max_dense_bytes bytes.
inline record_tiles dense_tiles(std::size_t count, std::uint32_t record_bytes)
{
    constexpr std::uint32_t place_bytes = sizeof(std::uint16_t);
    std::uint32_t const fit = (dense_tile_bytes - record_bytes) / (record_bytes + place_bytes);
    record_tiles tiles{count, 0, max_dense_flags, 0, 1, 0};
    while (tiles.flags_of_thread > 1 && move_threads * tiles.flags_of_thread >= 2 * fit) tiles.flags_of_thread /= 2;
    std::uint32_t const flags = move_threads * tiles.flags_of_thread;
    tiles.records = fit < flags ? fit / tiles.flags_of_thread * tiles.flags_of_thread : flags;
    tiles.tile_count = detail::divide_up(count, tiles.records);
    return tiles;
}

#if defined(__CUDACC__)

//! The records of a tile that a thread selects. They are consecutive.
struct dense_share {
    std::uint32_t first, count;

    __device__ __forceinline__ dense_share(record_tiles const& tiles, std::uint32_t records)
        : first(threadIdx.x * tiles.flags_of_thread),
          count(first >= records                          ? 0
                : records - first < tiles.flags_of_thread ? records - first
                                                          : tiles.flags_of_thread)
    {
    }
};

//! Selects the records whose flag is not 0.
struct flagged_records {
    std::uint8_t const* flags;
    static constexpr bool needs_records = false;

    __device__ __forceinline__ std::uint32_t bits(record_tiles const& tiles, std::size_t tile, dense_share const& own,
                                                  std::byte const*, std::uint32_t, std::uint32_t) const
    {
        return detail::bits_of_flags(flags + tile * tiles.records + own.first, own.count, tiles.flags_of_thread);
    }
};

//! Selects the first record of each run of records with equal keys.
struct first_records {
    composed_key key;
    static constexpr bool needs_records = true;

    //! The tile's first record is at `place` in the stage, behind the last record of the tile before. The lanes of a
    //! warp compare consecutive records, so that few of them meet in a bank. A ballot has the bits of 32 records.
    __device__ __forceinline__ std::uint32_t bits(record_tiles const& tiles, std::size_t tile, dense_share const& own,
                                                  std::byte const* stage, std::uint32_t place,
                                                  std::uint32_t record_bytes) const
    {
        auto const warp = detail::warp_of(this_block<move_threads>());
        std::uint32_t const lane = threadIdx.x % 32, flags = tiles.flags_of_thread;
        std::uint32_t const last = tiles.size_of(tile) - 1, first_of_warp = own.first - lane * flags;
        std::uint32_t result = 0;
        for (unsigned p = 0; p < key.count; ++p) {
            staged_part const part(key.parts[p]);
            for (std::uint32_t row = 0; row < flags; ++row) {
                std::uint32_t const wanted = first_of_warp + 32 * row + lane, k = wanted < last ? wanted : last;
                std::uint32_t const at = place + k * record_bytes + part.offset;
                bool const is_start = tile == 0 && k == 0;
                bool const differs = is_start || part.identity(stage, at) != part.identity(stage, at - record_bytes);
                std::uint32_t const bits = warp.ballot(differs);
                if (lane * flags / 32 == row) result |= bits >> lane * flags % 32;
            }
        }
        return result & ((1u << own.count) - 1);
    }
};

//! A tile of records in shared memory, as far from an aligned address as in global memory.
struct dense_stage {
    alignas(16) std::byte bytes[16 + dense_tile_bytes + 32];

    //! Returns the list of records' places, behind the first `size` bytes from `skew` on.
    __device__ __forceinline__ std::uint16_t* places(std::uint32_t skew, std::uint32_t size)
    {
        return reinterpret_cast<std::uint16_t*>(bytes + (skew + size + 17) / 2 * 2);
    }

    //! Begins to copy the words of 16 bytes inside the tile, and copies the bytes before and after them.
    __device__ __forceinline__ void load_all(std::byte const* in, std::uint32_t skew, std::uint32_t size)
    {
        std::uint32_t const head = first_word(skew, size), end = head + (size - head) / 16 * 16;
        for (std::uint32_t b = head + 16 * threadIdx.x; b < end; b += 16 * move_threads) {
            detail::copy_word_async<16>(bytes + skew + b, in + b);
        }
        load_ends(in, skew, size, head, end);
    }

    //! Copies only the words of 4 bytes that cover the records at `places`.
    __device__ __forceinline__ void load_some(std::byte const* in, std::uint32_t skew, std::uint32_t size,
                                              std::uint16_t const* places, std::uint32_t count,
                                              std::uint32_t record_bytes, fast_divisor const& covering)
    {
        std::uint32_t const head = first_word(skew, size), end = head + (size - head) / 16 * 16;
        std::uint32_t const first = head + skew, words = (end - head) / 4;
        strided_division place(covering, threadIdx.x, move_threads);
        for (std::uint32_t x = threadIdx.x; x < count * covering.divisor(); x += move_threads, place.advance()) {
            std::uint32_t const k = place.quotient(), at = places[k] / 4 * 4 + 4 * place.remainder();
            // A word that also has bytes of the record before is copied with that record.
            bool const is_own = at < places[k] + record_bytes &&
                                (place.remainder() > 0 || k == 0 || places[k - 1] + record_bytes <= at);
            // A word before the first one has a huge number.
            std::uint32_t const w = (at - first) / 4;
            if (is_own && w < words) detail::copy_word_async<4>(bytes + at, in + (at - skew));
        }
        load_ends(in, skew, size, head, end);
    }

private:
    __device__ __forceinline__ static std::uint32_t first_word(std::uint32_t skew, std::uint32_t size)
    {
        std::uint32_t const head = (16 - skew) % 16;
        return head < size ? head : size;
    }
    __device__ __forceinline__ void load_ends(std::byte const* in, std::uint32_t skew, std::uint32_t size,
                                              std::uint32_t head, std::uint32_t end)
    {
        std::uint32_t const rank = threadIdx.x % 16, b = threadIdx.x < 16 ? rank : end + rank;
        if (threadIdx.x < 32 && (threadIdx.x < 16 ? b < head : b < size)) bytes[skew + b] = in[b];
    }
};

//! Stores records one after another in the widest words of which a record has at least one.
__device__ __forceinline__ void store_listed(dense_stage const& stage, std::uint16_t const* places, std::uint32_t count,
                                             fast_divisor const& size, std::byte* to)
{
    if (size.divisor() >= 16) {
        detail::store_run<4>(stage.bytes, places, count, size, to, threadIdx.x, move_threads);
    } else {
        detail::store_run<1>(stage.bytes, places, count, size, to, threadIdx.x, move_threads);
    }
}

//! Selects from one tile. If `before` is null, blocks claim their tiles, and look back for the number of records
//! selected in earlier tiles; otherwise before[t] is this number, and the other records are also stored, behind the
//! selected ones.
template <class Marker, class Selected>
__global__ void __launch_bounds__(move_threads, dense_blocks)
    select_dense_kernel(record_arrays arrays, fast_divisor size, fast_divisor covering, record_tiles tiles,
                        Marker marker, others rest, look_back<count_states> shared, std::uint64_t const* before,
                        Selected selected)
{
    using scan = cub::BlockScan<std::uint32_t, move_threads>;
    __shared__ typename scan::TempStorage scanned;
    __shared__ dense_stage stage;
    __shared__ std::size_t own_tile, own_start;
    std::size_t tile = blockIdx.x;
    if (before == nullptr && shared.claimed != nullptr) {
        if (threadIdx.x == 0) own_tile = detail::claim_tile(shared.claimed);
        __syncthreads();
        tile = own_tile;
    }
    std::uint32_t const record_bytes = size.divisor(), records = tiles.size_of(tile);
    std::size_t const tile_start = tile * tiles.records;
    std::uint32_t const lead = Marker::needs_records && tile > 0 ? record_bytes : 0;
    std::uint32_t const staged = lead + records * record_bytes;
    std::byte const* const in = detail::assume_global(arrays.in + tile_start * record_bytes) - lead;
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(in) % 16);
    std::uint16_t* const places = stage.places(skew, staged);
    bool const stores_others = rest == others::appended;
    if (Marker::needs_records || stores_others) stage.load_all(in, skew, staged);
    if constexpr (Marker::needs_records) {
        detail::await_copied_words();
        __syncthreads();
    }

    dense_share const own(tiles, records);
    std::uint32_t const bits = marker.bits(tiles, tile, own, stage.bytes, skew + lead, record_bytes);
    std::uint32_t chosen = 0, all_chosen = 0;
    scan(scanned).ExclusiveSum(static_cast<std::uint32_t>(__popc(bits)), chosen, all_chosen);
    for (std::uint32_t k = 0; k < own.count; ++k) {
        auto const place = static_cast<std::uint16_t>(skew + lead + (own.first + k) * record_bytes);
        if ((bits >> k & 1u) != 0) {
            places[chosen++] = place;
        } else if (stores_others) {
            places[all_chosen + own.first + k - chosen] = place;
        }
    }
    if (!Marker::needs_records && !stores_others) {
        if (4 * all_chosen > records) {
            stage.load_all(in, skew, staged);
        } else {
            __syncthreads();
            stage.load_some(in, skew, staged, places, all_chosen, record_bytes, covering);
        }
    }
    if (before == nullptr && threadIdx.x < 32) {
        std::uint64_t const earlier =
            detail::exclusive_count(detail::warp_of(this_block<move_threads>()), shared, tile, all_chosen);
        if (threadIdx.x == 0) own_start = earlier;
        if (threadIdx.x == 0 && tile + 1 == tiles.tile_count) {
            detail::assign_to(selected, static_cast<std::ptrdiff_t>(earlier + all_chosen));
        }
    }
    detail::await_copied_words();
    __syncthreads();
    std::size_t const start = before != nullptr ? before[tile] : own_start;
    detail::store_listed(stage, places, all_chosen, size, arrays.out + start * record_bytes);
    if (before == nullptr) return;
    std::size_t const total = before[tiles.tile_count];
    if (tile == 0 && threadIdx.x == 0) detail::assign_to(selected, static_cast<std::ptrdiff_t>(total));
    if (!stores_others) return;
    detail::store_listed(stage, places + all_chosen, records - all_chosen, size,
                         arrays.out + (total + (tile_start - start)) * record_bytes);
}

template <class Marker, class Selected>
cudaError_t launch_dense_selection(cudaStream_t stream, record_arrays const& arrays, record_tiles const& tiles,
                                   Marker const& marker, others rest, look_back<count_states> const& shared,
                                   std::uint64_t const* before, Selected const& selected)
{
    return detail::launch(stream, tiles.tile_count, move_threads, select_dense_kernel<Marker, Selected>, arrays,
                          fast_divisor(arrays.record_bytes), fast_divisor((arrays.record_bytes + 6) / 4), tiles, marker,
                          rest, shared, before, selected);
}

//! Copies the records that `marker` selects to the output, in one pass.
template <class Marker, class Selected>
cudaError_t select_densely(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           record_arrays const& arrays, Marker const& marker, std::size_t count,
                           Selected const& selected)
{
    record_tiles const tiles = detail::dense_tiles(count, arrays.record_bytes);
    std::size_t const word_count = detail::look_back_words<count_states>(tiles.tile_count);
    temporary_storage storage(temporary);
    auto* const words = storage.take<std::uint64_t>(word_count);
    cudaError_t error = cudaSuccess;
    if (storage.is_missing(temporary_bytes, error)) return error;
    if (count == 0) return detail::write_value(stream, selected, std::ptrdiff_t{0});
    if (word_count > 0) error = cudaMemsetAsync(words, 0, word_count * sizeof(std::uint64_t), stream);
    if (error != cudaSuccess) return error;
    auto const shared = detail::look_back_in<count_states>(words, tiles.tile_count, false);
    return detail::launch_dense_selection(stream, arrays, tiles, marker, others::left_out, shared, nullptr, selected);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
