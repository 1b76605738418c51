// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for litmus tests of tiles. The bytes of an element identify the round that wrote the element. The helpers
// count stale elements, which an earlier round wrote.
#pragma once

#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace heddle_test {

inline constexpr unsigned order_threads = 64;
using order_block = heddle::this_block<order_threads>;

//! The number of elements of one block. For most sizes, these elements do not fill whole chunks. Tiles then begin and
//! end within chunks that other blocks write, too.
inline constexpr unsigned order_count = 97;

//! Returns byte b of element i of block `owner` as `round` writes it.
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

template <class Element>
__device__ __forceinline__ bool is_stale(Element const& seen, unsigned owner, unsigned i, unsigned round)
{
    bool stale = false;
#pragma unroll
    for (unsigned b = 0; b < sizeof(Element); ++b) {
        stale |= seen.value[b] != byte_of(owner, i, b, round);
    }
    return stale;
}

//! Writes first[0 … count - 1] with plain stores. Thread t of n threads writes every n-th element from element t on.
template <class Element>
__device__ void write_plainly(Element* first, unsigned count, unsigned owner, unsigned round)
{
    for (unsigned i = threadIdx.x; i < count; i += order_threads) {
        first[i] = element_of<Element>(owner, i, round);
    }
}

//! Returns the number of stale elements. Each thread reads elements that other threads have stored, with plain loads.
template <class Element>
__device__ unsigned count_stale(Element const* first, unsigned count, unsigned owner, unsigned round)
{
    unsigned stale = 0;
    for (unsigned i = (threadIdx.x + 37) % order_threads; i < count; i += order_threads) {
        stale += is_stale(first[i], owner, i, round) ? 1 : 0;
    }
    return stale;
}

//! Returns the number of stale elements in a tile. The tile begins at element `start`.
template <class Tile>
__device__ unsigned count_stale_of(Tile const& tile, unsigned start, unsigned owner, unsigned round)
{
    unsigned stale = 0;
    for (unsigned k = (threadIdx.x + 37) % order_threads; k < tile.size(); k += order_threads) {
        stale += is_stale(tile.load(k), owner, start + k, round) ? 1 : 0;
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

//! Memory for the elements of all blocks and one element before them, and for the number of stale elements.
template <class Element>
class order_arrays {
public:
    explicit order_arrays(unsigned blocks)
        : elements_(std::size_t{blocks} * order_count * sizeof(Element) + sizeof(Element)),
          stale_(std::vector<unsigned long long>(1, 0))
    {
    }
    Element* elements() const { return reinterpret_cast<Element*>(elements_.data()); }
    unsigned long long* stale() const { return stale_.data(); }
    unsigned long long found() const { return stale_.to_host(1)[0]; }

private:
    device_memory elements_;
    device_vector<unsigned long long> stale_;
};

inline unsigned processor_count()
{
    int count = 0;
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
    return static_cast<unsigned>(count);
}

}  // namespace heddle_test
