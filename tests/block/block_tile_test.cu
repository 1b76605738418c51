// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests tiles of blocks: copies and updates in place, for elements of many types, with every copy engine, and in blocks
// of many sizes.

#include "group/remote_memory.cuh"
#include "tiles.cuh"

#include <heddle/block/block_tile.cuh>

#include <cooperative_groups.h>

#include <algorithm>
#include <string>
#include <vector>

namespace heddle_test::block_tile_test {
namespace {

using heddle::copy_engine;
using heddle::for_each_element;
using heddle::tile_stages;

// Copies tiles of an array to another array, and updates tiles of a third array. Each block processes several tiles, one
// after the other, in the same stages.
template <copy_engine Engine, unsigned Threads, unsigned Capacity, class Element>
__global__ void __launch_bounds__(Threads)
    copy_and_update_tiles(Element* out, Element const* in, Element* updated, std::size_t count)
{
    __shared__ tile_stages<Element, Capacity> in_stage, out_stage;
    heddle::this_block<Threads> const block;
    for (std::size_t start = std::size_t{blockIdx.x} * Capacity; start < count;
         start += std::size_t{gridDim.x} * Capacity) {
        auto const from = heddle::load_tile<Engine>(block, in_stage, in + start, count - start);
        auto const to = heddle::make_tile(block, out_stage, out + start, count - start);
        for_each_element(block, from, [&](unsigned k) { to.store(k, changed(from.load(k), start + k)); });
        heddle::store_tile<Engine>(block, out_stage, to);
        auto const tile = heddle::load_tile<Engine>(block, in_stage, updated + start, count - start);
        for_each_element(block, tile, [&](unsigned k) { tile.store(k, changed(tile.load(k), start + k)); });
        heddle::store_tile<Engine>(block, in_stage, tile);
    }
}

template <copy_engine Engine, unsigned Threads, class Element>
struct two_tiles_a_block {
    static constexpr unsigned capacity = heddle::tile_capacity<Element, Threads>(4096);

    static std::string name() { return std::string(name_of(Engine)) + ", blocks of " + std::to_string(Threads); }
    static void launch(Element* out, Element const* in, Element* updated, std::size_t count)
    {
        if (count == 0) return;
        auto const blocks = static_cast<unsigned>((count + 2 * capacity - 1) / (2 * capacity));
        copy_and_update_tiles<Engine, Threads, capacity><<<blocks, Threads>>>(out, in, updated, count);
    }
};

template <class Kernel, class Element>
void check(random_source& random, Element const&)
{
    constexpr std::size_t c = Kernel::capacity;
    sweep_block_tiles<Kernel, Element>(random, {0, 1, 2, 31, c - 1, c, c + 1, 3 * c + c / 3, 7 * c});
}

template <copy_engine Engine, unsigned Threads, class... Element>
void check_all(random_source& random)
{
    (check<two_tiles_a_block<Engine, Threads, Element>>(random, Element{}), ...);
}

using block_tile_test = gpu_test;

FULL_TEST_F(block_tile_test, of_every_kind_of_element)
{
    random_source random("block tiles");
    constexpr copy_engine bulk = copy_engine::bulk;
    check_all<bulk, 256, bytes<1>, bytes<3>, bytes<8, 4>, bytes<28>, bytes<64, 4>>(random);
    // For these sizes, neighboring elements of a tile go to two different warps.
    check_all<bulk, 256, bytes<35>>(random);
    check_all<bulk, 64, bytes<43>, bytes<129>>(random);
    check_all<bulk, 96, bytes<51>>(random);
    check_all<bulk, 128, bytes<2>, bytes<4>, bytes<12>, bytes<13>, bytes<96>>(random);
    check_all<bulk, 64, bytes<6>, bytes<16, 4>, bytes<33>, bytes<128, 4>>(random);
    check_all<bulk, 32, bytes<20>, bytes<50>, bytes<132>, bytes<248>>(random);
    check_all<bulk, 96, bytes<7>, bytes<28, 1>, bytes<64, 16>, bytes<1024, 4>>(random);
    check_all<bulk, 1024, bytes<1>, bytes<13>, bytes<32>>(random);
    check_all<bulk, 17, bytes<2, 1>, bytes<50>, bytes<128>>(random);
}

FULL_TEST_F(block_tile_test, by_engines_of_older_architectures)
{
    random_source random("block tiles by other engines");
    constexpr copy_engine async_words = copy_engine::async_words;
    constexpr copy_engine words = copy_engine::words;
    check_all<async_words, 128, bytes<1>, bytes<13>, bytes<28>, bytes<64, 4>>(random);
    check_all<async_words, 33, bytes<6>, bytes<132>>(random);
    check_all<words, 128, bytes<1>, bytes<13>, bytes<57>, bytes<64, 4>>(random);
    check_all<words, 33, bytes<6>, bytes<132>>(random);
}

TEST_F(block_tile_test, in_memory_of_the_host)
{
    constexpr std::size_t count = 5000;
    using element = bytes<50>;
    random_source random("block tiles in memory of the host");
    guarded_array<element> const in(count, random, 2);
    guarded_array<element> copied(in), updated(in);
    device_copy<element, host_memory> const from(in), to(copied), in_place(updated);
    two_tiles_a_block<copy_engine::bulk, 64, element>::launch(to.data(), from.data(), in_place.data(), count);
    finish_kernel();
    to.copy_to(copied);
    in_place.copy_to(updated);
    EXPECT_TRUE(copied.guards_intact() && updated.guards_intact());
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(changed(in[i], i) == copied[i] && copied[i] == updated[i]) << i;
    }
}

// Reverses tiles in a three-dimensional cooperative_groups::thread_block. Threads overwrite elements that other threads
// have read, and change single bytes of elements.
__global__ void reverse_tiles(bytes<50>* array, std::size_t count)
{
    constexpr unsigned capacity = 100;
    __shared__ tile_stages<bytes<50>, capacity> stage;
    auto const block = cooperative_groups::this_thread_block();
    std::size_t const start = std::size_t{blockIdx.x} * capacity;
    auto const tile = heddle::load_tile(block, stage, array + start, count - start);
    bytes<50> kept[4];
    unsigned taken = 0;
    for (unsigned k = block.thread_rank(); k < tile.size(); k += block.num_threads()) {
        kept[taken++] = tile.load(tile.size() - 1 - k);
    }
    block.sync();
    taken = 0;
    for (unsigned k = block.thread_rank(); k < tile.size(); k += block.num_threads()) {
        tile.store(k, kept[taken++]);
        tile[k].value[7] = static_cast<unsigned char>(k);
    }
    heddle::store_tile(block, stage, tile);
}

FULL_TEST_F(block_tile_test, in_a_block_of_any_shape)
{
    random_source random("block tiles in a block of three dimensions");
    constexpr std::size_t count = 1234;
    guarded_array<bytes<50>> array(count, random, 2);
    std::vector<bytes<50>> const before(array.data(), array.data() + count);
    on_device([](bytes<50>* first) { reverse_tiles<<<13, dim3(3, 5, 2)>>>(first, count); }, array);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t const start = i / 100 * 100, size = std::min<std::size_t>(100, count - start);
        bytes<50> expected = before[start + size - 1 - (i - start)];
        expected.value[7] = static_cast<unsigned char>(i - start);
        ASSERT_TRUE(expected == array[i]) << i;
    }
}

}  // namespace
}  // namespace heddle_test::block_tile_test
