// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A plain writer and reader of JCUDF rows, with whose rows those of the GPU are compared. heddle/records/jcudf.hpp
// describes the format.
#pragma once

#include "table.hpp"

//! JCUDF rows. Row k has the bytes [offsets[k], offsets[k + 1]).
struct jcudf_rows {
    byte_array bytes;
    std::vector<std::int32_t> offsets = {0};
};

//! Returns the places of the fields in a row, and at the end that of the validity bytes.
inline std::vector<std::size_t> places_of(table const& of)
{
    std::vector<std::size_t> places;
    std::size_t end = 0;
    for (column const& each : of.columns) {
        std::size_t const alignment = each.is_string() ? 4 : each.bytes;
        places.push_back((end + alignment - 1) / alignment * alignment);
        end = places.back() + (each.is_string() ? 8 : each.bytes);
    }
    places.push_back(end);
    return places;
}

inline jcudf_rows write_on_host(table const& from)
{
    std::vector<std::size_t> const places = places_of(from);
    std::size_t const fixed_bytes = places.back() + (from.columns.size() + 7) / 8;
    jcudf_rows to;
    for (std::size_t k = 0; k < from.rows; ++k) {
        byte_array row(fixed_bytes);
        for (std::size_t c = 0; c < from.columns.size(); ++c) {
            column const& each = from.columns[c];
            unsigned char* const field = &row[places[c]];
            if (each.has_value(k)) {
                unsigned char& byte = row[places.back() + c / 8];
                byte = static_cast<unsigned char>(byte | 1u << c % 8);
            }
            if (each.is_string()) {
                std::int32_t const begin = each.offsets[k], end = each.offsets[k + 1];
                auto const place = static_cast<std::uint32_t>(row.size()),
                           length = static_cast<std::uint32_t>(end - begin);
                std::memcpy(field, &place, 4);
                std::memcpy(field + 4, &length, 4);
                row.insert(row.end(), each.values.begin() + begin, each.values.begin() + end);
            } else {
                std::memcpy(field, &each.values[k * each.bytes], each.bytes);
            }
        }
        row.resize((row.size() + 7) / 8 * 8);
        to.bytes.insert(to.bytes.end(), row.begin(), row.end());
        to.offsets.push_back(static_cast<std::int32_t>(to.bytes.size()));
    }
    return to;
}

inline table read_on_host(jcudf_rows const& from)
{
    table to;
    std::vector<std::size_t> const places = places_of(to);
    to.rows = from.offsets.size() - 1;
    for (std::size_t c = 0; c < to.columns.size(); ++c) {
        column& each = to.columns[c];
        each.mask.assign((to.rows + 7) / 8, 0);
        if (each.is_string()) each.offsets.push_back(0);
        for (std::size_t k = 0; k < to.rows; ++k) {
            unsigned char const* const row = &from.bytes[static_cast<std::size_t>(from.offsets[k])];
            if ((row[places.back() + c / 8] >> c % 8 & 1) != 0) each.set_value(k);
            std::uint32_t place = static_cast<std::uint32_t>(places[c]),
                          length = static_cast<std::uint32_t>(each.bytes);
            if (each.is_string()) {
                std::memcpy(&length, row + place + 4, 4);
                std::memcpy(&place, row + place, 4);
                each.offsets.push_back(each.offsets.back() + static_cast<std::int32_t>(length));
            }
            each.values.insert(each.values.end(), row + place, row + place + length);
        }
    }
    return to;
}
