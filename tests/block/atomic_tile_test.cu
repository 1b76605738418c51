// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the addition of tiles to elements that other blocks change at the same time.
#include "common/atomic_records.hpp"
#include "common/gpu.cuh"

#include <heddle/block/atomic_tile.cuh>

#include <cstring>

namespace heddle_test::atomic_tile_test {

using atomic_tile_test = gpu_test;

//! Every block adds the same tiles. Each thread of a block adds one record to each element of a tile in shared memory.
template <class Record, unsigned Threads, unsigned Capacity>
__global__ void __launch_bounds__(Threads) add_tiles(Record* records, unsigned count)
{
    __shared__ heddle::tile_stages<Record, Capacity> stages;
    heddle::this_block<Threads> const block;
    for (unsigned begin = 0; begin < count; begin += Capacity) {
        auto const tile = heddle::make_tile(block, stages, records + begin, count - begin);
        heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, Record{}); });
        block.sync();
        for (unsigned k = 0; k < tile.size(); ++k) {
            auto const added = made_record<Record>(begin + k);
            tile[k].each(added, [](auto& number, auto const& other) { atomicAdd_block(&number, other); });
        }
        heddle::atomic_add_tile(block, stages, tile);
    }
}

template <class Record, unsigned Threads, unsigned Capacity>
void check(std::size_t start)
{
    constexpr unsigned blocks = 5, count = 3 * Capacity + 7;
    random_source random("canaries of added tiles");
    guarded_array<Record> array(start + count, random);
    for (std::size_t i = 0; i < start + count; ++i) {
        auto const record = made_record<Record>(i + 3);
        std::memcpy(static_cast<void*>(&array[i]), &record, sizeof record);
    }
    guarded_array<Record> expected(array);
    for (unsigned i = 0; i < count; ++i) {
        for (unsigned times = 0; times < blocks * Threads; ++times) {
            expected[start + i].each(made_record<Record>(i), change_number<change_kind::add>());
        }
    }
    on_device([&](Record* p) { add_tiles<Record, Threads, Capacity><<<blocks, Threads>>>(p + start, count); }, array);
    for (std::size_t i = 0; i < start + count; ++i) {
        ASSERT_EQ(0, std::memcmp(&expected[i], &array[i], sizeof(Record)))
            << sizeof(Record) << " bytes from " << start << ", record " << i;
    }
}

TEST_F(atomic_tile_test, adds_to_what_other_blocks_change)
{
    for (std::size_t const start : {0, 1, 2, 3}) {
        check<numbers<float, 7>, 64, 50>(start);
        check<numbers<float, 12>, 96, 40>(start);
        check<numbers<double, 3>, 33, 40>(start);
        check<numbers<int, 5>, 64, 33>(start);
    }
}

}  // namespace heddle_test::atomic_tile_test
