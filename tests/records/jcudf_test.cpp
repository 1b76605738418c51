// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the layout and the batches of JCUDF rows, and their conversion in emulated blocks.

#include "common/jcudf_cases.hpp"

#include <common/shared.hpp>

#include <heddle/emulation.hpp>
#include <heddle/records/detail/conversion_launches.hpp>
#include <heddle/records/detail/string_rows_call.cuh>
#include <heddle/records/jcudf.hpp>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace heddle::detail;
using namespace heddle_test;
using heddle::jcudf_batches;
using heddle::jcudf_layout;
using heddle::jcudf_string;

using emulated_table = conversion_table<1120, 24>;

struct shared_bytes {
    alignas(16) std::array<std::byte, conversion_tile_bytes + 64 + tile_offsets_bytes(2048)> bytes;
};

//! Calls visit(first row, number of rows) for tiles of rows.
template <class Visit>
void for_each_tile_of(std::size_t count, Visit const& visit)
{
    constexpr std::size_t tile_rows = 64;
    for (std::size_t begin = 0; begin < count; begin += tile_rows) {
        visit(begin, static_cast<std::uint32_t>(std::min(tile_rows, count - begin)));
    }
}

template <conversion_way Way>
void convert_fixed_parts(string_table const& arrays, std::size_t count)
{
    conversion_request const request = arrays.request(Way);
    conversion_plan const plan(request);
    ASSERT_TRUE(arrays.is_sound());
    ASSERT_TRUE(plan.slices().empty() || has_whole_words(plan));
    std::vector<string_line> lines;
    for (string_line const& line : arrays.lines()) lines.push_back(line.with_bounds(count));
    string_rows const memory = arrays.memory(lines.data());
    for_each_table<emulated_table>(plan, count, nullptr, [&](emulated_table const& table, std::size_t shared_size) {
        EXPECT_LE(shared_size + tile_offsets_bytes(table.tile_rows), sizeof(shared_bytes));
        for (std::uint64_t tile = 0; tile * table.tile_rows < count; ++tile) {
            for (std::uint32_t slice = 0; slice < table.slice_count; ++slice) {
                heddle::emulate_group<32>([&](auto const& block) {
                    convert_string_slice<Way>(block, shared<shared_bytes>().bytes.data(), table, memory, slice, tile);
                });
            }
        }
        return 0;
    });
    if (Way == conversion_way::rows_to_columns || plan.slices().size() == 1 || memory.string_count == 0) return;
    for_each_tile_of(count, [&](std::size_t begin, std::uint32_t rows) {
        std::uint32_t const* const offsets = memory.offsets + begin;
        heddle::emulate_group<32>([&](auto const& block) {
            characters_to_rows(block, memory, offsets, begin, rows,
                               [&](std::uint32_t r) { return memory.rows + offsets[r]; });
        });
    });
}

void replace_by_sums(std::uint32_t* sizes, std::size_t count)
{
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        std::uint32_t const size = sizes[k];
        sizes[k] = sum;
        sum += size;
    }
}

string_table_arrays arrays_of(jcudf_case const& each, table_addresses const& addresses, arena_bytes& arena)
{
    return {reinterpret_cast<std::byte* const*>(addresses.columns.data()),
            addresses.offsets.data(),
            reinterpret_cast<std::byte* const*>(addresses.columns.data()),
            each.has_masks ? reinterpret_cast<std::byte* const*>(addresses.masks.data()) : nullptr,
            reinterpret_cast<std::byte*>(arena.data()) + each.rows,
            reinterpret_cast<std::uint32_t const*>(arena.data() + each.row_offsets)};
}

void to_rows(jcudf_case const& each, arena_bytes& arena)
{
    table_addresses const addresses(each.in, arena.data());
    string_table const table(each.layout, arrays_of(each, addresses, arena));
    auto* const sizes = reinterpret_cast<std::uint32_t*>(arena.data() + each.row_offsets);
    for (std::size_t k = 0; k <= each.count; ++k) {
        write_row_size(table.memory(table.lines().data()), k, each.count, sizes);
    }
    replace_by_sums(sizes, each.count + 1);
    convert_fixed_parts<conversion_way::columns_to_rows>(table, each.count);
}

void to_columns(jcudf_case const& each, arena_bytes& arena)
{
    table_addresses const addresses(each.out, arena.data());
    string_table const table(each.layout, arrays_of(each, addresses, arena));
    convert_fixed_parts<conversion_way::rows_to_columns>(table, each.count);
    for (auto const& line : table.lines()) replace_by_sums(line.offsets, each.count + 1);
    for_each_tile_of(each.count, [&](std::size_t begin, std::uint32_t rows) {
        for (string_line const& line : table.lines()) {
            heddle::emulate_group<32>([&](auto const& block) {
                rows_to_characters(block, shared<column_tile>(), table.memory(table.lines().data()), line, begin, rows);
            });
        }
    });
}

