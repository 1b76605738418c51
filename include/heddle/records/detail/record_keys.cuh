// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys of records: the fields by which records are sorted, as unsigned numbers in the same order. Several fields that
// have at most 8 bytes together make one number.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/records/record_layout.hpp>
#include <heddle/records/sort_key.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A part of a key: at most 8 bytes of a field.
struct key_part {
    std::uint64_t offset;    //!< in the record
    std::uint64_t infinity;  //!< for floating-point numbers, the bits of their infinity; greater bits are of a NaN
    unsigned char bytes;     //!< 1 to 8
    number_type type;        //!< `characters` become unsigned integers
    bool is_reversed;        //!< the first byte is the most significant one
    bool is_descending;
};

//! Returns a number of at most 8 bytes, which is read in words of word_bytes bytes.
HEDDLE_INLINE std::uint64_t load_number(std::byte const* address, unsigned bytes, unsigned word_bytes)
{
    std::uint64_t number = 0;
    for (unsigned b = 0; b < bytes; b += word_bytes) {
        std::byte const* const word = address + b;
        std::uint64_t const value = word_bytes == 8   ? detail::read_as<std::uint64_t>(word)
                                    : word_bytes == 4 ? detail::read_as<std::uint32_t>(word)
                                    : word_bytes == 2 ? detail::read_as<std::uint16_t>(word)
                                                      : detail::read_as<std::uint8_t>(word);
        number |= value << 8 * b;
    }
    return number;
}

//! Returns a number whose bytes are in the opposite order.
HEDDLE_INLINE std::uint64_t reversed_bytes(std::uint64_t number, unsigned bytes)
{
    auto const low = static_cast<std::uint32_t>(number), high = static_cast<std::uint32_t>(number >> 32);
    std::uint64_t const all =
        std::uint64_t{detail::permute_bytes(low, 0, 0x0123)} << 32 | detail::permute_bytes(high, 0, 0x0123);
    return all >> (64 - 8 * bytes);
}

//! Returns the unsigned number that has the place of a part in the order. A NaN is the last number in both directions.
HEDDLE_INLINE std::uint64_t ordered_field_digits(std::uint64_t number, key_part const& part)
{
    std::uint64_t const all_ones = ~std::uint64_t{0} >> (64 - 8 * part.bytes);
    std::uint64_t const sign = (all_ones >> 1) + 1;
    if (part.type == number_type::signed_integer) {
        number ^= sign;
    } else if (part.type != number_type::unsigned_integer) {
        std::uint64_t const magnitude = number & (sign - 1);
        if (magnitude > part.infinity) return all_ones;
        if (magnitude == 0) number = 0;  // -0 equals +0
        number = (number & sign) != 0 ? ~number & all_ones : number | sign;
    }
    return part.is_descending ? ~number & all_ones : number;
}

//! Several parts that have at most 8 bytes together, the most significant one first.
struct composed_key {
    key_part parts[8];
    unsigned count = 0;
    unsigned bytes = 0;
    unsigned word_bytes = 8;  //!< the largest power of two to which all parts of all records are aligned

    HEDDLE_INLINE std::uint64_t of(std::byte const* record) const
    {
        std::uint64_t key = 0;
        for (unsigned p = 0; p < count; ++p) {
            key_part const& part = parts[p];
            std::uint64_t number = detail::load_number(record + part.offset, part.bytes, word_bytes);
            if (part.is_reversed) number = detail::reversed_bytes(number, part.bytes);
            number = detail::ordered_field_digits(number, part);
            key = part.bytes == 8 ? number : key << 8 * part.bytes | number;
        }
        return key;
    }
};

//! Compares parts of records that lie at any places of shared memory.
struct staged_part {
    key_part const& part;
    std::uint32_t offset;
    std::uint64_t mask;
    bool is_integer;

