// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests tiles and pipelines with the copy engine of a GPU, for two types. Tiles of one type share chunks. There are
// only two types, because each mutant compiles this file.

#include "block/tiles.cuh"

#include <heddle/block/tile_pipeline.cuh>

#include <string>

namespace heddle_test {
namespace {

template <unsigned Stages, class Element>
struct pipelines {
    static constexpr unsigned threads = 64;
    using stages = heddle::tile_stages<Element, 64, Stages>;

    static std::string name() { return std::to_string(Stages) + " stages"; }
    static unsigned blocks(std::size_t count) { return static_cast<unsigned>(count / 640 + 1); }

    static void copy(Element* out, Element const* in, std::size_t count);
    static void update(Element* array, std::size_t count);
    static void sum(unsigned long long* sums, Element const* in, std::size_t count);
};

template <class Stages, class Element>
__global__ void copy_tiles(Element* out, Element const* in, std::size_t count)
{
    __shared__ Stages in_stages, out_stages;
    heddle::this_block<64> const block;
    auto from = heddle::read_tiles(block, in_stages, in, count);
    auto to = heddle::write_tiles(block, out_stages, out, count);
    while (from.next() && to.next()) {
        heddle::for_each_element(block, from.tile(), [&](unsigned k) {
            to.tile().store(k, changed(from.tile().load(k), from.start() + k));
        });
    }
}

template <class Stages, class Element>
__global__ void update_tiles_of(Element* array, std::size_t count)
{
    __shared__ Stages stages;
    heddle::this_block<64> const block;
    auto pipeline = heddle::update_tiles(block, stages, array, count);
    while (pipeline.next()) {
        auto const tile = pipeline.tile();
        heddle::for_each_element(block, tile,
                                 [&](unsigned k) { tile.store(k, changed(tile.load(k), pipeline.start() + k)); });
    }
}

template <class Stages, class Element>
__global__ void sum_tiles(unsigned long long* sums, Element const* in, std::size_t count)
{
    __shared__ Stages stages;
    heddle::this_block<64> const block;
    auto pipeline = heddle::read_tiles(block, stages, in, count);
    unsigned long long sum = 0;
    while (pipeline.next()) {
        auto const tile = pipeline.tile();
        heddle::for_each_element(block, tile, [&](unsigned k) { sum += sum_of(tile.load(k), pipeline.start() + k); });
    }
    atomicAdd(sums + (blockIdx.x + threadIdx.x) % 64, sum);
}

template <unsigned Stages, class Element>
void pipelines<Stages, Element>::copy(Element* out, Element const* in, std::size_t count)
{
    copy_tiles<stages><<<blocks(count), threads>>>(out, in, count);
}
template <unsigned Stages, class Element>
void pipelines<Stages, Element>::update(Element* array, std::size_t count)
{
    update_tiles_of<stages><<<blocks(count), threads>>>(array, count);
}
template <unsigned Stages, class Element>
void pipelines<Stages, Element>::sum(unsigned long long* sums, Element const* in, std::size_t count)
{
    sum_tiles<stages><<<blocks(count), threads>>>(sums, in, count);
}

using gpu_tiles = gpu_test;

template <unsigned Stages, class Element>
void check(random_source& random)
{
    tile_sweep<Element, pipelines<Stages, Element>>(random).run({}, {1, 63, 1000, 100000});
}

TEST_F(gpu_tiles, through_pipelines)
{
    random_source random("tiles of mutants");
    check<3, bytes<28>>(random);
    check<2, bytes<13>>(random);
}

}  // namespace
}  // namespace heddle_test
