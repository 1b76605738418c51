// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests scatter_add in an emulated grid, and deterministic_scatter_add in emulated blocks, one tile after the other and
// one level after the other. The sums of deterministic_scatter_add must have the documented order.

#include "emulated_blocks.hpp"

#include <common/atomic_records.hpp>
#include <common/ordered_sums.hpp>

#include <heddle/algorithm/detail/segment_sums.cuh>
#include <heddle/algorithm/indexed.cuh>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace {

namespace detail = heddle::detail;
using namespace heddle_test;

template <class Record>
void expect_records(std::vector<Record> const& expected, guarded_array<Record> const& found)
{
    EXPECT_TRUE(found.guards_intact());
    for (std::size_t r = 0; r < expected.size(); ++r) {
        ASSERT_EQ(0, std::memcmp(&expected[r], &found[r], sizeof(Record))) << sizeof(Record) << " bytes, record " << r;
    }
}

template <class Record>
guarded_array<Record> guarded(std::vector<Record> const& records, random_source& random)
{
    guarded_array<Record> array(records.size(), random);
    std::memcpy(static_cast<void*>(array.data()), records.data(), records.size() * sizeof(Record));
    return array;
}

template <class Record, auto... Member>
void check_scatter_add(random_source& random)
{
    constexpr std::size_t record_count = 50;
    for (std::size_t const count : {1u, 31u, 32u, 33u, 200u}) {
        for (updated const which : every_way_to_update) {
            auto const deltas = made_records<Record>(count, 1);
            auto const indices = updated_indices<int>(which, count, record_count, random);
            auto expected = made_records<Record>(record_count, 1000);
            guarded_array<Record> out = guarded(expected, random);
            add_in_order(expected.data(), record_count, deltas, indices);
            auto const from = detail::indexed_side(deltas.data());
            auto const to = detail::changed_side(out.data());
            heddle::emulate_grid(count, [&](std::size_t k) {
                detail::add_element<Member...>(from, static_cast<std::ptrdiff_t>(k), to, indices[k]);
            });
            expect_records(expected, out);
        }
    }
}

TEST(scatter_add, adds_every_record)
{
    random_source random("scatter_add, emulated");
    check_scatter_add<numbers<float, 1>>(random);
    check_scatter_add<numbers<float, 7>>(random);
    check_scatter_add<numbers<double, 5>>(random);
    check_scatter_add<node, &node::momentum, &node::count>(random);
    check_scatter_add<deposit>(random);
}

// Checks that any iterator works, even one whose values must be converted.
TEST(scatter_add, takes_other_iterators)
{
    std::vector<double> sums(4, 1.5);
    auto const deltas = computed{[](std::ptrdiff_t k) { return static_cast<float>(k); }};
    for (std::ptrdiff_t k = 0; k < 8; ++k) {
        detail::add_element(deltas, k, detail::changed_side(sums.data()), k % 4);
    }
    EXPECT_EQ((std::vector<double>{5.5, 7.5, 9.5, 11.5}), sums);
}

TEST(scatter_add, keeps_only_the_scope_of_a_policy)
{
    using plain = heddle::coalesced_ptr<numbers<float, 7>>;
    using of_block = heddle::coalesced_ptr<numbers<float, 7>, heddle::in_block<64>>;
    using of_system = heddle::coalesced_ptr<numbers<float, 7>, heddle::system_scope>;
    EXPECT_TRUE((std::is_same_v<plain, detail::changed_side_t<numbers<float, 7>*>>));
    EXPECT_TRUE((std::is_same_v<plain, detail::changed_side_t<of_block>>));
    EXPECT_TRUE((std::is_same_v<of_system, detail::changed_side_t<of_system>>));
}

