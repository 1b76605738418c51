// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of the guarantees in docs/memory-order.md. Threads, tiles and pipelines write elements and then read
// them, in millions of rounds. The bytes of an element identify the round in which it was written. The tests count
// stale elements: those that an earlier round wrote.
#pragma once

#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace heddle_test::tile_order {

inline constexpr unsigned order_threads = 64;
using order_block = heddle::this_block<order_threads>;

//! The number of elements of one block. For most element sizes, their total size is not a multiple of 16 bytes, so two
//! blocks write to the same chunk.
inline constexpr unsigned order_count = 97;

//! Returns byte b of element i, as block `owner` writes it in this round.
__device__ __forceinline__ unsigned char byte_of(unsigned owner, unsigned i, unsigned b, unsigned round)
{
    return static_cast<unsigned char>(round * 131 + owner * 29 + i * 7 + b);
}

template <class Element>
__device__ __forceinline__ Element element_of(unsigned owner, unsigned i, unsigned round)
{
    Element result;
#pragma unroll
    for (unsigned b = 0; b < sizeof(Element); ++b) result.value[b] = byte_of(owner, i, b, round);
    return result;
}

//! Writes `count` elements with plain stores. Thread t writes the elements t, t + order_threads, ….
template <class Element>
__device__ void write_plainly(Element* first, unsigned count, unsigned owner, unsigned round)
{
    for (unsigned i = threadIdx.x; i < count; i += order_threads) {
        first[i] = element_of<Element>(owner, i, round);
    }
}

//! Returns the number of stale elements. Each thread reads elements that other threads have written, with plain loads.
template <class Element>
__device__ unsigned count_stale(Element const* first, unsigned count, unsigned owner, unsigned round)
{
    unsigned stale = 0;
    for (unsigned i = (threadIdx.x + 37) % order_threads; i < count; i += order_threads) {
        stale += first[i] != element_of<Element>(owner, i, round) ? 1 : 0;
    }
    return stale;
}

//! Returns the number of stale elements in a tile. The first element of the tile has index `start`.
template <class Tile>
__device__ unsigned count_stale_of(Tile const& tile, unsigned start, unsigned owner, unsigned round)
{
    using element = std::remove_const_t<typename Tile::value_type>;
    unsigned stale = 0;
    for (unsigned k = (threadIdx.x + 37) % order_threads; k < tile.size(); k += order_threads) {
        stale += tile.load(k) != element_of<element>(owner, start + k, round) ? 1 : 0;
    }
    return stale;
}

template <class Tile>
__device__ void fill_tile(Tile const& tile, unsigned start, unsigned owner, unsigned round)
{
    using element = typename Tile::value_type;
    heddle::for_each_element(order_block(), tile,
                             [&](unsigned k) { tile.store(k, element_of<element>(owner, start + k, round)); });
}

inline unsigned processor_count()
{
    int count = 0;
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
    return static_cast<unsigned>(count);
}

//! Calls launch(elements, tried / blocks, stale), which runs a kernel of `blocks` blocks. The kernel adds the number of
//! stale elements to `stale`. One additional element precedes `elements`.
template <class Element, class Launch>
void expect_none_stale(char const* name, unsigned blocks, unsigned long long tried, Launch const& launch)
{
    device_memory const elements((std::size_t{blocks} * order_count + 1) * sizeof(Element));
    device_vector<unsigned long long> const stale(std::vector<unsigned long long>(1, 0));
    launch(reinterpret_cast<Element*>(elements.data()) + 1, static_cast<unsigned>(tried / blocks), stale.data());
    finish_kernel();
    EXPECT_EQ(0u, stale.to_host(1)[0]) << name << ", " << sizeof(Element) << " bytes: stale elements of "
                                       << tried * order_count;
}

}  // namespace heddle_test::tile_order
