// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random records with fields of numbers, and a comparison of such records that is independent of the library's keys.
#pragma once

#include "common/random.hpp"

#include <heddle/records/detail/record_keys.cuh>
#include <heddle/records/record_layout.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace heddle_test {

//! A layout, and keys for a sort of its records.
struct keyed_layout {
    heddle::record_layout layout;
    std::vector<heddle::sort_key> keys;
};

//! The number types with the sizes that they may have.
struct sized_type {
    heddle::number_type type;
    std::size_t bytes;
};
inline std::vector<sized_type> all_sized_types()
{
    using type = heddle::number_type;
    std::vector<sized_type> all;
    for (std::size_t const bytes : {1, 2, 4, 8}) {
        all.push_back({type::unsigned_integer, bytes});
        all.push_back({type::signed_integer, bytes});
        if (bytes > 1) all.push_back({type::floating_point, bytes});
    }
    all.push_back({type::bfloat16, 2});
    all.push_back({type::float8_e4m3, 1});
    all.push_back({type::float8_e5m2, 1});
    for (std::size_t const bytes : {1, 3, 8, 13}) all.push_back({type::characters, bytes});
    return all;
}

//! Makes a layout of `types` in random order, with random gaps and byte orders, and keys in random directions.
inline keyed_layout random_layout(std::vector<sized_type> const& types, random_source& random)
{
    std::vector<heddle::record_field> fields;
    std::vector<heddle::sort_key> keys;
    std::size_t end = 0;
    for (sized_type const& each : types) {
        end += random.coin() ? random.below(4) : (8 - end % 8) % 8;
        bool const is_big = random.coin() && each.type != heddle::number_type::characters;
        fields.push_back(
            {end, each.bytes, is_big ? heddle::byte_order::big_endian : heddle::byte_order::little_endian});
        end += each.bytes;
        keys.push_back({fields.size() - 1, each.type,
                        random.coin() ? heddle::sort_direction::ascending : heddle::sort_direction::descending});
    }
    for (std::size_t k = keys.size(); k > 1; --k) std::swap(keys[k - 1], keys[random.below(k)]);
    std::size_t const bytes = random.coin() ? end + random.below(5) : (end + 7) / 8 * 8;
    return {heddle::record_layout(bytes, fields).with_distance(bytes + (random.coin() ? 0 : random.below(10))), keys};
}

//! Sets the fields of a record to few different values, many of them special, so that many records have equal keys.
inline void set_fields(unsigned char* record, heddle::record_layout const& layout, random_source& random)
{
    for (auto const& [offset, bytes, order] : layout.fields()) {
        if (bytes > 8 || (bytes & (bytes - 1)) != 0) {
            std::memset(record + offset, 'a', bytes);
            record[offset + random.below(bytes)] = static_cast<unsigned char>(random.below(256));
            continue;
        }
        std::uint64_t const ones = ~std::uint64_t{0} >> (64 - 8 * bytes), sign = ones / 2 + 1;
        std::uint64_t const exponent = bytes == 1   ? 0x7c
                                       : bytes == 2 ? 0x7c00
                                       : bytes == 4 ? 0x7f800000u
                                                    : 0x7ffull << 52;
        std::uint64_t const special[] = {
            0, 1, exponent, exponent + 1, bytes == 2 ? 0x7f80u : exponent - 1, ones, ones / 2, random.next() & ones};
        std::uint64_t number = special[random.below(8)] & ones;
        if (random.coin()) number ^= sign;
        for (std::size_t b = 0; b < bytes; ++b) {
            std::size_t const place = order == heddle::byte_order::big_endian ? bytes - 1 - b : b;
            record[offset + place] = static_cast<unsigned char>(number >> 8 * b);
        }
    }
}

//! Returns a floating-point number with these bits, for any number of exponent and fraction bits.
inline double number_of_bits(std::uint64_t bits, unsigned exponent_bits, unsigned fraction_bits, bool has_infinity)
{
    bool const is_negative = (bits >> (exponent_bits + fraction_bits) & 1) != 0;
    auto const exponent = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
    std::uint64_t const fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
    int const most = (1 << exponent_bits) - 1, bias = most / 2;
    double magnitude = 0;
    if (has_infinity && exponent == most) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
    } else if (!has_infinity && exponent == most && fraction == (std::uint64_t{1} << fraction_bits) - 1) {
        magnitude = std::nan("");
    } else {
        auto const implied = exponent == 0 ? 0.0 : std::ldexp(1.0, static_cast<int>(fraction_bits));
        magnitude = std::ldexp(implied + static_cast<double>(fraction),
                               (exponent == 0 ? 1 : exponent) - bias - static_cast<int>(fraction_bits));
    }
    return is_negative ? -magnitude : magnitude;
}

//! Compares one field of two records: returns -1, 0 or 1.
inline int compare_field(unsigned char const* a, unsigned char const* b, heddle::record_field const& field,
                         heddle::sort_key const& key)
{
    using type = heddle::number_type;
    int const direction = key.direction == heddle::sort_direction::descending ? -1 : 1;
    auto const compared = [&](auto x, auto y) { return (x < y ? -1 : y < x ? 1 : 0) * direction; };
    if (key.type == type::characters) {
        return compared(std::memcmp(a + field.offset, b + field.offset, field.bytes), 0);
    }
    auto const bits_of = [&](unsigned char const* record) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < field.bytes; ++k) {
            std::size_t const place = field.order == heddle::byte_order::big_endian ? k : field.bytes - 1 - k;
            bits = bits << 8 | record[field.offset + place];
        }
        return bits;
    };
    std::uint64_t const x = bits_of(a), y = bits_of(b);
    if (key.type == type::unsigned_integer) return compared(x, y);
    if (key.type == type::signed_integer) {
        auto const extended = [&](std::uint64_t bits) {
            auto const unused = static_cast<unsigned>(64 - 8 * field.bytes);
            return static_cast<std::int64_t>(bits << unused) >> unused;
        };
        return compared(extended(x), extended(y));
    }
    auto const number = [&](std::uint64_t bits) {
        if (key.type == type::bfloat16) return number_of_bits(bits, 8, 7, true);
        if (key.type == type::float8_e4m3) return number_of_bits(bits, 4, 3, false);
        if (key.type == type::float8_e5m2) return number_of_bits(bits, 5, 2, true);
        return field.bytes == 2   ? number_of_bits(bits, 5, 10, true)
               : field.bytes == 4 ? number_of_bits(bits, 8, 23, true)
                                  : number_of_bits(bits, 11, 52, true);
    };
    double const p = number(x), q = number(y);
    if (std::isnan(p) || std::isnan(q)) return static_cast<int>(std::isnan(p)) - static_cast<int>(std::isnan(q));
    return compared(p, q);
}

inline int compare_records(unsigned char const* a, unsigned char const* b, keyed_layout const& by)
{
    for (heddle::sort_key const& key : by.keys) {
        int const compared = compare_field(a, b, by.layout.fields()[key.field], key);
        if (compared != 0) return compared;
    }
    return 0;
}

}  // namespace heddle_test
