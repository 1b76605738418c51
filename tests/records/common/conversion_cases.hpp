// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random layouts, records and columns for the tests of conversions, with a reference on the host. All arrays of a case
// lie in one arena, whose bytes are all compared, so an access outside an array is found.
#pragma once

#include <common/random.hpp>

#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/record_layout.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace heddle_test {

using heddle::detail::conversion_way;

//! The limits of a random case.
struct case_limits {
    std::size_t record_bytes, records;
};

struct conversion_case {
    static constexpr std::size_t absent = ~std::size_t{0};

    heddle::record_layout layout;
    std::size_t count;         // the records in memory
    std::size_t passed_count;  // the argument of the call; at least `count` if the count lies in device memory
    bool keeps_others, counts_on_device, has_masks;
    std::vector<unsigned char> arena;
    std::size_t rows;  // offsets in the arena
    std::vector<std::size_t> columns, masks;

    std::string description() const
    {
        std::string text = std::to_string(count) + " records of " + std::to_string(layout.record_bytes()) +
                           " bytes, distance " + std::to_string(layout.distance()) + ", rows at " +
                           std::to_string(rows) + (keeps_others ? ", kept" : ", zeroed") + ", fields";
        for (std::size_t f = 0; f < layout.field_count() && f < 40; ++f) {
            auto const& field = layout.fields()[f];
            text += " " + std::to_string(field.offset) + ":" + std::to_string(field.bytes) +
                    (field.order == heddle::byte_order::big_endian ? "b" : "") +
                    (columns[f] == absent ? "-" : "@" + std::to_string(columns[f] % 16));
        }
        return text;
    }
};

//! Returns a layout whose fields have random sizes, mostly 1, 2, 4, 8 and 16 bytes, with gaps or without, in any order.
inline heddle::record_layout random_layout(random_source& random, std::size_t most_bytes)
{
    bool const is_aligned = random.coin(), has_gaps = random.coin(), is_regular = random.below(3) != 0;
    std::size_t const record_bytes = 1 + random.below(most_bytes);
    std::size_t const odd_sizes[] = {3, 5, 6, 7, 12, 20, 24, 33, 40, 100, 600};
    std::vector<heddle::record_field> fields;
    std::size_t offset = 0;
    for (;;) {
        std::size_t bytes = std::size_t{1} << random.below(5);
        if (!is_regular && random.below(4) == 0) bytes = odd_sizes[random.below(11)];
        std::size_t const alignment = is_aligned ? std::min<std::size_t>(bytes & (~bytes + 1), 16) : 1;
        if (has_gaps && random.below(4) == 0) offset += random.below(random.below(8) == 0 ? 200 : 9);
        offset = (offset + alignment - 1) / alignment * alignment;
        if (offset + bytes > record_bytes) break;
        bool const is_reversed = bytes <= 16 && (bytes & (bytes - 1)) == 0 && random.below(6) == 0;
        fields.push_back(
            {offset, bytes, is_reversed ? heddle::byte_order::big_endian : heddle::byte_order::little_endian});
        offset += bytes;
    }
    std::size_t size = std::max(record_bytes, offset);
    if (random.coin()) size = (size + 7) / 8 * 8;
    for (std::size_t k = fields.size(); k > 1; --k) std::swap(fields[k - 1], fields[random.below(k)]);
    std::size_t const validity = size;
    bool const has_validity = random.below(3) == 0;
    if (has_validity) size += (fields.size() + 7) / 8 + random.below(5);
    heddle::record_layout layout(size, fields);
    if (has_validity) layout = layout.with_validity(validity);
    if (random.below(3) == 0) layout = layout.with_distance(size + random.below(40));
    return layout;
}

