// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of the guarantees within a block in docs/memory-order.md: millions of rounds of stores by tiles and
// pipelines, and of reads by threads and tiles, in any order.

#include "tile_order.cuh"

namespace heddle_test::tile_order_test {
namespace {

using heddle::copy_engine;
using heddle::tile_stages;

// Plain loads in the round before have brought the elements to the L1 cache.
template <copy_engine Engine, class Element>
__global__ void __launch_bounds__(order_threads)
    store_then_read(Element* array, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, order_count> stage;
    order_block const block;
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        auto const tile = heddle::make_tile(block, stage, first, order_count);
        fill_tile(tile, 0, blockIdx.x, round);
        heddle::store_tile<Engine>(block, stage, tile);
        found += count_stale(first, order_count, blockIdx.x, round);
    }
    atomicAdd(stale, found);
}

// The two tiles begin at different elements, so the end of one is part of a chunk of the other.
template <copy_engine Engine, class Element>
__global__ void __launch_bounds__(order_threads)
    store_then_load(Element* array, unsigned rounds, unsigned long long* stale)
{
    constexpr unsigned size = order_count - 3;
    __shared__ tile_stages<Element, size> out_stage, in_stage;
    order_block const block;
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        for (unsigned const start : {3u, 0u}) {
            auto const tile = heddle::make_tile(block, out_stage, first + start, size);
            fill_tile(tile, start, blockIdx.x, round);
            heddle::store_tile<Engine>(block, out_stage, tile);
        }
        auto const seen = heddle::load_tile<Engine>(block, in_stage, first + 1, size);
        found += count_stale_of(seen, 1, blockIdx.x, round);
    }
    atomicAdd(stale, found);
}

template <copy_engine Engine, class Element>
__global__ void __launch_bounds__(order_threads)
    write_then_load(Element* array, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, order_count> stage;
    order_block const block;
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        write_plainly(first, order_count, blockIdx.x, round);
        block.sync();
        auto const seen = heddle::load_tile<Engine>(block, stage, first, order_count);
        found += count_stale_of(seen, 0, blockIdx.x, round);
        block.sync();
    }
    atomicAdd(stale, found);
}

template <copy_engine Engine, class Element>
__global__ void __launch_bounds__(order_threads)
    write_then_store(Element* array, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, order_count> stage;
    order_block const block;
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        write_plainly(first, order_count, blockIdx.x, round + 128);
        block.sync();
        auto const tile = heddle::make_tile(block, stage, first, order_count);
        fill_tile(tile, 0, blockIdx.x, round);
        heddle::store_tile<Engine>(block, stage, tile);
        found += count_stale(first, order_count, blockIdx.x, round);
        block.sync();
    }
    atomicAdd(stale, found);
}

// Plain stores, a pipeline that changes the elements, one that reads the changes, and plain loads.
template <copy_engine Engine, class Element>
__global__ void __launch_bounds__(order_threads)
    run_pipelines(Element* array, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, 20, 3> stages;
    order_block const block;
    heddle::block_of_many const all{0, 1};
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
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
    }
    atomicAdd(stale, found);
}

// Blocks times rounds. Several blocks share the L1 cache of a multiprocessor.
unsigned long long tried_rounds() { return usual_or_small(10000000, 20000); }

template <class Element, class Kernel>
void expect_none_stale(char const* name, Kernel const& kernel)
{
    unsigned const blocks = 8 * processor_count();
    order_arrays<Element> const arrays(blocks);
    auto const rounds = static_cast<unsigned>(tried_rounds() / blocks);
    kernel<<<blocks, order_threads>>>(arrays.elements() + 1, rounds, arrays.stale());
    finish_kernel();
    EXPECT_EQ(0u, arrays.found()) << name << ", " << sizeof(Element) << " bytes: stale elements of "
                                  << tried_rounds() * order_count;
}

template <copy_engine Engine, class Element>
void check()
{
    expect_none_stale<Element>("store, read", store_then_read<Engine, Element>);
    expect_none_stale<Element>("store, load", store_then_load<Engine, Element>);
    expect_none_stale<Element>("write, load", write_then_load<Engine, Element>);
    expect_none_stale<Element>("write, store", write_then_store<Engine, Element>);
    expect_none_stale<Element>("pipelines", run_pipelines<Engine, Element>);
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

}  // namespace
}  // namespace heddle_test::tile_order_test
