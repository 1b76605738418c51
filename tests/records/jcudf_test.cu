// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the conversion of tables with and without strings to JCUDF rows and back.

#include "common/jcudf_cases.hpp"

#include <common/algorithms.cuh>

#include <heddle/records/conversion.cuh>
#include <heddle/records/jcudf.cuh>

#include <cstdint>
#include <deque>
#include <vector>

namespace heddle_test::jcudf_test {
namespace {

using jcudf = gpu_test;

//! Calls run(pointer to the arena on the device), and copies the arena back.
template <class Run>
void with_arena(arena_bytes& arena, Run const& run)
{
    device_memory const memory(arena.size());
    check_cuda(cudaMemcpy(memory.data(), arena.data(), arena.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    run(memory.data());
    check_cuda(cudaMemcpy(arena.data(), memory.data(), arena.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
}

class converter {
public:
    converter(random_source& random, unsigned launches) : random_(random), launches_(launches) {}

    void to_rows(jcudf_case const& each, arena_bytes& arena) const
    {
        with_arena(arena, [&](unsigned char* memory) {
            table_addresses const addresses(each.in, memory);
            auto* const row_offsets = reinterpret_cast<std::int32_t*>(memory + each.row_offsets);
            void* const* const masks = each.has_masks ? addresses.masks.data() : nullptr;
            run_in_two_phases(random_, launches_, [&](auto&&... storage) {
                return heddle::device::jcudf_row_offsets(storage..., each.layout, addresses.offsets.data(), each.count,
                                                         row_offsets, masks);
            });
            run_in_two_phases(random_, launches_, [&](auto&&... storage) {
                return heddle::device::jcudf_columns_to_rows(storage..., each.layout, addresses.columns.data(),
                                                             addresses.offsets.data(), each.count, row_offsets,
                                                             memory + each.rows, masks);
            });
        });
    }

    void to_columns(jcudf_case const& each, arena_bytes& arena) const
    {
        with_arena(arena, [&](unsigned char* memory) {
            table_addresses const addresses(each.out, memory);
            auto* const row_offsets = reinterpret_cast<std::int32_t*>(memory + each.row_offsets);
            void* const* const masks = each.has_masks ? addresses.masks.data() : nullptr;
            run_in_two_phases(random_, launches_, [&](auto&&... storage) {
                return heddle::device::jcudf_rows_to_columns(storage..., each.layout, memory + each.rows, row_offsets,
                                                             each.count, addresses.columns.data(),
                                                             addresses.offsets.data(), masks);
            });
            run_in_two_phases(random_, launches_, [&](auto&&... storage) {
                return heddle::device::jcudf_rows_to_characters(storage..., each.layout, memory + each.rows,
                                                                row_offsets, each.count, addresses.offsets.data(),
                                                                addresses.columns.data());
            });
        });
    }

private:
    random_source& random_;
    unsigned launches_;
};

TEST_F(jcudf, random_tables)
{
    random_source random("columns, strings, and their addresses");
    std::size_t const cases = usual_or_small(100, 10);
    for (table_limits const limits : {table_limits{4, 5000, 50, 400'000}, table_limits{12, 5000, 300, 400'000},
                                      table_limits{60, 5000, 3000, 400'000}, table_limits{60, 100, 3000, 400'000},
                                      table_limits{300, 200, 30, 100'000}}) {
        for (std::size_t k = 0; k < cases; ++k) {
            converter const own(random, k % 8 == 0 ? 1 : 0);
            check_table(
                random_table(random, limits),
                [&](jcudf_case const& each, arena_bytes& arena) { own.to_rows(each, arena); },
                [&](jcudf_case const& each, arena_bytes& arena) { own.to_columns(each, arena); });
            if (HasFailure()) return;
        }
    }
}

// A table without strings has the same rows whether each row's offset is given or all have one distance.
TEST_F(jcudf, fixed_width_tables_have_one_distance)
{
    random_source random("columns without strings");
    for (int round = 0; round < 10; ++round) {
        std::vector<std::size_t> sizes(1 + random.below(60));
        for (std::size_t& bytes : sizes) bytes = std::size_t{1} << random.below(5);
        heddle::record_layout const layout = heddle::jcudf_layout(sizes);
        std::size_t const count = 1000 + random.below(100);
        std::deque<device_vector<unsigned char>> arrays;
        std::vector<void*> columns;
        std::vector<std::int32_t*> const offsets(sizes.size(), nullptr);
        for (std::size_t const bytes : sizes) {
            std::vector<unsigned char> values(count * bytes);
            random.fill(values.data(), values.size());
            columns.push_back(arrays.emplace_back(values).data());
        }
        std::vector<unsigned char> const random_bytes(count * layout.distance(), 0xaa);
        device_vector<unsigned char> const regular(random_bytes), placed(random_bytes);
        device_vector<std::int32_t> const row_offsets(std::vector<std::int32_t>(count + 1));
        heddle::conversion_options options;
        options.others = heddle::other_bytes::zeroed;
        check_cuda(heddle::columns_to_rows(nullptr, layout, columns.data(), count, regular.data(), nullptr, options),
                   "columns_to_rows");
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::jcudf_row_offsets(storage..., layout, offsets.data(), count, row_offsets.data());
        });
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::jcudf_columns_to_rows(storage..., layout, columns.data(), offsets.data(), count,
                                                         row_offsets.data(), placed.data());
        });
        EXPECT_EQ(placed.to_host(random_bytes.size()), regular.to_host(random_bytes.size()));
    }
}

// The batches of a table are converted by pointers to their first rows. Together they are the rows of the whole table.
TEST_F(jcudf, batches)
{
    random_source random("strings in batches");
    std::size_t const count = 3000, limit = 20'000;
    heddle::record_layout const layout = heddle::jcudf_layout({8, heddle::jcudf_string, 1});
    std::vector<std::int32_t> strings{0};
    for (std::size_t k = 0; k < count; ++k) {
        strings.push_back(strings.back() + static_cast<std::int32_t>(random.below(60)));
    }
    auto const filled = [&](std::size_t bytes) {
        std::vector<unsigned char> values(bytes);
        random.fill(values.data(), bytes);
        return device_vector<unsigned char>(values);
    };
    auto const numbers = filled(8 * count), bytes_column = filled(count), mask = filled((count + 7) / 8),
               characters = filled(static_cast<std::size_t>(strings.back()));
    device_vector<std::int32_t> const string_offsets(strings);
    device_vector<std::uint64_t> const all_offsets(std::vector<std::uint64_t>(count + 1));
    device_vector<std::int32_t> const row_offsets(std::vector<std::int32_t>(count + 1));
    //! Converts the rows [first, first + rows).
    auto const convert = [&](std::size_t first, std::size_t rows, unsigned char* to) {
        void* const columns[] = {numbers.data() + 8 * first, characters.data(), bytes_column.data() + first};
        std::int32_t* const offsets[] = {nullptr, string_offsets.data() + first, nullptr};
        void* const masks[] = {nullptr, mask.data() + first / 8, nullptr};
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::jcudf_row_offsets(storage..., layout, offsets, rows, row_offsets.data(), masks);
        });
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::jcudf_columns_to_rows(storage..., layout, columns, offsets, rows, row_offsets.data(),
                                                         to, masks);
        });
    };
    std::int32_t* const offsets[] = {nullptr, string_offsets.data(), nullptr};
    void* const masks[] = {nullptr, mask.data(), nullptr};
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::jcudf_row_offsets(storage..., layout, offsets, count, all_offsets.data(), masks);
    });
    std::vector<std::uint64_t> const ends = all_offsets.to_host(count + 1);
    std::vector<std::uint64_t> groups((count + 31) / 32);
    check_cuda(cudaMemcpy2D(groups.data(), 8, all_offsets.data(), 32 * 8, 8, groups.size(), cudaMemcpyDeviceToHost),
               "cudaMemcpy2D");
    groups.push_back(ends[count]);
    device_vector<unsigned char> const whole(std::vector<unsigned char>(ends[count], 0xaa)),
        joined(std::vector<unsigned char>(ends[count], 0x55));
    convert(0, count, whole.data());
    auto const batches = heddle::jcudf_batches(groups, count, limit);
    EXPECT_GT(batches.size(), 5u);
    for (auto const& batch : batches) convert(batch.first, batch.count, joined.data() + ends[batch.first]);
    EXPECT_EQ(joined.to_host(ends[count]), whole.to_host(ends[count]));
}

