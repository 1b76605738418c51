// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared memory in which a block stages its tiles, and the best tile sizes.
#pragma once

#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Modulo line_bytes, a tile has the same address in shared memory as in global memory, because bulk copies between
//! addresses that differ modulo 128 are slower (docs/tuning-log.md, "Tiles of a block").
inline constexpr unsigned line_bytes = 128;

HEDDLE_HOST_DEVICE constexpr std::size_t whole_lines(std::size_t bytes)
{
    return (bytes + line_bytes - 1) / line_bytes * line_bytes;
}

//! Returns the tile size, in bytes, that gives the highest throughput (docs/tuning-log.md, "Tiles of a block").
HEDDLE_HOST_DEVICE constexpr std::size_t best_tile_bytes(unsigned block_threads)
{
    return block_threads < 128 ? 64 * std::size_t{block_threads} : 8 * 1024;
}

//! The maximum static shared memory (__shared__) of a block, in bytes.
inline constexpr std::size_t max_static_shared_bytes = 48 * 1024;

}  // namespace detail

//! The maximum dynamic shared memory that a launch can request for a block, in bytes.
inline constexpr std::size_t max_dynamic_shared_bytes = 227 * 1024;

//! Returns the number of elements of a tile with `bytes` to 2 * `bytes` bytes. The number is a multiple of
//! block_threads or block_threads / 2. For very large elements, it is a multiple of block_threads / 4, / 8, …
HEDDLE_HOST_DEVICE constexpr unsigned tile_capacity(std::size_t element_bytes, unsigned block_threads,
                                                    std::size_t bytes)
{
    std::size_t capacity = block_threads;
    if (capacity % 2 == 0 && capacity * element_bytes > bytes * 3 / 2) capacity /= 2;
    while (capacity % 2 == 0 && capacity > 16 && capacity * element_bytes > 2 * bytes) {
        capacity /= 2;
    }
    std::size_t const items = (bytes + capacity * element_bytes - 1) / (capacity * element_bytes);
    return static_cast<unsigned>(capacity * items);
}

//! Returns tile_capacity(sizeof(T), BlockThreads, bytes), but at least detail::paired_elements if T has bank conflicts
//! and that many elements fit into 4 * `bytes` bytes.
template <class T, unsigned BlockThreads>
HEDDLE_HOST_DEVICE constexpr unsigned tile_capacity(std::size_t bytes = detail::best_tile_bytes(BlockThreads))
{
    unsigned const capacity = tile_capacity(sizeof(T), BlockThreads, bytes);
    constexpr unsigned paired = detail::paired_elements;
    bool const takes_more = capacity < paired && paired * sizeof(T) <= 4 * bytes;
    return takes_more && detail::words_of<T>.has_bank_conflicts ? paired : capacity;
}

namespace types {

//! Shared memory for `Stages` tiles of up to Capacity elements of type T each. Declare the object __shared__. For more
//! than 48 KiB, use a tile_stages<T, Capacity, Stages, max_dynamic_shared_bytes> in dynamic_shared memory.
template <class T, unsigned Capacity, unsigned Stages = 1, std::size_t MostBytes = detail::max_static_shared_bytes>
struct tile_stages {
    //! The type of the elements.
    using element_type = std::remove_const_t<T>;
    //! The maximum number of elements of a tile.
    static constexpr unsigned capacity = Capacity;
    //! The number of stages.
    static constexpr unsigned stage_count = Stages;
    //! Bytes of one stage, with room for any offset in a line.
    static constexpr std::size_t stage_bytes =
        detail::whole_lines(std::size_t{Capacity} * sizeof(T) + detail::line_bytes - 1);
    //! Bytes of all stages and their barriers.
    static constexpr std::size_t bytes =
        Stages * stage_bytes + detail::whole_lines(Stages * sizeof(detail::copy_barrier));

    static_assert(Capacity > 0 && Stages > 0, "heddle: a tile has at least one element, and its pipeline one stage");
    static_assert(bytes <= max_dynamic_shared_bytes,
                  "heddle: no block has more than 227 KiB of shared memory: take tiles of fewer "
                  "elements, or fewer stages");
    static_assert(bytes <= MostBytes,
                  "heddle: static shared memory ends at 48 KiB: take tiles of fewer elements or fewer "
                  "stages, or tile_stages<T, Capacity, Stages, max_dynamic_shared_bytes> in "
                  "dynamic_shared memory");

    //! Used by heddle.
    alignas(detail::line_bytes) std::byte memory[Stages][stage_bytes];
    //! Used by heddle.
    detail::copy_barrier barriers[Stages];
};

}  // namespace types

using types::tile_stages;

#if defined(__CUDACC__)

//! Returns the object of type Stages at byte `offset` of the kernel's dynamic shared memory.
//! Requires: the launch requests at least offset + sizeof(Stages) bytes. For more than 48 KiB, the host first calls
//!           cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize. offset is a multiple of
//!           alignof(Stages)
template <class Stages>
__device__ __forceinline__ Stages& dynamic_shared(std::size_t offset = 0)
{
    extern __shared__ __align__(detail::line_bytes) std::byte heddle_dynamic_shared[];
    std::byte* const memory = heddle_dynamic_shared + offset;
    HEDDLE_EXPECTS(offset + sizeof(Stages) <= detail::dynamic_shared_bytes(),
                   "dynamic_shared: the launch asked for less dynamic shared memory");
    HEDDLE_EXPECTS(reinterpret_cast<std::uintptr_t>(memory) % alignof(Stages) == 0,
                   "dynamic shared memory is not aligned to the stages");
    return *reinterpret_cast<Stages*>(memory);
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
