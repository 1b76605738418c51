// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests pipelines of tiles: copies to another array, copies in place and updates. Covers elements of many types, every
// copy engine, one stage and several stages. Each block processes several tiles.

#include "tiles.cuh"

#include <heddle/block/tile_pipeline.cuh>

#include <string>

namespace heddle_test::tile_pipeline_test {
namespace {

using heddle::copy_engine;
using heddle::for_each_element;
using heddle::max_dynamic_shared_bytes;
using heddle::tile_stages;

//! Copies `in` to `out`, or updates `out` in place if `in` is null. A launch has one pipeline of each kind, because
//! racecheck (CUDA 13.0) reports the copies of a second one whose barriers lie where those of the first one lay.
template <copy_engine Engine, unsigned Threads, class Stages, class Element>
__global__ void __launch_bounds__(Threads) run_pipeline(Element* out, Element const* in, std::size_t count)
{
    heddle::this_block<Threads> const block;
    auto& in_stages = heddle::dynamic_shared<Stages>();
    auto& out_stages = heddle::dynamic_shared<Stages>(sizeof(Stages));
    auto const change = [&](auto const& from, auto const& to, std::size_t start) {
        for_each_element(block, from, [&](unsigned k) { to.store(k, changed(from.load(k), start + k)); });
    };
    if (in == nullptr) {
        auto pipeline = heddle::update_tiles<Engine>(block, in_stages, out, count);
        while (pipeline.next()) change(pipeline.tile(), pipeline.tile(), pipeline.start());
    } else {
        auto source = heddle::read_tiles<Engine>(block, in_stages, in, count);
        auto target = heddle::write_tiles<Engine>(block, out_stages, out, count);
        while (source.next() && target.next()) change(source.tile(), target.tile(), source.start());
    }
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
    //! Copies `in` to `out`. Changes `updated` in place: in a pipeline of updates if `count` is even, by a copy onto
    //! itself if `count` is odd.
    static void launch(Element* out, Element const* in, Element* updated, std::size_t count)
    {
        auto* const kernel = run_pipeline<Engine, Threads, stages, Element>;
        constexpr std::size_t shared = 2 * sizeof(stages);
        check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int{shared}),
                   "cudaFuncSetAttribute");
        kernel<<<3, Threads, shared>>>(out, in, count);
        kernel<<<3, Threads, shared>>>(updated, count % 2 == 1 ? updated : nullptr, count);
    }
};

template <class Kernel, class Element>
void check(random_source& random, Element const&)
{
    constexpr std::size_t c = Kernel::capacity;
    sweep_block_tiles<Kernel, Element>(random, {0, 1, c - 1, c, c + 1, 2 * c + 1, 11 * c - 3, 16 * c + 2, 29 * c + 5});
}

template <copy_engine Engine, unsigned Threads, unsigned Stages, class... Element>
void check_all(random_source& random)
{
    (check<three_blocks<Engine, Threads, Stages, Element>>(random, Element{}), ...);
}

using tile_pipeline_test = gpu_test;

TEST_F(tile_pipeline_test, of_28_bytes)
{
    random_source random("pipelines of tiles of 28 bytes");
    check_all<copy_engine::bulk, 128, 3, bytes<28>>(random);
}

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

}  // namespace
}  // namespace heddle_test::tile_pipeline_test