TEST_F(jcudf, invalid_arguments)
{
    device_memory const memory(4096);
    auto const columns_to_rows = [&](heddle::record_layout const& layout, void const* column, void* rows) {
        void const* const columns[] = {column};
        std::int32_t const* const offsets[] = {nullptr};
        std::size_t bytes = 4096;
        return heddle::device::jcudf_columns_to_rows(memory.data(), bytes, nullptr, layout, columns, offsets, 1,
                                                     reinterpret_cast<std::int32_t const*>(memory.data()), rows);
    };
    heddle::record_layout const layout = heddle::jcudf_layout({8});
    EXPECT_EQ(columns_to_rows(layout, memory.data(), memory.data() + 4), cudaErrorInvalidValue);
    EXPECT_EQ(columns_to_rows(layout, memory.data(), nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(columns_to_rows(layout, nullptr, memory.data()), cudaErrorInvalidValue);
    EXPECT_EQ(columns_to_rows(heddle::record_layout(16, {{0, 8}}), memory.data(), memory.data()),
              cudaErrorInvalidValue);
    EXPECT_EQ(columns_to_rows(heddle::record_layout(16, {{4, 8}}).with_validity(12), memory.data(), memory.data()),
              cudaErrorInvalidValue);
}

}  // namespace
}  // namespace heddle_test::jcudf_test
