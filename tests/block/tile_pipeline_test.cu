// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests pipelines of tiles: copies to another array, copies in place, updates and sums. Covers elements of many types,
// every copy engine, one stage and several stages. Each block processes several tiles.

#include "tiles.cuh"

#include <heddle/block/tile_pipeline.cuh>

#include <cooperative_groups.h>

#include <string>
#include <vector>

namespace heddle_test::tile_pipeline_test {
namespace {

using heddle::copy_engine;
using heddle::for_each_element;
using heddle::max_dynamic_shared_bytes;
using heddle::tile_stages;

template <copy_engine Engine, unsigned Threads, class Stages, class Element>
__global__ void __launch_bounds__(Threads) copy_by_pipeline(Element* out, Element const* in, std::size_t count)
{
    heddle::this_block<Threads> const block;
    auto& in_stages = heddle::dynamic_shared<Stages>();
    auto& out_stages = heddle::dynamic_shared<Stages>(sizeof(Stages));
    auto from = heddle::read_tiles<Engine>(block, in_stages, in, count);
    auto to = heddle::write_tiles<Engine>(block, out_stages, out, count);
    while (from.next() && to.next()) {
        for_each_element(block, from.tile(),
                         [&](unsigned k) { to.tile().store(k, changed(from.tile().load(k), from.start() + k)); });
    }
}

template <copy_engine Engine, unsigned Threads, class Stages, class Element>
__global__ void __launch_bounds__(Threads) update_by_pipeline(Element* array, std::size_t count)
{
    heddle::this_block<Threads> const block;
    auto pipeline = heddle::update_tiles<Engine>(block, heddle::dynamic_shared<Stages>(), array, count);
    while (pipeline.next()) {
        auto const tile = pipeline.tile();
        for_each_element(block, tile, [&](unsigned k) { tile.store(k, changed(tile.load(k), pipeline.start() + k)); });
    }
}

template <copy_engine Engine, unsigned Threads, class Stages, class Element>
__global__ void __launch_bounds__(Threads)
    sum_by_pipeline(unsigned long long* sums, Element const* in, std::size_t count)
{
    heddle::this_block<Threads> const block;
    auto pipeline = heddle::read_tiles<Engine>(block, heddle::dynamic_shared<Stages>(), in, count);
    unsigned long long sum = 0;
    while (pipeline.next()) {
        auto const tile = pipeline.tile();
        for_each_element(block, tile, [&](unsigned k) { sum += sum_of(tile.load(k), pipeline.start() + k); });
    }
    atomicAdd(sums + (blockIdx.x + threadIdx.x) % 64, sum);
}

template <class Kernel>
void allow_shared(Kernel const& kernel, std::size_t bytes)
{
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
               "cudaFuncSetAttribute");
}

template <copy_engine Engine, unsigned Threads, unsigned Stages, class Element>
struct three_blocks {
    static constexpr unsigned capacity = heddle::tile_capacity<Element, Threads>(2048);
    using stages = tile_stages<Element, capacity, Stages, max_dynamic_shared_bytes>;

