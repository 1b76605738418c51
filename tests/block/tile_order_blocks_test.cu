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

//! Two blocks wait for each other: each sets its flag, and awaits the flag of the other one.
struct flags_of_pairs {
    unsigned* flags;

    __device__ void wait(unsigned value) const
    {
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned volatile* const own = flags + 32 * blockIdx.x;
            unsigned volatile* const other = flags + 32 * (blockIdx.x ^ 1u);
            __threadfence();
            *own = value;
            while (*other < value) {
            }
            __threadfence();
        }
        __syncthreads();
    }
    __device__ unsigned block_in_round(unsigned round) const { return blockIdx.x ^ (round & 1u); }
};

struct grid_barrier {
    unsigned* flags;

    __device__ void wait(unsigned) const { cooperative_groups::this_grid().sync(); }
    __device__ unsigned block_in_round(unsigned round) const { return (blockIdx.x + round) % gridDim.x; }
};

// In each round, each block writes the elements of one block, and then reads the elements of another block: with plain
// accesses, through a tile, or in a pipeline. Another block has written the elements that a block writes or reads.
template <class Barrier, class Element>
__global__ void __launch_bounds__(order_threads)
    pass_elements(Element* array, unsigned* flags, unsigned rounds, unsigned long long* stale)
{
    __shared__ tile_stages<Element, order_count> stage;
    __shared__ tile_stages<Element, 32, 2> stages;
    order_block const block;
    heddle::block_of_many const all{0, 1};
    Barrier const barrier{flags};
    unsigned found = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        unsigned const target = barrier.block_in_round(round), source = barrier.block_in_round(round + 1);
        Element* const to = array + target * order_count;
        if (round % 3 == 0) {
            write_plainly(to, order_count, target, round);
        } else if (round % 3 == 1) {
            auto const tile = heddle::make_tile(block, stage, to, order_count);
            fill_tile(tile, 0, target, round);
            heddle::store_tile(block, stage, tile);
        } else {
            auto pipeline = heddle::write_tiles(block, stages, to, order_count, all);
            while (pipeline.next()) {
                fill_tile(pipeline.tile(), static_cast<unsigned>(pipeline.start()), target, round);
            }
        }
        barrier.wait(2 * round);
        Element const* const from = array + source * order_count;
        if (round / 3 % 3 == 0) {
            found += count_stale(from, order_count, source, round);
        } else if (round / 3 % 3 == 1) {
            auto const seen = heddle::load_tile(block, stage, from, order_count);
            found += count_stale_of(seen, 0, source, round);
        } else {
            auto pipeline = heddle::read_tiles(block, stages, from, order_count, all);
            while (pipeline.next()) {
                found += count_stale_of(pipeline.tile(), static_cast<unsigned>(pipeline.start()), source, round);
            }
        }
        barrier.wait(2 * round + 1);
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
    (expect_passed<Element>("flag", pass_elements<flags_of_pairs, Element>), ...);
    (expect_passed<Element>("grid barrier", pass_elements<grid_barrier, Element>), ...);
}

using tile_order_blocks_test = gpu_test;

TEST_F(tile_order_blocks_test, by_flag_and_by_grid_barrier)
{
    check<bytes<12>, bytes<28>, bytes<33>, bytes<64, 4>, bytes<128, 4>>();
}

}  // namespace
}  // namespace heddle_test::tile_order_blocks_test
