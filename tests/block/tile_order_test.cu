// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of the guarantees in docs/memory-order.md. In millions of rounds, threads, tiles and pipelines write
// elements, and then read them. Within a block, barriers order these accesses. Two blocks synchronize through a flag,
// or all blocks through a grid barrier. The bytes of an element identify the round that wrote the element. The tests
// count stale elements, which an earlier round wrote.

#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

#include <cooperative_groups.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace heddle_test::tile_order_test {
namespace {

using heddle::copy_engine;
using heddle::tile_stages;

constexpr unsigned order_threads = 64;
using order_block = heddle::this_block<order_threads>;

//! The number of elements of one block. For most sizes, these elements do not fill whole chunks. Tiles then begin and
//! end within chunks that other blocks write, too.
constexpr unsigned order_count = 97;

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

unsigned processor_count()
{
    int count = 0;
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
    return static_cast<unsigned>(count);
}

//! Repeats a step in each block, on the elements of this block. Adds the number of stale elements to `stale`.
template <class Step, class Element>
__global__ void __launch_bounds__(order_threads) repeat(Element* array, unsigned rounds, unsigned long long* stale)
{
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) found += Step::stale(order_block(), first, round);
    atomicAdd(stale, found);
}

// The L1 cache may hold old elements, because the previous round has read them with plain loads.
template <copy_engine Engine>
struct store_then_read {
    template <class Element>
    __device__ static unsigned stale(order_block block, Element* first, unsigned round)
    {
        __shared__ tile_stages<Element, order_count> stage;
        auto const tile = heddle::make_tile(block, stage, first, order_count);
        fill_tile(tile, 0, blockIdx.x, round);
        heddle::store_tile<Engine>(block, stage, tile);
        return count_stale(first, order_count, blockIdx.x, round);
    }
};

// The tiles begin at different elements, so that the end of one tile lies within a chunk of another tile.
template <copy_engine Engine>
struct store_then_load {
    template <class Element>
    __device__ static unsigned stale(order_block block, Element* first, unsigned round)
    {
        constexpr unsigned size = order_count - 3;
        __shared__ tile_stages<Element, size> out_stage, in_stage;
        for (unsigned const start : {3u, 0u}) {
            auto const tile = heddle::make_tile(block, out_stage, first + start, size);
            fill_tile(tile, start, blockIdx.x, round);
            heddle::store_tile<Engine>(block, out_stage, tile);
        }
        auto const seen = heddle::load_tile<Engine>(block, in_stage, first + 1, size);
        return count_stale_of(seen, 1, blockIdx.x, round);
    }
};

template <copy_engine Engine>
struct write_then_load {
    template <class Element>
    __device__ static unsigned stale(order_block block, Element* first, unsigned round)
    {
        __shared__ tile_stages<Element, order_count> stage;
        write_plainly(first, order_count, blockIdx.x, round);
        block.sync();
        auto const seen = heddle::load_tile<Engine>(block, stage, first, order_count);
        unsigned const found = count_stale_of(seen, 0, blockIdx.x, round);
        block.sync();
        return found;
    }
};

template <copy_engine Engine>
struct write_then_store {
    template <class Element>
    __device__ static unsigned stale(order_block block, Element* first, unsigned round)
    {
        write_plainly(first, order_count, blockIdx.x, round + 128);
        block.sync();
        unsigned const found = store_then_read<Engine>::stale(block, first, round);
        block.sync();
        return found;
    }
};

// Writes elements with plain stores, changes them in a pipeline, and reads them in another pipeline and with plain
// loads.
template <copy_engine Engine>
struct run_pipelines {
    template <class Element>
    __device__ static unsigned stale(order_block block, Element* first, unsigned round)
    {
        __shared__ tile_stages<Element, 20, 3> stages;
        heddle::block_of_many const all{0, 1};
        unsigned found = 0;
        write_plainly(first, order_count, blockIdx.x, round + 128);
        block.sync();
        {
            auto pipeline = heddle::update_tiles<Engine>(block, stages, first, order_count, all);
            while (pipeline.next()) {
                auto const start = static_cast<unsigned>(pipeline.start());
                found += count_stale_of(pipeline.tile(), start, blockIdx.x, round + 128);
                block.sync();
                fill_tile(pipeline.tile(), start, blockIdx.x, round);
            }
        }
        {
            Element const* const from = first + 1;
            auto pipeline = heddle::read_tiles<Engine>(block, stages, from, order_count - 1, all);
            while (pipeline.next()) {
                auto const start = static_cast<unsigned>(pipeline.start()) + 1;
                found += count_stale_of(pipeline.tile(), start, blockIdx.x, round);
            }
        }
        found += count_stale(first, order_count, blockIdx.x, round);
        block.sync();
        return found;
    }
};

// Returns the number of blocks times the number of rounds. Several blocks share the L1 cache of a multiprocessor.
unsigned long long tried_rounds() { return usual_or_small(10000000, 20000); }

template <class Step, class Element>
void expect_none_stale(char const* name)
{
    unsigned const blocks = 8 * processor_count();
    order_arrays<Element> const arrays(blocks);
    auto const rounds = static_cast<unsigned>(tried_rounds() / blocks);
    repeat<Step><<<blocks, order_threads>>>(arrays.elements() + 1, rounds, arrays.stale());
    finish_kernel();
    EXPECT_EQ(0u, arrays.found()) << name << ", " << sizeof(Element) << " bytes: stale elements of "
                                  << tried_rounds() * order_count;
}

template <copy_engine Engine, class Element>
void check()
{
    expect_none_stale<store_then_read<Engine>, Element>("store, read");
    expect_none_stale<store_then_load<Engine>, Element>("store, load");
    expect_none_stale<write_then_load<Engine>, Element>("write, load");
    expect_none_stale<write_then_store<Engine>, Element>("write, store");
    expect_none_stale<run_pipelines<Engine>, Element>("pipelines");
}

