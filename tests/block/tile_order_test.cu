// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of the memory order within a block. Barriers order the accesses of tiles, pipelines and threads.
// (tile_order.cuh describes litmus tests.)

#include "tile_order.cuh"

namespace heddle_test::tile_order_test {
namespace {

using heddle::copy_engine;
using heddle::tile_stages;
using namespace tile_order;

//! Each block repeats a step with its own elements, and adds the number of stale elements to `stale`.
template <class Step, class Element>
__global__ void __launch_bounds__(order_threads) repeat(Element* array, unsigned rounds, unsigned long long* stale)
{
    Element* const first = array + blockIdx.x * order_count;
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) found += Step::stale(order_block(), first, round);
    atomicAdd(stale, found);
}

// The L1 cache may hold stale elements: the previous round has read the same elements with plain loads.
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

// The stored tiles overlap. The end of one tile lies in a chunk of the other tile.
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

// Writes elements with plain stores, and changes the elements in a pipeline. Then reads the elements in another
// pipeline, and once more with plain loads.
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

template <class Step, class Element>
void expect_step(char const* name)
{
    // Several blocks run on each multiprocessor and share its L1 cache.
    unsigned const blocks = 8 * processor_count();
    expect_none_stale<Element>(name, blocks, usual_or_small(10000000, 20000),
                               [&](Element* elements, unsigned rounds, unsigned long long* stale) {
                                   repeat<Step><<<blocks, order_threads>>>(elements, rounds, stale);
                               });
}

template <copy_engine Engine, class Element>
void check_element()
{
    expect_step<store_then_read<Engine>, Element>("store, read");
    expect_step<store_then_load<Engine>, Element>("store, load");
    expect_step<write_then_load<Engine>, Element>("write, load");
    expect_step<write_then_store<Engine>, Element>("write, store");
    expect_step<run_pipelines<Engine>, Element>("pipelines");
}

template <copy_engine Engine, class... Element>
void check()
{
    (check_element<Engine, Element>(), ...);
}

using tile_order_test = gpu_test;

TEST_F(tile_order_test, of_bulk_copies)
{
    check<copy_engine::bulk, bytes<12>, bytes<28>, bytes<33>, bytes<64, 4>, bytes<128, 4>>();
}

FULL_TEST_F(tile_order_test, of_other_engines)
{
    check<copy_engine::async_words, bytes<28>, bytes<33>>();
    check<copy_engine::words, bytes<28>>();
}

}  // namespace
}  // namespace heddle_test::tile_order_test
