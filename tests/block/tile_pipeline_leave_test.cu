// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests blocks that leave a pipeline early. The tiles that a block has filled are stored; other tiles are unchanged. The
// block may then use the memory of the stages, although the pipeline had begun to load later tiles.

#include "common/gpu.cuh"

#include <heddle/block/tile_pipeline.cuh>

#include <cooperative_groups.h>

#include <vector>

namespace heddle_test::tile_pipeline_leave_test {
namespace {

constexpr unsigned threads = 64;
constexpr unsigned capacity = 48;
constexpr std::size_t tiles = 40, count = tiles * capacity - 5;
constexpr std::size_t blocks = 3;

struct element {
    unsigned number, others[6];
};
constexpr unsigned untouched = 0x77777777u;
constexpr element before{untouched, {0, 0, 0, 0, 0, untouched}};

//! Writes to the memory of the stages. Returns how many words another writer has changed since.
template <class Stages>
__device__ unsigned spoil(Stages& stages)
{
    auto* const words = reinterpret_cast<unsigned*>(stages.memory[0]);
    constexpr unsigned count_of_words = sizeof(stages.memory) / 4;
    for (unsigned i = threadIdx.x; i < count_of_words; i += threads) words[i] = 0xeeeeeeeeu;
    __syncthreads();
    unsigned changed = 0;
    for (unsigned i = threadIdx.x; i < count_of_words; i += threads) changed += words[i] != 0xeeeeeeeeu ? 1 : 0;
    __syncthreads();
    return changed;
}

//! Fills all tiles that begin before `end`. Then leaves the pipeline: with `break`, or, if fills_last is true, with
//! `return` after filling one more tile.
template <class Block, class Pipeline>
__device__ void fill(Block const&, Pipeline&& pipeline, std::size_t end, bool fills_last)
{
    while (pipeline.next()) {
        bool const is_last = pipeline.start() >= end;
        if (is_last && !fills_last) break;
        // A thread that has no element in the tile does not access the tile.
        std::size_t const left = count - pipeline.start();
        for (unsigned k = threads - 1 - threadIdx.x; k < capacity && k < left; k += threads) {
            element value{};
            value.number = static_cast<unsigned>(pipeline.start() + k);
            pipeline.tile().store(k, value);
        }
        if (is_last) return;
    }
}

template <heddle::copy_engine Engine, bool Updates, bool IsPlain, unsigned Stages>
__global__ void __launch_bounds__(threads)
    fill_and_leave(element* array, std::size_t end, bool fills_last, unsigned* changed)
{
    using stages_type = heddle::tile_stages<element, capacity, Stages>;
    __shared__ stages_type stages;
    spoil(stages);
    auto const run = [&](auto const& block) {
        if constexpr (Updates) {
            fill(block, heddle::update_tiles<Engine>(block, stages, array, count), end, fills_last);
        } else {
            fill(block, heddle::write_tiles<Engine>(block, stages, array, count), end, fills_last);
        }
    };
    if constexpr (IsPlain) {
        run(cooperative_groups::this_thread_block());
    } else {
        run(heddle::this_block<threads>());
    }
    atomicAdd(changed, spoil(stages));
}

template <heddle::copy_engine Engine, bool Updates, bool IsPlain, unsigned Stages>
void check()
{
    for (std::size_t const last_tile : {0u, 1u, 7u, 38u, 39u, 1000u}) {
        for (bool const fills_last : {false, true}) {
            SCOPED_TRACE(testing::Message()
                         << Stages << " stages, left at tile " << last_tile
                         << (fills_last ? ", filled" : ", not filled") << (Updates ? ", updated" : ", written")
                         << (IsPlain ? ", plain block" : ""));
            device_vector<element> const array(std::vector<element>(count, before));
            device_vector<unsigned> const changed(std::vector<unsigned>(1, 0));
            fill_and_leave<Engine, Updates, IsPlain, Stages>
                <<<blocks, threads>>>(array.data(), last_tile * capacity, fills_last, changed.data());
            finish_kernel();
            EXPECT_EQ(0u, changed.to_host(1)[0]) << "the pipeline used the stages after its end";
            std::vector<element> const found = array.to_host(count);
            std::size_t wrong = 0;
            for (std::size_t k = 0; k < count; ++k) {
                // Each block leaves the pipeline at its first tile t with t >= last_tile.
                std::size_t const tile = k / capacity;
                bool const is_filled = tile < last_tile || (fills_last && tile < last_tile + blocks);
                wrong += found[k].number != (is_filled ? static_cast<unsigned>(k) : untouched);
                wrong += found[k].others[5] != (is_filled ? 0u : untouched);
            }
            EXPECT_EQ(0u, wrong);
        }
    }
}

template <heddle::copy_engine Engine>
void check_all()
{
    check<Engine, false, false, 1>();
    check<Engine, false, false, 3>();
    check<Engine, false, true, 2>();
    check<Engine, true, false, 1>();
    check<Engine, true, false, 3>();
    check<Engine, true, true, 2>();
}

using tile_pipeline_leave_test = gpu_test;

TEST_F(tile_pipeline_leave_test, tiles_that_nobody_asked_for_stay_as_they_are)
{
    check_all<heddle::copy_engine::bulk>();
    check_all<heddle::copy_engine::async_words>();
    check_all<heddle::copy_engine::words>();
}

}  // namespace
}  // namespace heddle_test::tile_pipeline_leave_test
