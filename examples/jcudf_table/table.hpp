// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of mixed columns in host memory.
#pragma once

#include <heddle/records/jcudf.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using byte_array = std::vector<unsigned char>;

struct column {
    std::string type;
    std::size_t bytes;  // heddle::jcudf_string for strings
    byte_array values = {};
    std::vector<std::int32_t> offsets = {};  // where the characters of each string begin; empty for other columns
    byte_array mask = {};

    bool is_string() const { return bytes == heddle::jcudf_string; }
    bool has_value(std::size_t k) const { return (mask[k / 8] >> k % 8 & 1) != 0; }
    void set_value(std::size_t k) { mask[k / 8] = static_cast<unsigned char>(mask[k / 8] | 1u << k % 8); }
};

struct table {
    std::size_t rows = 0;
    std::vector<column> columns = {
        {"int8", 1},   {"string", heddle::jcudf_string}, {"int64", 8}, {"float", 4}, {"int16", 2}, {"decimal128", 16},
        {"double", 8}, {"string", heddle::jcudf_string}, {"int32", 4}};

    std::vector<std::size_t> sizes() const
    {
        std::vector<std::size_t> all;
        for (column const& each : columns) all.push_back(each.bytes);
        return all;
    }
    std::uint64_t bytes() const
    {
        std::uint64_t sum = 0;
        for (column const& each : columns) sum += each.values.size() + 4 * each.offsets.size() + each.mask.size();
        return sum;
    }
};

//! Returns a table of random values, of which `null_percent` percent are missing. A string has at most 24 characters.
inline table random_table(std::size_t rows, unsigned null_percent)
{
    table made;
    made.rows = rows;
    std::mt19937_64 random(rows);
    for (column& each : made.columns) {
        each.mask.assign((rows + 7) / 8, 0);
        if (each.is_string()) each.offsets.push_back(0);
        for (std::size_t k = 0; k < rows; ++k) {
            std::uint64_t const number = random();
            if (number % 100 >= null_percent) each.set_value(k);
            if (each.is_string()) {
                auto const length = each.has_value(k) ? static_cast<std::int32_t>(number / 100 % 25) : 0;
                each.offsets.push_back(each.offsets.back() + length);
            }
        }
        each.values.resize(each.is_string() ? static_cast<std::size_t>(each.offsets.back()) : rows * each.bytes);
        for (std::size_t at = 0; at < each.values.size(); at += 8) {
            std::uint64_t const number = random();
            std::memcpy(&each.values[at], &number, std::min<std::size_t>(8, each.values.size() - at));
        }
    }
    return made;
}

//! Returns the rows of a range, which begins at a multiple of 8, as a table.
inline table slice(table const& whole, heddle::row_range const& range)
{
    table part;
    auto const first = static_cast<std::ptrdiff_t>(range.first),
               last = first + static_cast<std::ptrdiff_t>(range.count);
    part.rows = static_cast<std::size_t>(range.count);
    for (std::size_t c = 0; c < whole.columns.size(); ++c) {
        column const& from = whole.columns[c];
        column& to = part.columns[c];
        std::ptrdiff_t begin = first * static_cast<std::ptrdiff_t>(from.bytes);
        std::ptrdiff_t end = last * static_cast<std::ptrdiff_t>(from.bytes);
        if (from.is_string()) {
            to.offsets.assign(from.offsets.begin() + first, from.offsets.begin() + last + 1);
            begin = to.offsets.front();
            end = to.offsets.back();
            for (std::int32_t& offset : to.offsets) offset -= static_cast<std::int32_t>(begin);
        }
        to.values.assign(from.values.begin() + begin, from.values.begin() + end);
        to.mask.assign(from.mask.begin() + first / 8, from.mask.begin() + (last + 7) / 8);
        if (part.rows % 8 != 0)
            to.mask.back() = static_cast<unsigned char>(to.mask.back() & ((1u << part.rows % 8) - 1));
    }
    return part;
}

//! Is thrown if rows or columns are not those that are expected. The message is a sentence.
struct wrong_result : std::runtime_error {
    using std::runtime_error::runtime_error;
};

//! Throws: wrong_result, which names the first column that differs
inline void check_equal(table const& found, table const& expected, std::string const& where)
{
    for (std::size_t c = 0; c < expected.columns.size(); ++c) {
        column const &a = found.columns[c], &b = expected.columns[c];
        char const* const what = a.mask != b.mask         ? "another null mask"
                                 : a.offsets != b.offsets ? "other offsets of strings"
                                 : a.values != b.values   ? "other values"
                                                          : nullptr;
        if (what == nullptr) continue;
        throw wrong_result(where + ", column " + std::to_string(c) + " (" + b.type + ") has " + what);
    }
}
