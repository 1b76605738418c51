// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random tables with strings for the tests of JCUDF rows, with a reference on the host. All arrays of a case lie in one
// arena, whose bytes are all compared, so an access outside an array is found.
#pragma once

#include <common/random.hpp>

#include <heddle/records/jcudf.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace heddle_test {

using arena_bytes = std::vector<unsigned char>;

template <class T>
T read_at(arena_bytes const& arena, std::size_t at)
{
    T value;
    std::memcpy(&value, arena.data() + at, sizeof value);
    return value;
}
template <class T>
void write_at(arena_bytes& arena, std::size_t at, T value)
{
    std::memcpy(arena.data() + at, &value, sizeof value);
}

//! The limits of a random table.
struct table_limits {
    std::size_t columns, rows, string_bytes, all_string_bytes;
};

//! The places of the arrays of a table in the arena.
struct table_places {
    static constexpr std::size_t absent = ~std::size_t{0};

    std::vector<std::size_t> columns;  // of strings: the characters
    std::vector<std::size_t> offsets;  // absent for fixed-width columns
    std::vector<std::size_t> masks;
};

//! The addresses of the arrays of a table.
struct table_addresses {
    std::vector<void*> columns, masks;
    std::vector<std::int32_t*> offsets;

    table_addresses(table_places const& places, unsigned char* arena)
    {
        auto const address = [&](std::size_t place) -> void* {
            return place == table_places::absent ? nullptr : arena + place;
        };
        for (std::size_t c = 0; c < places.columns.size(); ++c) {
            columns.push_back(address(places.columns[c]));
            offsets.push_back(static_cast<std::int32_t*>(address(places.offsets[c])));
            masks.push_back(address(places.masks[c]));
        }
    }
};

struct jcudf_case {
    std::vector<std::size_t> sizes;
    heddle::record_layout layout;
    std::size_t count;
    bool has_masks;
    table_places in, out;  // the table that becomes rows, and the one that the rows become
    std::size_t row_offsets, rows;
    arena_bytes arena;

    bool is_string(std::size_t c) const { return sizes[c] == heddle::jcudf_string; }
    std::size_t characters() const { return layout.validity_offset() + layout.validity_bytes(); }
    std::string description() const
    {
        std::string text = std::to_string(count) + " rows, columns";
        for (std::size_t const bytes : sizes) text += " " + std::to_string(bytes);
        return text;
    }
};

inline bool is_valid_in(jcudf_case const& each, arena_bytes const& arena, std::size_t c, std::size_t k)
{
    std::size_t const mask = each.in.masks[c];
    return !each.has_masks || mask == table_places::absent || (arena[mask + k / 8] >> k % 8 & 1) != 0;
}

//! Returns the place of string k of column c, and its length in rows.
inline std::size_t string_bytes(jcudf_case const& each, arena_bytes const& arena, std::size_t c, std::size_t k)
{
    if (!is_valid_in(each, arena, c, k)) return 0;
    auto const first = read_at<std::int32_t>(arena, each.in.offsets[c] + 4 * k);
    return static_cast<std::size_t>(read_at<std::int32_t>(arena, each.in.offsets[c] + 4 * k + 4) - first);
}

inline std::size_t row_bytes(jcudf_case const& each, arena_bytes const& arena, std::size_t k)
{
    std::size_t bytes = each.characters();
    for (std::size_t c = 0; c < each.sizes.size(); ++c) {
        if (each.is_string(c)) bytes += string_bytes(each, arena, c, k);
    }
    return (bytes + 7) / 8 * 8;
}