using tile_order_test = gpu_test;

TEST_F(tile_order_test, of_bulk_copies)
{
    check<copy_engine::bulk, bytes<12>>();
    check<copy_engine::bulk, bytes<28>>();
    check<copy_engine::bulk, bytes<33>>();
    check<copy_engine::bulk, bytes<64, 4>>();
    check<copy_engine::bulk, bytes<128, 4>>();
}

FULL_TEST_F(tile_order_test, of_other_engines)
{
    check<copy_engine::async_words, bytes<28>>();
    check<copy_engine::async_words, bytes<33>>();
    check<copy_engine::words, bytes<28>>();
}

// The guarantees to other blocks.

__device__ void raise_flag(unsigned* flag, unsigned value)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        *static_cast<unsigned volatile*>(flag) = value;
    }
}
__device__ void await_flag(unsigned* flag, unsigned value)
{
    if (threadIdx.x == 0) {
        while (*static_cast<unsigned volatile*>(flag) != value) {
        }
        __threadfence();
    }
    __syncthreads();
}

// Blocks 2i and 2i + 1 access the elements of pair i in turn. Block 2i stores tiles. Block 2i + 1 reads the elements
// with plain loads or through a tile, and overwrites them with plain stores. Block 2i then reads the elements in the
// same way.
template <class Element>
__global__ void __launch_bounds__(order_threads)
    pass_by_flag(Element* array, unsigned* flags, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, order_count> stage;
    order_block const block;
    unsigned const pair = blockIdx.x / 2;
    Element* const first = array + pair * order_count;
    unsigned* const flag = flags + pair * 32;
    unsigned found = 0;
    auto const check = [&](unsigned round, unsigned written) {
        if (round / 2 % 2 == 0) {
            found += count_stale(first, order_count, pair, written);
        } else {
            auto const seen = heddle::load_tile(block, stage, first, order_count);
            found += count_stale_of(seen, 0, pair, written);
        }
    };
    for (unsigned round = 1; round <= rounds; ++round) {
        if (blockIdx.x % 2 == 0) {
            auto const tile = heddle::make_tile(block, stage, first, order_count);
            fill_tile(tile, 0, pair, round);
            heddle::store_tile(block, stage, tile);
            raise_flag(flag, 2 * round);
            await_flag(flag, 2 * round + 1);
            check(round, round + 128);
            block.sync();
        } else {
            await_flag(flag, 2 * round);
            check(round, round);
            block.sync();
            write_plainly(first, order_count, pair, round + 128);
            raise_flag(flag, 2 * round + 1);
        }
    }
    atomicAdd(stale, found);
}

// Each block stores its elements, and reads the elements of another block after a grid barrier.
template <class Element>
__global__ void __launch_bounds__(order_threads)
    pass_by_grid_barrier(Element* array, unsigned* flags, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, 32, 2> stages;
    order_block const block;
    auto const grid = cooperative_groups::this_grid();
    heddle::block_of_many const all{0, 1};
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        {
            Element* const own = array + blockIdx.x * order_count;
            auto pipeline = heddle::write_tiles(block, stages, own, order_count, all);
            while (pipeline.next()) {
                fill_tile(pipeline.tile(), static_cast<unsigned>(pipeline.start()), blockIdx.x, round);
            }
        }
        grid.sync();
        unsigned const owner = (blockIdx.x + round) % gridDim.x;
        Element const* const other = array + owner * order_count;
        if (round % 2 == 0) {
            found += count_stale(other, order_count, owner, round);
        } else {
            auto pipeline = heddle::read_tiles(block, stages, other, order_count, all);
            while (pipeline.next()) {
                found += count_stale_of(pipeline.tile(), static_cast<unsigned>(pipeline.start()), owner, round);
            }
        }
        grid.sync();
    }
    atomicAdd(stale, found);
}

template <class Element>
using order_kernel = void (*)(Element*, unsigned*, unsigned, unsigned long long*);

//! Launches a number of blocks that can be resident at the same time. Checks that no element is stale.
template <class Element>
void expect_none_stale(char const* name, order_kernel<Element> kernel)
{
    unsigned long long const tried = usual_or_small(20000000, 20000);
    unsigned const blocks = 4 * processor_count();
    order_arrays<Element> const arrays(blocks);
    device_vector<unsigned> const flags(std::vector<unsigned>(blocks * 32, 0));
    auto rounds = static_cast<unsigned>(tried / blocks);
    Element* elements = arrays.elements() + 1;
    unsigned* first_flag = flags.data();
    unsigned long long* stale = arrays.stale();
    void* arguments[] = {&elements, &first_flag, &rounds, &stale};
    check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), dim3(blocks), dim3(order_threads),
                                           arguments, 0, nullptr),
               "cudaLaunchCooperativeKernel");
    finish_kernel();
    EXPECT_EQ(0u, arrays.found()) << name << ", " << sizeof(Element) << " bytes: stale elements of "
                                  << tried * order_count;
}

template <class Element>
void check()
{
    expect_none_stale<Element>("flag", pass_by_flag<Element>);
    expect_none_stale<Element>("grid barrier", pass_by_grid_barrier<Element>);
}

using tile_order_blocks_test = gpu_test;

TEST_F(tile_order_blocks_test, by_flag_and_by_grid_barrier)
{
    check<bytes<12>>();
    check<bytes<28>>();
    check<bytes<33>>();
    check<bytes<64, 4>>();
    check<bytes<128, 4>>();
}

}  // namespace
}  // namespace heddle_test::tile_order_test