//! Returns a case with random bytes everywhere, at random addresses.
inline conversion_case random_case(random_source& random, case_limits const& limits)
{
    conversion_case made{
        random_layout(random, limits.record_bytes), 0, 0, random.coin(), random.below(4) == 0, false, {}, 0, {}, {}};
    made.count = random.below(limits.records + 1);
    made.passed_count = made.count + (made.counts_on_device ? random.below(100) : 0);
    made.has_masks = made.layout.has_validity() && random.below(4) != 0;
    bool const is_aligned = random.coin();
    std::size_t end = 64;
    auto const take = [&](std::size_t bytes) {
        std::size_t const start = (end + 63) / 64 * 64 + (is_aligned ? 0 : random.below(16));
        end = start + bytes + random.below(4);
        return start;
    };
    std::size_t const gap = made.layout.distance() - made.layout.record_bytes();
    made.rows = take(made.count == 0 ? 0 : made.count * made.layout.distance() - gap);
    for (auto const& field : made.layout.fields()) {
        made.columns.push_back(random.below(5) == 0 ? made.absent : take(made.count * field.bytes));
        made.masks.push_back(random.below(5) == 0 ? made.absent : take((made.count + 7) / 8));
    }
    made.arena.resize(end + 64);
    random.fill(made.arena.data(), made.arena.size());
    return made;
}

//! Converts as rows_to_columns and columns_to_rows do, byte by byte.
inline void convert_on_host(conversion_case const& each, conversion_way way, std::vector<unsigned char>& arena)
{
    heddle::record_layout const& layout = each.layout;
    for (std::size_t k = 0; k < each.count; ++k) {
        unsigned char* const row = arena.data() + each.rows + k * layout.distance();
        if (way == conversion_way::columns_to_rows && !each.keeps_others) {
            std::memset(row, 0, layout.record_bytes());
        }
        for (std::size_t f = 0; f < layout.field_count(); ++f) {
            auto const [offset, bytes, order] = layout.fields()[f];
            unsigned char* const validity = layout.has_validity() ? row + layout.validity_offset() + f / 8 : nullptr;
            auto const bit = static_cast<unsigned char>(1u << f % 8);
            bool const has_mask = each.has_masks && each.masks[f] != each.absent;
            if (way == conversion_way::rows_to_columns) {
                if (has_mask) {
                    unsigned char& byte = arena[each.masks[f] + k / 8];
                    if (k % 8 == 0) byte = 0;
                    if ((*validity & bit) != 0) byte = static_cast<unsigned char>(byte | 1u << k % 8);
                }
            } else if (validity != nullptr) {
                if (f % 8 == 0) *validity = 0;
                bool const is_valid =
                    has_mask ? (arena[each.masks[f] + k / 8] >> k % 8 & 1) != 0 : each.columns[f] != each.absent;
                if (is_valid) *validity = static_cast<unsigned char>(*validity | bit);
            }
            if (each.columns[f] == each.absent) continue;
            unsigned char* const element = arena.data() + each.columns[f] + k * bytes;
            for (std::size_t b = 0; b < bytes; ++b) {
                std::size_t const in_row = offset + (order == heddle::byte_order::big_endian ? bytes - 1 - b : b);
                if (way == conversion_way::rows_to_columns) element[b] = row[in_row];
                if (way == conversion_way::columns_to_rows) row[in_row] = element[b];
            }
        }
    }
}

//! Calls convert(case, way, arena), and compares all bytes of the arena with the reference.
template <class Convert>
void check_case(conversion_case const& each, Convert const& convert)
{
    for (conversion_way const way : {conversion_way::rows_to_columns, conversion_way::columns_to_rows}) {
        std::vector<unsigned char> expected = each.arena, found = each.arena;
        convert_on_host(each, way, expected);
        convert(each, way, found);
        if (found == expected) continue;
        auto const at =
            static_cast<std::size_t>(std::mismatch(found.begin(), found.end(), expected.begin()).first - found.begin());
        ADD_FAILURE() << (way == conversion_way::rows_to_columns ? "rows to columns" : "columns to rows") << ": byte "
                      << at << " of the arena is " << int{found[at]} << ", expected " << int{expected[at]} << "; "
                      << each.description();
        return;
    }
}

}  // namespace heddle_test