inline jcudf_case random_table(random_source& random, table_limits const& limits)
{
    std::vector<std::size_t> sizes(1 + random.below(limits.columns));
    std::size_t const strings_in_10 = random.below(11);
    for (std::size_t& bytes : sizes) {
        bytes = random.below(10) < strings_in_10 ? heddle::jcudf_string : std::size_t{1} << random.below(5);
    }
    jcudf_case made{sizes, heddle::jcudf_layout(sizes), 0, random.below(4) != 0, {}, {}, 0, 0, {}};
    std::size_t const special[] = {0, 1, 31, 32, 33, limits.rows};
    made.count = random.below(4) == 0 ? special[random.below(6)] : random.below(limits.rows + 1);
    std::size_t const count = made.count;
    bool const is_aligned = random.coin();
    std::size_t end = 64;
    auto const take = [&](std::size_t bytes, std::size_t alignment) {
        std::size_t const start = (end + 63) / 64 * 64 + (is_aligned ? 0 : random.below(16) / alignment * alignment);
        end = start + bytes;
        return start;
    };
    // The lengths of the strings come first, because the arrays' places depend on them.
    std::vector<std::vector<std::int32_t>> offsets(sizes.size());
    std::size_t left = limits.all_string_bytes;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
        if (!made.is_string(c)) continue;
        std::size_t const bounds[] = {1, 4, 9, 31, 200, limits.string_bytes + 1};
        std::size_t const bound = bounds[random.below(6)];
        std::size_t const first = random.coin() ? 0 : random.below(50);
        offsets[c].push_back(static_cast<std::int32_t>(first));
        for (std::size_t k = 0; k < count; ++k) {
            std::size_t const bytes = std::min(random.below(3) == 0 && bound > 31 ? 0 : random.below(bound), left);
            left -= bytes;
            offsets[c].push_back(offsets[c].back() + static_cast<std::int32_t>(bytes));
        }
    }
    for (table_places* const places : {&made.in, &made.out}) {
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            bool const is_string = made.is_string(c);
            std::size_t const bytes = is_string ? static_cast<std::size_t>(offsets[c].back()) : count * sizes[c];
            places->columns.push_back(take(bytes, 1));
            places->offsets.push_back(is_string ? take(4 * (count + 1), 4) : table_places::absent);
            places->masks.push_back(random.below(4) == 0 ? table_places::absent : take((count + 7) / 8, 1));
            if (places == &made.out && random.below(6) == 0) {
                places->columns.back() = places->offsets.back() = table_places::absent;
            }
        }
    }
    made.row_offsets = take(4 * (count + 1), 4);
    made.arena.resize(end);
    random.fill(made.arena.data(), end);
    for (std::size_t c = 0; c < sizes.size(); ++c) {
        if (!made.is_string(c)) continue;
        std::memcpy(made.arena.data() + made.in.offsets[c], offsets[c].data(), 4 * (count + 1));
    }
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < count; ++k) bytes += row_bytes(made, made.arena, k);
    made.rows = take(bytes, 8);
    std::size_t const filled = made.arena.size();
    made.arena.resize(end + 64);
    random.fill(made.arena.data() + filled, made.arena.size() - filled);
    return made;
}

//! Writes the rows and their offsets, as jcudf_row_offsets and jcudf_columns_to_rows do.
inline void to_rows_on_host(jcudf_case const& each, arena_bytes& arena)
{
    std::size_t begin = 0;
    for (std::size_t k = 0; k < each.count; ++k) {
        write_at(arena, each.row_offsets + 4 * k, static_cast<std::uint32_t>(begin));
        std::size_t const row = each.rows + begin, bytes = row_bytes(each, arena, k);
        std::memset(arena.data() + row, 0, bytes);
        std::size_t at = each.characters();
        for (std::size_t c = 0; c < each.sizes.size(); ++c) {
            std::size_t const field = row + each.layout.fields()[c].offset;
            if (is_valid_in(each, arena, c, k)) {
                unsigned char& byte = arena[row + each.layout.validity_offset() + c / 8];
                byte = static_cast<unsigned char>(byte | 1u << c % 8);
            }
            if (each.is_string(c)) {
                std::size_t const length = string_bytes(each, arena, c, k);
                auto const first = static_cast<std::size_t>(read_at<std::int32_t>(arena, each.in.offsets[c] + 4 * k));
                write_at(arena, field, static_cast<std::uint32_t>(at));
                write_at(arena, field + 4, static_cast<std::uint32_t>(length));
                std::copy_n(arena.data() + each.in.columns[c] + first, length, arena.data() + row + at);
                at += length;
            } else {
                std::copy_n(arena.data() + each.in.columns[c] + k * each.sizes[c], each.sizes[c], arena.data() + field);
            }
        }
        begin += bytes;
    }
    write_at(arena, each.row_offsets + 4 * each.count, static_cast<std::uint32_t>(begin));
}

