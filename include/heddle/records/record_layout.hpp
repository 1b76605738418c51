// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of records that is known only when the program runs: the record's size, and its fields.
//
//     heddle::record_layout points(22, {{0, 4}, {4, 4}, {8, 4}, {16, 2}});  // x, y, z and intensity of 22 bytes
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! The order of a field's bytes in the records. In columns, the bytes are always in the order of the GPU, which is
//! little-endian.
enum class byte_order : unsigned char { little_endian, big_endian };

namespace types {

//! A field of a record: `bytes` bytes from `offset` on.
struct record_field {
    //! The number of bytes between the record's first byte and the field's.
    std::size_t offset;
    //! The field's size. Fields of 1, 2, 4, 8 and 16 bytes are the fastest.
    std::size_t bytes;
    //! Big-endian fields have 1, 2, 4, 8 or 16 bytes, which are reversed on their way.
    byte_order order = byte_order::little_endian;
};

//! A record's size and fields. Fields are numbered from 0 in the order in which they are given, and need not be sorted.
class record_layout {
public:
    //! Marks records without validity bytes.
    static constexpr std::size_t none = ~std::size_t{0};

    //! Describes records of record_bytes bytes. The distance between the starts of two records is record_bytes, unless
    //! with_distance() changes it.
    //! Errors: std::invalid_argument with a sentence if a record has 1 GiB or more, if a size is 0, if a field reaches
    //!         outside the record, if two fields overlap, or if a big-endian field cannot be reversed
    record_layout(std::size_t record_bytes, std::vector<record_field> fields)
        : record_bytes_(record_bytes), distance_(record_bytes), fields_(std::move(fields))
    {
        check();
    }

    //! Returns this layout for records whose starts are `distance` bytes apart.
    //! Errors: std::invalid_argument if the distance is smaller than a record
    record_layout with_distance(std::size_t distance) const
    {
        record_layout changed = *this;
        changed.distance_ = distance;
        changed.require(distance >= record_bytes_, "the distance between records (" + std::to_string(distance) +
                                                       " bytes) is smaller than a "
                                                       "record (" +
                                                       std::to_string(record_bytes_) + " bytes)");
        return changed;
    }

    //! Returns this layout with validity bytes from `offset` on: bit f % 8 of byte offset + f / 8 is 1 if field f has a
    //! value. Unused bits of the last byte are written as 0.
    //! Errors: std::invalid_argument if they reach outside the record, or overlap a field
    record_layout with_validity(std::size_t offset) const
    {
        record_layout changed = *this;
        require(offset <= record_bytes_, "the validity bytes begin at offset " + std::to_string(offset) +
                                             ", outside the record of " + std::to_string(record_bytes_) + " bytes");
        changed.validity_offset_ = offset;
        changed.check();
        return changed;
    }

    //! The size of a record.
    std::size_t record_bytes() const { return record_bytes_; }
    //! The number of bytes between the starts of two records.
    std::size_t distance() const { return distance_; }
    //! The number of fields.
    std::size_t field_count() const { return fields_.size(); }
    //! The fields in the order in which they were given.
    std::vector<record_field> const& fields() const { return fields_; }
    //! Whether records have validity bytes.
    bool has_validity() const { return validity_offset_ != none; }
    //! The offset of the first validity byte, or none.
    std::size_t validity_offset() const { return validity_offset_; }
    //! The number of validity bytes: one for each 8 fields.
    std::size_t validity_bytes() const { return has_validity() ? (fields_.size() + 7) / 8 : 0; }

private:
    static void require(bool holds, std::string const& sentence)
    {
        if (!holds) throw std::invalid_argument("heddle: " + sentence);
    }

    static std::string name_of(std::size_t field) { return "field " + std::to_string(field); }

    void check() const
    {
        require(record_bytes_ > 0, "a record has no bytes; its size must be at least 1");
        require(record_bytes_ < std::size_t{1} << 30, "a record must have less than 1 GiB");
        struct range {
            std::size_t begin, end, field;
        };
        std::vector<range> ranges;
        ranges.reserve(fields_.size() + 1);
        for (std::size_t f = 0; f < fields_.size(); ++f) {
            auto const& [offset, bytes, order] = fields_[f];
            if (bytes == 0) require(false, name_of(f) + " has no bytes; leave it out");
            if (offset > record_bytes_ || bytes > record_bytes_ - offset) {
                require(false, name_of(f) + " (" + std::to_string(bytes) + " bytes at offset " +
                                   std::to_string(offset) + ") reaches outside the record of " +
                                   std::to_string(record_bytes_) + " bytes");
            }
            if (order == byte_order::big_endian && bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 &&
                bytes != 16) {
                require(false, name_of(f) + " is big-endian and has " + std::to_string(bytes) +
                                   " bytes, which cannot be reversed; only fields of 1, 2, 4, 8 and 16 bytes can");
            }
            ranges.push_back({offset, offset + bytes, f});
        }
        if (has_validity()) {
            require(validity_offset_ <= record_bytes_ && validity_bytes() <= record_bytes_ - validity_offset_,
                    "the validity bytes reach outside the record");
            ranges.push_back({validity_offset_, validity_offset_ + validity_bytes(), fields_.size()});
        }
        auto const by_begin = [](range const& a, range const& b) { return a.begin < b.begin; };
        if (!std::is_sorted(ranges.begin(), ranges.end(), by_begin)) {
            std::sort(ranges.begin(), ranges.end(), by_begin);
        }
        for (std::size_t k = 1; k < ranges.size(); ++k) {
            if (ranges[k].begin >= ranges[k - 1].end) continue;
            auto const name = [&](std::size_t f) { return f < fields_.size() ? name_of(f) : "the validity bytes"; };
            require(false, name(ranges[k - 1].field) + " and " + name(ranges[k].field) + " overlap");
        }
    }

    std::size_t record_bytes_;
    std::size_t distance_;
    std::vector<record_field> fields_;
    std::size_t validity_offset_ = none;
};

}  // namespace types

using types::record_field;
using types::record_layout;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
