// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of the memory order between blocks. Two blocks synchronize through a flag, or all blocks synchronize at
// a grid barrier. (tile_order.cuh describes litmus tests.)

#include "tile_order.cuh"

#include <cooperative_groups.h>

namespace heddle_test::tile_order_blocks_test {
namespace {

using heddle::tile_stages;
using namespace tile_order;

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

// Two blocks take turns on the same elements. The even block stores the elements through a tile. The odd block reads
// the elements with plain loads or through a tile, and overwrites them with plain stores. Then the even block reads the
// elements with plain loads or through a tile.
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

// Each block stores its elements. After a grid barrier, each block reads the elements of another block.
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

//! Launches four blocks per multiprocessor. All blocks are resident at the same time.
template <class Element>
void expect_passed(char const* name, void (*kernel)(Element*, unsigned*, unsigned, unsigned long long*))
{
    unsigned const blocks = 4 * processor_count();
    device_vector<unsigned> const flags(std::vector<unsigned>(blocks * 32, 0));
    unsigned* first_flag = flags.data();
    expect_none_stale<Element>(name, blocks, usual_or_small(20000000, 20000),
                               [&](Element* elements, unsigned rounds, unsigned long long* stale) {
                                   void* arguments[] = {&elements, &first_flag, &rounds, &stale};
                                   check_cuda(
                                       cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), dim3(blocks),
                                                                   dim3(order_threads), arguments, 0, nullptr),
                                       "cudaLaunchCooperativeKernel");
                               });
}

template <class... Element>
void check()
{
    (expect_passed<Element>("flag", pass_by_flag<Element>), ...);
    (expect_passed<Element>("grid barrier", pass_by_grid_barrier<Element>), ...);
}

using tile_order_blocks_test = gpu_test;

TEST_F(tile_order_blocks_test, by_flag_and_by_grid_barrier)
{
    check<bytes<12>, bytes<28>, bytes<33>, bytes<64, 4>, bytes<128, 4>>();
}

}  // namespace
}  // namespace heddle_test::tile_order_blocks_test