//! Writes the table `out`, as jcudf_rows_to_columns and jcudf_rows_to_characters do.
inline void to_columns_on_host(jcudf_case const& each, arena_bytes& arena)
{
    for (std::size_t c = 0; c < each.sizes.size(); ++c) {
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < each.count; ++k) {
            std::size_t const row = each.rows + read_at<std::uint32_t>(arena, each.row_offsets + 4 * k);
            std::size_t const field = row + each.layout.fields()[c].offset;
            bool const is_valid = (arena[row + each.layout.validity_offset() + c / 8] >> c % 8 & 1) != 0;
            std::size_t const mask = each.out.masks[c];
            if (each.has_masks && mask != table_places::absent) {
                unsigned char& byte = arena[mask + k / 8];
                if (k % 8 == 0) byte = 0;
                if (is_valid) byte = static_cast<unsigned char>(byte | 1u << k % 8);
            }
            if (each.out.columns[c] == table_places::absent) continue;
            if (each.is_string(c)) {
                write_at(arena, each.out.offsets[c] + 4 * k, sum);
                std::uint32_t const length = is_valid ? read_at<std::uint32_t>(arena, field + 4) : 0;
                std::copy_n(arena.data() + row + read_at<std::uint32_t>(arena, field), length,
                            arena.data() + each.out.columns[c] + sum);
                sum += length;
            } else {
                std::copy_n(arena.data() + field, each.sizes[c],
                            arena.data() + each.out.columns[c] + k * each.sizes[c]);
            }
        }
        if (each.is_string(c) && each.out.offsets[c] != table_places::absent) {
            write_at(arena, each.out.offsets[c] + 4 * each.count, sum);
        }
    }
}

//! Sets the lengths of strings without a value, as another writer of rows may do.
inline void spoil_null_lengths(jcudf_case const& each, arena_bytes& arena)
{
    for (std::size_t k = 0; k < each.count; ++k) {
        std::size_t const row = each.rows + read_at<std::uint32_t>(arena, each.row_offsets + 4 * k);
        for (std::size_t c = 0; c < each.sizes.size(); ++c) {
            if (!each.is_string(c) || is_valid_in(each, arena, c, k)) continue;
            write_at(arena, row + each.layout.fields()[c].offset + 4, std::uint32_t{7});
        }
    }
}

inline bool is_as_expected(arena_bytes const& found, arena_bytes const& expected, jcudf_case const& each,
                           char const* what)
{
    if (found == expected) return true;
    auto const at =
        static_cast<std::size_t>(std::mismatch(found.begin(), found.end(), expected.begin()).first - found.begin());
    ADD_FAILURE() << what << ": byte " << at << " of the arena is " << int{found[at]} << ", expected "
                  << int{expected[at]} << "; row offsets at " << each.row_offsets << ", rows at " << each.rows << "; "
                  << each.description();
    return false;
}

//! Calls to_rows(case, arena) and to_columns(case, arena), and compares all bytes of the arenas with the reference.
template <class ToRows, class ToColumns>
void check_table(jcudf_case const& each, ToRows const& to_rows, ToColumns const& to_columns)
{
    arena_bytes expected = each.arena, found = each.arena;
    to_rows_on_host(each, expected);
    to_rows(each, found);
    if (!is_as_expected(found, expected, each, "columns to rows")) return;
    spoil_null_lengths(each, expected);
    found = expected;
    to_columns_on_host(each, expected);
    to_columns(each, found);
    is_as_expected(found, expected, each, "rows to columns");
}

}  // namespace heddle_test