//! Adds as deterministic_scatter_add does, in blocks of emulated lanes.
template <class Position, class Blocks, class Record, class T, class Index>
void add_by_levels(Blocks const& blocks, std::vector<T> const& deltas, std::vector<Index> const& indices, T* out)
{
    std::size_t const count = deltas.size();
    std::vector<Position> positions(count);
    std::iota(positions.begin(), positions.end(), Position{0});
    std::stable_sort(positions.begin(), positions.end(),
                     [&](Position a, Position b) { return indices[a] < indices[b]; });
    std::vector<Index> sorted;
    for (Position const position : positions) sorted.push_back(indices[position]);

    detail::temporary_storage query(nullptr);
    detail::sum_levels<T, Position> const no_levels(query, count);
    std::vector<unsigned char> memory(query.bytes(), 0x77);
    detail::temporary_storage storage(memory.data());
    detail::sum_levels<T, Position> const levels(storage, count);
    if (levels.segment_bytes() > 0) std::memset(levels.segments(), 0xff, levels.segment_bytes());
    auto& scratch = shared<detail::batch_memory<Blocks::warp_lanes == 0 ? tile_threads : Blocks::warp_lanes>>();
    blocks.add_shared(scratch);
    detail::sorted_updates<T, Index, Position> const updates{deltas.data(), sorted.data(), positions.data(), count};
    cudaError_t const status = levels.run(updates, [&](auto const& values, auto const& next) {
        run_tiles_by(blocks, values.count, detail::batch_tile, [&](auto const& block, std::size_t tile) {
            detail::add_batches<Record>(block, scratch, values, tile, next, out);
        });
        return cudaSuccess;
    });
    EXPECT_EQ(cudaSuccess, status);
}

template <class Record, class Index, class Position, class Blocks, auto... Member>
void check_order(random_source& random, std::vector<std::size_t> const& counts)
{
    using record = detail::atomic_record<Record, detail::reduction::add, detail::memory_scope::device, Member...>;
    constexpr std::size_t record_count = 300;
    for (std::size_t const count : counts) {
        for (updated const which : every_way_to_update) {
            SCOPED_TRACE(testing::Message() << count << " updates, " << static_cast<int>(which));
            auto const deltas = random_records<Record>(count, random);
            auto const indices = updated_indices<Index>(which, count, record_count, random);
            auto expected = random_records<Record>(record_count, random);
            guarded_array<Record> out = guarded(expected, random);
            add_in_order(expected.data(), record_count, deltas, indices);
            add_by_levels<Position, Blocks, record>(Blocks(), deltas, indices, out.data());
            expect_records(expected, out);
        }
    }
}

TEST(deterministic_scatter_add, adds_in_the_documented_order)
{
    random_source random("deterministic sums, emulated");
    std::size_t const tile = detail::batch_tile;
    std::vector<std::size_t> const counts{1, 31, 32, 33, 1024, 1025, tile - 1, tile, tile + 1, 3 * tile + 100};
    check_order<numbers<float, 7>, int, std::uint32_t, emulated_blocks<>>(random, counts);
    check_order<numbers<float, 1>, std::uint64_t, std::uint32_t, emulated_blocks<8>>(random, counts);
}
TEST(deterministic_scatter_add, adds_records_of_many_levels)
{
    random_source random("many deterministic sums, emulated");
    check_order<numbers<float, 1>, unsigned, std::uint32_t, emulated_blocks<>>(random, {32768, 32769, 40000});
}
TEST(deterministic_scatter_add, adds_every_number)
{
    random_source random("deterministic sums of every number, emulated");
    std::vector<std::size_t> const counts{33, 2100};
    check_order<numbers<float, 12>, unsigned char, std::uint64_t, emulated_blocks<>>(random, {33, 200});
    check_order<numbers<double, 5>, std::int64_t, std::uint64_t, emulated_blocks<>>(random, counts);
    check_order<numbers<int, 5>, int, std::uint32_t, emulated_blocks<>>(random, counts);
    check_order<numbers<std::uint64_t, 2>, int, std::uint32_t, emulated_blocks<>>(random, counts);
    check_order<numbers<float, 130>, int, std::uint32_t, emulated_blocks<>>(random, {200});
    check_order<node, int, std::uint32_t, emulated_blocks<>, &node::momentum, &node::count>(random, counts);
    check_order<deposit, int, std::uint32_t, emulated_blocks<16>>(random, counts);
}

}  // namespace