    static std::string name()
    {
        return std::string(name_of(Engine)) + ", blocks of " + std::to_string(Threads) + ", " + std::to_string(Stages) +
               " stages";
    }
    static void copy(Element* out, Element const* in, std::size_t count)
    {
        auto* const kernel = copy_by_pipeline<Engine, Threads, stages, Element>;
        allow_shared(kernel, 2 * sizeof(stages));
        kernel<<<3, Threads, 2 * sizeof(stages)>>>(out, in, count);
    }
    //! Changes an array in place: in an update pipeline if `count` is even, by a copy onto itself if `count` is odd.
    static void update(Element* array, std::size_t count)
    {
        if (count % 2 == 1) {
            copy(array, array, count);
            return;
        }
        auto* const kernel = update_by_pipeline<Engine, Threads, stages, Element>;
        allow_shared(kernel, sizeof(stages));
        kernel<<<3, Threads, sizeof(stages)>>>(array, count);
    }
    static void sum(unsigned long long* sums, Element const* in, std::size_t count)
    {
        auto* const kernel = sum_by_pipeline<Engine, Threads, stages, Element>;
        allow_shared(kernel, sizeof(stages));
        kernel<<<3, Threads, sizeof(stages)>>>(sums, in, count);
    }
};

template <class Kernels, class Element>
void check(random_source& random, Element const&)
{
    constexpr std::size_t c = Kernels::capacity;
    tile_sweep<Element, Kernels>(random).run(Kernels{},
                                             {0, 1, c - 1, c, c + 1, 2 * c + 1, 11 * c - 3, 16 * c + 2, 29 * c + 5});
}

template <copy_engine Engine, unsigned Threads, unsigned Stages, class... Element>
void check_all(random_source& random)
{
    (check<three_blocks<Engine, Threads, Stages, Element>>(random, Element{}), ...);
}

using tile_pipeline_test = gpu_test;

FULL_TEST_F(tile_pipeline_test, of_every_kind_of_element)
{
    random_source random("pipelines of tiles");
    constexpr copy_engine bulk = copy_engine::bulk;
    check_all<bulk, 128, 3, bytes<1>, bytes<4>, bytes<13>, bytes<43>>(random);
    check_all<bulk, 256, 2, bytes<2>, bytes<8, 4>, bytes<50>, bytes<64, 4>>(random);
    check_all<bulk, 64, 4, bytes<3>, bytes<12>, bytes<16>, bytes<55>>(random);
    check_all<bulk, 32, 3, bytes<6>, bytes<20>, bytes<96>, bytes<132>>(random);
    check_all<bulk, 96, 1, bytes<1>, bytes<13>, bytes<64, 16>, bytes<248>>(random);
    check_all<bulk, 1024, 3, bytes<3>, bytes<128, 4>, bytes<1024, 16>>(random);
}

FULL_TEST_F(tile_pipeline_test, by_engines_of_older_architectures)
{
    random_source random("pipelines of tiles by other engines");
    constexpr copy_engine async_words = copy_engine::async_words;
    constexpr copy_engine words = copy_engine::words;
    check_all<async_words, 128, 3, bytes<1>, bytes<13>, bytes<28>>(random);
    check_all<async_words, 64, 2, bytes<50>, bytes<64, 4>>(random);
    check_all<async_words, 33, 1, bytes<6>, bytes<132>>(random);
    check_all<words, 128, 3, bytes<1>, bytes<13>>(random);
    check_all<words, 64, 2, bytes<28>, bytes<50>>(random);
    check_all<words, 33, 1, bytes<6>, bytes<132>>(random);
}

// A block leaves a pipeline while tiles are being loaded, and then reuses the shared memory of the stages.
__global__ void find_and_leave(unsigned* found, unsigned const* in, std::size_t count)
{
    using stages = tile_stages<unsigned, 512, 4>;
    __shared__ stages memory;
    auto const block = cooperative_groups::this_thread_block();
    unsigned seen = 0;
    {
        auto pipeline = heddle::read_tiles(block, memory, in, count);
        while (pipeline.next() && pipeline.start() < 1024) {
            seen += pipeline.tile().load(threadIdx.x);
        }
    }
    auto* const own = reinterpret_cast<unsigned*>(memory.memory[0]);
    for (unsigned i = threadIdx.x; i < sizeof(stages) / 4; i += 128) own[i] = i;
    __syncthreads();
    unsigned wrong = 0;
    for (unsigned i = threadIdx.x; i < sizeof(stages) / 4; i += 128) wrong += own[i] != i ? 1 : 0;
    found[blockIdx.x * 128 + threadIdx.x] = wrong == 0 ? seen : 0xffffffffu;
}

TEST_F(tile_pipeline_test, may_be_left_early)
{
    std::vector<unsigned> numbers(100000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<unsigned>(i);
    device_vector<unsigned> const in(numbers);
    device_vector<unsigned> const found(std::vector<unsigned>(64 * 128, 0));
    find_and_leave<<<64, 128>>>(found.data(), in.data(), numbers.size());
    finish_kernel();
    auto const seen = found.to_host(64 * 128);
    for (unsigned i = 0; i < 64 * 128; ++i) {
        unsigned const block = i / 128, thread = i % 128;
        EXPECT_EQ(block < 2 ? block * 512 + thread : 0u, seen[i]);
    }
}

}  // namespace
}  // namespace heddle_test::tile_pipeline_test