    HEDDLE_INLINE explicit staged_part(key_part const& of)
        : part(of),
          offset(static_cast<std::uint32_t>(of.offset)),
          mask(~std::uint64_t{0} >> (64 - 8 * of.bytes)),
          is_integer(of.type == number_type::unsigned_integer || of.type == number_type::signed_integer)
    {
    }
    //! Returns a number that is the same for equal parts only. Up to 3 bytes before the part, and 11 bytes from its first
    //! byte on, may be read.
    HEDDLE_INLINE std::uint64_t identity(std::byte const* stage, std::uint32_t place) const
    {
        std::byte const* const word = stage + place / 4 * 4;
        auto const low = detail::read_as<std::uint32_t>(word), middle = detail::read_as<std::uint32_t>(word + 4),
                   high = detail::read_as<std::uint32_t>(word + 8);
        std::uint32_t const bits = 8 * (place % 4);
        std::uint64_t number =
            std::uint64_t{detail::shift_right(middle, high, bits)} << 32 | detail::shift_right(low, middle, bits);
        number &= mask;
        if (is_integer) return number;
        if (part.is_reversed) number = detail::reversed_bytes(number, part.bytes);
        return detail::ordered_field_digits(number, part);
    }
};

//! Returns the bits of the infinity of floating-point numbers, or 0 if no such number has this size.
inline std::uint64_t infinity_of(number_type type, std::size_t bytes)
{
    switch (type) {
        case number_type::floating_point:
            return bytes == 2 ? 0x7c00u : bytes == 4 ? 0x7f800000u : bytes == 8 ? 0x7ff0000000000000u : 0u;
        case number_type::bfloat16:
            return bytes == 2 ? 0x7f80u : 0u;
        case number_type::float8_e4m3:
            return bytes == 1 ? 0x7eu : 0u;  // the greatest number; 0x7f is a NaN
        case number_type::float8_e5m2:
            return bytes == 1 ? 0x7cu : 0u;
        default:
            return 0;
    }
}

//! Returns the parts of all keys, the most significant first.
//! Errors: std::invalid_argument if there is no key, if the layout lacks its field, or if no number of the key's type
//!         has the field's size
inline std::vector<key_part> parts_of_keys(record_layout const& layout, std::vector<sort_key> const& keys)
{
    if (keys.empty()) throw std::invalid_argument("heddle: there is no sort key; name at least one field");
    std::vector<key_part> parts;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        auto const fail = [&](std::string const& what) {
            throw std::invalid_argument("heddle: sort key " + std::to_string(k) + " " + what);
        };
        auto const& [number, type, direction] = keys[k];
        if (number >= layout.field_count()) {
            fail("names field " + std::to_string(number) + ", but the layout has " +
                 std::to_string(layout.field_count()) + " fields");
        }
        auto const& [offset, bytes, order] = layout.fields()[number];
        bool const is_descending = direction == sort_direction::descending;
        if (type == number_type::characters) {
            for (std::size_t b = 0; b < bytes; b += 8) {
                auto const size = static_cast<unsigned char>(bytes - b < 8 ? bytes - b : 8);
                parts.push_back({offset + b, 0, size, number_type::unsigned_integer, true, is_descending});
            }
            continue;
        }
        bool const is_integer = type == number_type::unsigned_integer || type == number_type::signed_integer;
        std::uint64_t const infinity = detail::infinity_of(type, bytes);
        if (is_integer ? bytes > 8 || (bytes & (bytes - 1)) != 0 : infinity == 0) {
            fail("is a field of " + std::to_string(bytes) + " bytes, which no number of its type has");
        }
        bool const is_reversed = order == byte_order::big_endian;
        parts.push_back({offset, infinity, static_cast<unsigned char>(bytes), type, is_reversed, is_descending});
    }
    return parts;
}

//! Composes the parts to keys. The last key is the most significant one, because a radix sort begins with the least.
inline std::vector<composed_key> composed_keys(record_layout const& layout, std::vector<sort_key> const& keys,
                                               void const* in)
{
    std::vector<key_part> const parts = detail::parts_of_keys(layout, keys);
    std::vector<composed_key> composed;
    for (std::size_t end = parts.size(); end > 0;) {
        composed_key key;
        std::size_t first = end;
        while (first > 0 && key.bytes + parts[first - 1].bytes <= 8) key.bytes += parts[--first].bytes;
        std::uintptr_t places = reinterpret_cast<std::uintptr_t>(in) | layout.distance() | 8;
        for (std::size_t p = first; p < end; ++p) {
            key.parts[key.count++] = parts[p];
            places |= parts[p].offset | parts[p].bytes;
        }
        key.word_bytes = static_cast<unsigned>(places & (~places + 1));
        composed.push_back(key);
        end = first;
    }
    return composed;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
