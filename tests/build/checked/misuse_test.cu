// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that a checked build detects misuse on a GPU. After a trap, a process cannot use the GPU any more, so each
// misuse runs in its own process. The process must print the name of a header, a line number and the expected message.
#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <gtest/gtest.h>

#include <cooperative_groups.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

static_assert(HEDDLE_CHECKED == 1);

namespace heddle_test {
namespace {

namespace cg = cooperative_groups;

using element = bytes<28, 4>;
constexpr unsigned element_count = 1024;
constexpr int trapped = 3;
using stage = heddle::tile_stages<element, 64>;

template <class Misuse>
__global__ void kernel(element* array)
{
    Misuse()(array, cg::tiled_partition<32>(cg::this_thread_block()));
}

//! Runs the misuse in a kernel. Exits with `trapped` if the kernel failed. This is the child process of a test.
template <class Misuse>
void run(unsigned threads)
{
    dup2(STDERR_FILENO, STDOUT_FILENO);
    device_memory const memory(element_count * sizeof(element));
    check_cuda(cudaMemset(memory.data(), 0, element_count * sizeof(element)), "cudaMemset");
    kernel<Misuse><<<1, threads>>>(reinterpret_cast<element*>(memory.data()));
    cudaError_t status = cudaGetLastError();
    if (status == cudaSuccess) status = cudaDeviceSynchronize();
    std::fprintf(stderr, "the kernel ended: %s\n", cudaGetErrorString(status));
    std::fflush(stderr);
    std::_Exit(status == cudaSuccess ? 0 : trapped);
}

class misuse_death_test : public gpu_test {
protected:
    void SetUp() override
    {
        gpu_test::SetUp();
        // A forked child process could not use the GPU.
        ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
    }
};

// Defines a test: a block of `threads` threads runs the code in the last argument. The code can use `array`, in global
// memory, `tile`, the warp of the thread, and the objects that the macro defines.
#define MISUSE(name, threads, message, ...)                                                                  \
    struct name {                                                                                            \
        template <class Tile>                                                                                \
        __device__ void operator()([[maybe_unused]] element* array, [[maybe_unused]] Tile const& tile) const \
        {                                                                                                    \
            [[maybe_unused]] unsigned const lane = tile.thread_rank();                                       \
            [[maybe_unused]] heddle::this_block<64> const block;                                             \
            [[maybe_unused]] __shared__ stage stages;                                                        \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    };                                                                                                       \
    TEST_F(misuse_death_test, name)                                                                          \
    {                                                                                                        \
        EXPECT_EXIT(run<name>(threads), ::testing::ExitedWithCode(trapped),                                  \
                    "\\.cuh:[0-9]+: heddle: [^\n]*" message "[^\n]*\n(.*\n)*the kernel ended: ");            \
    }

// (preconditions_test.cpp tests the preconditions that need no GPU: misaligned elements, null pointers, arguments that
// are out of range or that differ between lanes.)

// Misuse of elements.
#define NULL_POINTER "an element is null"
#define NOT_GLOBAL "lie in global memory"
#define MISSING "lane of the group"

MISUSE(pointer_is_null, 32, NULL_POINTER, heddle::coalesced_ptr<element> p = nullptr; p[0] = array[lane];)
MISUSE(pointer_to_shared_memory, 32, NOT_GLOBAL, __shared__ element in_shared[32];
       heddle::coalesced_ptr<element>{in_shared}[lane] = array[lane]; __syncwarp(); array[lane] = in_shared[lane];)
MISUSE(pointer_to_small_elements_in_shared_memory, 32, NOT_GLOBAL, __shared__ float in_shared[32];
       heddle::coalesced_ptr<float>{in_shared}[lane] = 1; __syncwarp(); array[lane].value[0] = in_shared[lane] > 0;)
MISUSE(store_to_local_memory, 32, NOT_GLOBAL, element local[8] = {};
       heddle::store(tile, local + array[lane].value[0], array[lane]); array[lane] = local[array[lane].value[1]];)

// Misuse by lanes.
MISUSE(lane_has_left, 32, MISSING, if (lane == 7) return; array[lane] = heddle::load(tile, array + 31 - lane);)
MISUSE(
    lanes_in_two_branches, 32, MISSING, if (lane < 16) { array[lane] = heddle::load(tile, array + lane + 32); } else {
        heddle::store(tile, array + lane, element());
    })
MISUSE(partial_warp, 48, MISSING, array[threadIdx.x] = heddle::load(tile, array + threadIdx.x + 64);)
MISUSE(shuffle_without_a_lane, 32, MISSING, if (lane == 31) return;
       array[lane] = heddle::shuffle_xor(tile, array[lane], 1);)
MISUSE(reduce_without_a_lane, 32, MISSING, if (lane == 31) return;
       array[lane].value[0] = static_cast<unsigned char>(heddle::reduce(tile, lane));)
MISUSE(transpose_without_a_lane, 32, MISSING, if (lane == 0) return; unsigned words[3] = {lane, lane, lane};
       heddle::rows_to_elements(tile, words); array[lane].value[0] = static_cast<unsigned char>(words[0]);)

// Misuse of scratch.
#define SCRATCH "scratch must lie in"
MISUSE(scratch_in_local_memory, 32, SCRATCH, heddle::warp_scratch<element> scratch;
       array[lane] = heddle::load(tile, array + 31 - lane, scratch);)
MISUSE(stored_scratch_in_local_memory, 32, SCRATCH, heddle::warp_scratch<element> scratch;
       heddle::store(tile, array + 31 - lane, array[lane], scratch);)
MISUSE(block_larger_than_its_scratch, 256, "larger than its block_scratch",
       heddle::coalesced_ptr<element, heddle::in_block<128>> const p(array);
       p[threadIdx.x] = p[threadIdx.x + 256];)

// Misuse of tiles of blocks.
MISUSE(block_of_another_size, 128, "differs from its this_block",
       auto const loaded = heddle::load_tile(block, stages, array, 64);
       array[threadIdx.x + 64] = loaded.load(threadIdx.x % 64);)
MISUSE(tile_of_shared_elements, 64, NOT_GLOBAL, __shared__ element in_shared[64];
       auto const loaded = heddle::load_tile(block, stages, in_shared, 50); array[threadIdx.x] = loaded.load(0);)
MISUSE(stages_in_global_memory, 64, "stages of a tile",
       auto const made = heddle::make_tile(block, *reinterpret_cast<stage*>(array), array, 64);
       made.store(threadIdx.x, element());)
MISUSE(load_tile_without_a_warp, 64, "load_tile: a thread", if (threadIdx.x >= 32) return;
       auto const loaded = heddle::load_tile(block, stages, array, 50); array[threadIdx.x] = loaded.load(0);)
MISUSE(store_tile_without_a_warp, 64, "store_tile: a thread",
       auto const made = heddle::make_tile(block, stages, array, 64);
       made.store(threadIdx.x, element()); if (threadIdx.x < 32) return; heddle::store_tile(block, stages, made);)

// Misuse of pipelines.
MISUSE(pipeline_of_different_arrays, 64, "pipeline with the same",
       auto in = heddle::read_tiles(block, stages, array + threadIdx.x / 32, 256);
       while (in.next()) array[0] = in.tile().load(0);)
// In the tests with LEFT, some warps leave a pipeline by break, return or exit, while other warps stay in the pipeline.
#define LEFT "leave a pipeline"
MISUSE(
    pipeline_that_a_warp_breaks_off, 64, LEFT, auto in = heddle::read_tiles(block, stages, array, 1024);
    while (in.next()) {
        if (threadIdx.x >= 32 && in.start() == 256) break;
        array[0] = in.tile().load(threadIdx.x % 64);
    })
MISUSE(
    pipeline_that_the_first_warp_breaks_off, 64, LEFT, __shared__ heddle::tile_stages<element, 64, 3> three_stages;
    auto all = heddle::update_tiles(block, three_stages, array, 1024); while (all.next()) {
        if (threadIdx.x < 32 && all.start() == 256) break;
        all.tile().store(threadIdx.x, element());
    })
MISUSE(
    pipelines_that_a_warp_returns_from, 96, LEFT, __shared__ heddle::tile_stages<element, 64, 2> in_stages;
    __shared__ heddle::tile_stages<element, 64, 2> out_stages; auto const threads = cg::this_thread_block();
    auto in = heddle::read_tiles(threads, in_stages, array, 512);
    auto out = heddle::write_tiles(threads, out_stages, array + 512, 512); while (in.next() && out.next()) {
        if (threadIdx.x >= 64 && in.start() == 128) return;
        if (threadIdx.x < 64) out.tile().store(threadIdx.x, in.tile().load(threadIdx.x));
    })
MISUSE(pipeline_that_a_warp_does_not_begin, 64, LEFT, auto out = heddle::write_tiles(block, stages, array, 1024);
       if (threadIdx.x >= 32) return; while (out.next()) out.tile().store(threadIdx.x, element());)
MISUSE(
    pipeline_between_whose_tiles_threads_meet, 64, LEFT, auto const threads = cg::this_thread_block();
    auto out = heddle::write_tiles(threads, stages, array, 1024); while (out.next()) {
        if (threadIdx.x >= 32 && out.start() == 128) break;
        out.tile().store(threadIdx.x, element());
        threads.sync();
    })
MISUSE(
    pipeline_in_which_a_warp_ends, 64, LEFT, auto in = heddle::read_tiles(block, stages, array, 1024);
    while (in.next()) {
        if (threadIdx.x >= 32 && in.start() == 256) asm volatile("exit;");
        array[0] = in.tile().load(threadIdx.x % 64);
    })
MISUSE(pipeline_without_a_warp, 64, "thread of the block", if (threadIdx.x >= 32) return;
       auto const threads = cg::this_thread_block(); auto in = heddle::read_tiles(threads, stages, array, 1024);
       while (in.next()) array[0] = in.tile().load(threadIdx.x);)
MISUSE(dynamic_shared_memory_not_asked_for, 64, "dynamic_shared: the launch",
       auto const made = heddle::make_tile(block, heddle::dynamic_shared<stage>(), array, 64);
       made.store(threadIdx.x, element());)

// Misuse of functions of warps and blocks.
MISUSE(block_reduce_without_a_warp, 64, "block_reduce: a thread",
       __shared__ heddle::block_reduce_scratch<unsigned, 2> scratch;
       if (threadIdx.x >= 32) return;
       array[lane].value[0] = static_cast<unsigned char>(heddle::block_reduce(cg::this_thread_block(), tile, scratch,
                                                                              lane));)
MISUSE(block_reduce_in_global_memory, 64, "block_reduce: the scratch",
       auto& scratch = *reinterpret_cast<heddle::block_reduce_scratch<unsigned, 2>*>(array);
       array[64].value[0] = static_cast<unsigned char>(heddle::block_reduce(cg::this_thread_block(), tile, scratch,
                                                                            lane));)

// Correct use must not stop the kernel.

__global__ void allowed(element* array, unsigned* good)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto const quarter = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned const lane = tile.thread_rank();
    unsigned steps = 0;
    // Lanes reach the load at different times.
    for (unsigned i = 0; i < lane; ++i) steps += array[i].value[0] == 0 ? 1 : 0;
    element const a = heddle::load(tile, array + 31 - lane);
    // Groups of 8 lanes take different branches, inactive lanes pass null, and a diverged warp uses a coalesced_ptr.
    if (quarter.meta_group_rank() % 2 == 0) {
        heddle::store_contiguous(quarter, array + 64 + lane / 8 * 8, a, 5);
    } else {
        heddle::store(quarter, array + 64 + lane, a);
    }
    element const b = heddle::load_if(tile, lane % 3 == 0, lane % 3 == 0 ? array : nullptr, a);
    heddle::coalesced_ptr<element> const p(array + 128);
    if (lane % 5 != 0) p[lane] = b;
    __shared__ heddle::block_scratch<element, 64> scratch;
    element const c = heddle::load_contiguous(tile, array, 0, scratch);
    __shared__ heddle::tile_stages<element, 64> stage;
    heddle::this_block<64> const block;
    auto const loaded = heddle::load_tile(block, stage, array, 64);
    heddle::store_tile(block, stage, loaded);
    auto const none = heddle::load_tile(block, stage, array, 0);
    // All threads leave the pipeline together: before its end, at its end, or at once if it has no tiles.
    __shared__ heddle::tile_stages<element, 64, 2> stages;
    for (unsigned const count : {256u, 250u, 64u, 0u}) {
        auto in = heddle::read_tiles(block, stages, array, count, heddle::block_of_many{0, 1});
        while (in.next()) {
            steps += in.tile().load(0).value[0];
            if (in.start() == 128 && count == 256) break;
        }
    }
    {
        auto out =
            heddle::write_tiles(block, stages, array + 512 + 128 * (blockIdx.x % 4), 128, heddle::block_of_many{0, 1});
        while (out.next()) out.tile().store(threadIdx.x, element());
    }
    unsigned const sum = heddle::reduce_to_all(tile, lane);
    bool const right = sum == 496 && none.size() == 0 && c == element() && steps == lane;
    if (right) atomicAdd(good, 1);
}

class checked_build_test : public gpu_test {};

TEST_F(checked_build_test, lets_pass_what_is_allowed)
{
    device_vector<element> const array{std::vector<element>(element_count)};
    device_vector<unsigned> const good(std::vector<unsigned>{0});
    allowed<<<4, 64>>>(array.data(), good.data());
    finish_kernel();
    EXPECT_EQ(4u * 64, good.to_host(1)[0]);
}

}  // namespace
}  // namespace heddle_test
