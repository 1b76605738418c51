// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests conversions of random layouts in emulated blocks, and the sentences of faulty layouts.

#include "common/conversion_cases.hpp"

#include <common/shared.hpp>

#include <heddle/emulation.hpp>
#include <heddle/records/conversion.cuh>

#include <array>
#include <stdexcept>

namespace {

using namespace heddle::detail;
using namespace heddle_test;
using heddle::byte_order;
using heddle::record_layout;

using emulated_table = conversion_table<1120, 24>;

struct shared_bytes {
    alignas(16) std::array<std::byte, conversion_tile_bytes + 64> bytes;
};

template <conversion_way Way, unsigned Unit>
void run_tiles(emulated_table const& table)
{
    for (std::uint64_t tile = 0; tile * table.tile_rows < table.count; ++tile) {
        for (std::uint32_t slice = 0; slice < table.slice_count; ++slice) {
            heddle::emulate_group<32>([&](auto const& block) {
                convert_slice<Way, Unit>(block, shared<shared_bytes>().bytes.data(), table, slice, tile);
            });
        }
    }
}

void convert(conversion_case const& each, conversion_way way, std::vector<unsigned char>& arena)
{
    auto* const bytes = reinterpret_cast<std::byte*>(arena.data());
    auto const address = [&](std::size_t offset) { return offset == each.absent ? nullptr : bytes + offset; };
    std::vector<std::byte*> columns, masks;
    for (std::size_t f = 0; f < each.columns.size(); ++f) {
        columns.push_back(address(each.columns[f]));
        masks.push_back(address(each.masks[f]));
    }
    conversion_request const request{way,
                                     each.layout,
                                     bytes + each.rows,
                                     columns.data(),
                                     each.has_masks ? masks.data() : nullptr,
                                     each.keeps_others};
    std::uint64_t const device_count = each.count;
    conversion_plan const plan(request);
    auto const run = [&](emulated_table const& table, std::size_t shared_size) {
        EXPECT_LE(shared_size, sizeof(shared_bytes));
        if (way == conversion_way::columns_to_rows) {
            run_tiles<conversion_way::columns_to_rows, 1>(table);
        } else if (plan.window_unit() == 16) {
            run_tiles<conversion_way::rows_to_columns, 16>(table);
        } else if (plan.window_unit() == 8) {
            run_tiles<conversion_way::rows_to_columns, 8>(table);
        } else if (plan.window_unit() == 4) {
            run_tiles<conversion_way::rows_to_columns, 4>(table);
        } else {
            run_tiles<conversion_way::rows_to_columns, 1>(table);
        }
        return 0;
    };
    for_each_table<emulated_table>(plan, each.passed_count, each.counts_on_device ? &device_count : nullptr, run);
}

TEST(conversion, random_layouts)
{
    random_source random("layouts, records, columns, and their addresses");
    for (case_limits const limits :
         {case_limits{20, 70}, case_limits{100, 140}, case_limits{700, 70}, case_limits{5000, 40}}) {
        for (int k = 0; k < 60; ++k) {
            check_case(random_case(random, limits), convert);
            if (HasFailure()) return;
        }
    }
}

// The sentence of the exception that make() throws, or "".
template <class Make>
std::string fault_of(Make const& make)
{
    try {
        make();
    } catch (std::invalid_argument const& fault) {
        return fault.what();
    }
    return "";
}

TEST(record_layout, names_each_fault)
{
    using fields = std::vector<heddle::record_field>;
    constexpr std::size_t huge = ~std::size_t{0};
    struct faulty {
        std::size_t bytes;
        fields all;
        char const* words;
    };
    for (auto const& [bytes, all, words] :
         {faulty{0, {}, "no bytes"}, faulty{huge, {}, "less than 1 GiB"}, faulty{8, {{0, 0}}, "field 0 has no bytes"},
          faulty{8, {{5, 4}}, "reaches outside"}, faulty{8, {{9, 1}}, "reaches outside"},
          faulty{8, {{huge, 2}}, "reaches outside"}, faulty{8, {{1, huge}}, "reaches outside"},
          faulty{8, {{4, 4}, {0, 5}}, "field 1 and field 0 overlap"},
          faulty{8, {{0, 3, byte_order::big_endian}}, "cannot be reversed"}}) {
        auto const sentence = fault_of([&, b = bytes, f = all] { record_layout(b, f); });
        EXPECT_NE(std::string::npos, sentence.find(words)) << words << ": " << sentence;
    }
    record_layout const layout(8, {{0, 4}});
    EXPECT_NE(std::string::npos, fault_of([&] { layout.with_distance(7); }).find("smaller than a record"));
    EXPECT_NE(std::string::npos, fault_of([&] { layout.with_validity(8); }).find("validity"));
    EXPECT_NE(std::string::npos, fault_of([&] { layout.with_validity(huge); }).find("validity"));
    EXPECT_NE(std::string::npos, fault_of([&] { layout.with_validity(3); }).find("overlap"));
    EXPECT_EQ("", fault_of([&] { layout.with_validity(4).with_distance(9); }));
}

}  // namespace