TEST(jcudf, random_tables)
{
    random_source random("columns, strings, and their addresses");
    for (table_limits const limits : {table_limits{4, 100, 50, 20'000}, table_limits{12, 200, 300, 30'000},
                                      table_limits{60, 70, 3000, 60'000}, table_limits{300, 40, 30, 20'000}}) {
        for (int k = 0; k < 50; ++k) {
            check_table(random_table(random, limits), to_rows, to_columns);
            if (HasFailure()) return;
        }
    }
}

// The example of Spark's GPU plugin: BOOL8, INT16, and 32-bit days have 16 bytes, in another order 8.
TEST(jcudf, layouts)
{
    auto const places = [](std::vector<std::size_t> const& sizes) {
        heddle::record_layout const layout = jcudf_layout(sizes);
        std::vector<std::size_t> result;
        for (auto const& field : layout.fields()) result.push_back(field.offset);
        result.push_back(layout.validity_offset());
        result.push_back(layout.record_bytes());
        return result;
    };
    EXPECT_EQ(places({1, 2, 4}), (std::vector<std::size_t>{0, 2, 4, 8, 16}));
    EXPECT_EQ(places({4, 2, 1}), (std::vector<std::size_t>{0, 4, 6, 7, 8}));
    EXPECT_EQ(places({1, jcudf_string, 8, 16}), (std::vector<std::size_t>{0, 4, 16, 32, 48, 56}));
    EXPECT_EQ(places(std::vector<std::size_t>(9, 1)).back(), 16u);
}

//! Returns the sentence of the error of run().
template <class Run>
std::string sentence_of(Run const& run)
{
    try {
        run();
    } catch (std::invalid_argument const& error) {
        return error.what();
    }
    return "no error";
}

TEST(jcudf, faults)
{
    EXPECT_EQ(sentence_of([] { jcudf_layout({}); }), "heddle: a table has no columns; JCUDF rows need at least one");
    EXPECT_EQ(sentence_of([] {
                  jcudf_layout({4, 3});
              }),
              "heddle: column 1 has elements of 3 bytes; the columns of JCUDF rows have elements of 1, 2, 4, 8 or 16 "
              "bytes, or are strings (heddle::jcudf_string)");
    EXPECT_EQ(sentence_of([] { jcudf_batches(jcudf_layout({8}), 40, 511); }),
              "heddle: 32 rows of 16 bytes exceed the limit of a batch (511 bytes); convert fewer columns at once");
    EXPECT_EQ(
        sentence_of([] {
            jcudf_batches({0, 512, 1100, 1200}, 70, 587);
        }),
        "heddle: the 588 bytes of the rows from 32 on exceed the limit of a batch (587 bytes), which has at least "
        "32 rows; convert fewer columns at once");
    EXPECT_EQ(sentence_of([] {
                  jcudf_batches({0, 512}, 70);
              }),
              "heddle: a table of 70 rows has 4 offsets of rows 0, 32, 64 and so on and of the end, but 2 offsets are "
              "given");
}

//! Batches follow each other, have whole groups of 32 rows, fit, and would not fit with 32 rows more.
template <class BytesUntil>
void check_batches(std::vector<heddle::row_range> const& batches, std::uint64_t count, std::uint64_t limit,
                   BytesUntil const& bytes_until)
{
    std::uint64_t end = 0;
    for (auto const& batch : batches) {
        ASSERT_EQ(batch.first, end);
        ASSERT_EQ(batch.first % 32, 0u);
        ASSERT_GT(batch.count, 0u);
        end += batch.count;
        ASSERT_LE(bytes_until(end) - bytes_until(batch.first), limit);
        if (end < count) {
            ASSERT_GT(bytes_until(std::min(end + 32, count)) - bytes_until(batch.first), limit);
        }
    }
    ASSERT_EQ(end, count);
}

TEST(jcudf, batches)
{
    random_source random("rows and limits");
    for (int round = 0; round < 300; ++round) {
        std::uint64_t const count = random.below(1000), limit = 32 * 64 + random.below(20'000);
        heddle::record_layout const layout = jcudf_layout(std::vector<std::size_t>(1 + random.below(55), 1));
        check_batches(jcudf_batches(layout, count, limit), count, limit,
                      [&](std::uint64_t rows) { return rows * layout.distance(); });
        std::vector<std::uint64_t> offsets{0}, groups{0};
        for (std::uint64_t k = 1; k <= count; ++k) {
            offsets.push_back(offsets.back() + 8 * (1 + random.below(8)));
            if (k % 32 == 0 || k == count) groups.push_back(offsets.back());
        }
        check_batches(jcudf_batches(groups, count, limit), count, limit,
                      [&](std::uint64_t rows) { return offsets[rows]; });
        if (HasFailure()) return;
    }
    auto const large = jcudf_batches(jcudf_layout({8, 8, 8}), 100'000'000);
    EXPECT_EQ(large.size(), 2u);
    EXPECT_EQ(large[0].count, 0x7fffffffu / 32 / 32 * 32);
}

}  // namespace
