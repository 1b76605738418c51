// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Host code that lists the ranges of bytes of a record that a conversion moves, and divides the record into slices.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/record_layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the largest power of two, up to 16, that divides a number or an address.
inline std::uint32_t alignment_of(std::uint64_t number)
{
    auto const bits = static_cast<std::uint32_t>(number % 16);
    return bits == 0 ? 16 : bits & (0u - bits);
}
inline std::uint32_t alignment_of(void const* address)
{
    return detail::alignment_of(std::uint64_t{reinterpret_cast<std::uintptr_t>(address)});
}

inline bool is_moved_at_once(std::size_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

//! The arguments of one call of rows_to_columns or columns_to_rows.
struct conversion_request {
    conversion_way way;
    record_layout const& layout;
    std::byte* rows;
    std::byte* const* columns;   // null columns are left out
    std::byte* const* validity;  // null, or a mask for each field, which may be null
    bool keeps_others;           // columns to rows: bytes that no column fills are not written

    bool splits() const { return way == conversion_way::rows_to_columns; }
};

//! A range of bytes of the record that is moved.
struct moved_bytes {
    enum class content : unsigned char {
        element,   // a field of 1, 2, 4, 8 or 16 bytes
        part,      // a part of a field of another size
        validity,  // a validity byte
        zeros      // bytes of no field, which become 0
    };
    std::size_t offset, bytes;
    std::size_t field;  // the field's number; for a validity byte, the number of the first of its 8 fields
    std::size_t at;     // the offset of the part in its field
    content kind;
    std::size_t slice = 0;

    std::size_t end() const { return offset + bytes; }
};

//! The bytes that a call moves, in the order of their offsets, and the slices in which they lie.
class conversion_items {
public:
    explicit conversion_items(conversion_request const& request) : request_(request)
    {
        add_fields();
        auto const by_offset = [](moved_bytes const& a, moved_bytes const& b) { return a.offset < b.offset; };
        if (!std::is_sorted(items_.begin(), items_.end(), by_offset)) {
            std::sort(items_.begin(), items_.end(), by_offset);
        }
        std::size_t bytes = 0;
        for (moved_bytes const& each : items_) bytes += each.bytes;
        bool const has_gaps = bytes < request.layout.record_bytes();
        keeps_others_ = has_gaps && request.keeps_others && !request.splits();
        if (has_gaps && !request.keeps_others && !request.splits()) add_zeros();
        choose_slices();
    }

    std::vector<moved_bytes> const& items() const { return items_; }
    std::vector<record_slice> const& slices() const { return slices_; }
    //! Whether the records have bytes that the call must not write.
    bool keeps_others() const { return keeps_others_; }

    //! Makes one slice of the whole record, if it has few enough lines and most of its bytes are moved anyway.
    bool join_slices()
    {
        std::size_t const record = request_.layout.record_bytes();
        if (record > max_slice_bytes || keeps_others_) return false;
        std::size_t accessed = 0, lines = 0;
        for (record_slice const& each : slices_) accessed += each.width + 32;
        for (moved_bytes const& each : items_) lines += lines_of(each);
        if (10 * accessed < 7 * record || lines > max_slice_lines) return false;
        slices_.resize(1);
        slices_[0].begin = 0;
        slices_[0].width = static_cast<std::uint32_t>(record);
        for (moved_bytes& each : items_) each.slice = 0;
        return true;
    }

private:
    static constexpr std::size_t max_part_bytes = 256, max_gap_bytes = 64, max_slice_lines = 512;

    void add_fields()
    {
        record_layout const& layout = request_.layout;
        auto const& fields = layout.fields();
        items_.reserve(fields.size() + layout.validity_bytes());
        for (std::size_t f = 0; f < fields.size(); ++f) {
            if (request_.columns[f] == nullptr) continue;
            if (is_moved_at_once(fields[f].bytes)) {
                items_.push_back({fields[f].offset, fields[f].bytes, f, 0, moved_bytes::content::element});
            } else {
                add_parts(fields[f].offset, fields[f].bytes, f, moved_bytes::content::part);
            }
        }
        if (request_.splits() && request_.validity == nullptr) return;
        for (std::size_t b = 0; b < layout.validity_bytes(); ++b) {
            items_.push_back({layout.validity_offset() + b, 1, 8 * b, 0, moved_bytes::content::validity});
        }
    }

    void add_parts(std::size_t offset, std::size_t bytes, std::size_t field, moved_bytes::content kind)
    {
        for (std::size_t at = 0; at < bytes; at += max_part_bytes) {
            items_.push_back({offset + at, std::min(max_part_bytes, bytes - at), field, at, kind});
        }
    }

    void add_zeros()
    {
        std::size_t end = 0;
        std::size_t const count = items_.size();
        for (std::size_t k = 0; k <= count; ++k) {
            std::size_t const begin = k < count ? items_[k].offset : request_.layout.record_bytes();
            std::size_t const next = k < count ? items_[k].end() : begin;
            add_parts(end, begin - end, 0, moved_bytes::content::zeros);
            end = next;
        }
        auto const middle = items_.begin() + static_cast<std::ptrdiff_t>(count);
        std::inplace_merge(items_.begin(), middle, items_.end(),
                           [](moved_bytes const& a, moved_bytes const& b) { return a.offset < b.offset; });
    }

    //! An upper bound of the lines that a range of bytes takes in a table.
    std::size_t lines_of(moved_bytes const& item) const
    {
        if (item.kind == moved_bytes::content::validity) return 8;
        return item.kind == moved_bytes::content::zeros ? 8 : 4;
    }

    void choose_slices()
    {
        for (std::size_t first = 0, last = 0; first < items_.size(); first = last) {
            // Elements of the slice are read in windows that are aligned to 16 bytes.
            std::size_t const offset = items_[first].offset;
            record_slice slice{};
            slice.begin = request_.splits() ? offset / 16 * 16 : offset;
            last = end_of_slice(first, slice.begin);
            std::size_t end = items_[last - 1].end();
            if (request_.splits()) end = std::min((end + 15) / 16 * 16, request_.layout.record_bytes());
            slice.width = static_cast<std::uint32_t>(end - slice.begin);
            for (std::size_t k = first; k < last; ++k) items_[k].slice = slices_.size();
            slices_.push_back(slice);
        }
    }

    //! Returns the number of the item behind the last one of a slice that begins with item `first`. Where a slice is
    //! full, the next one begins at a multiple of 16 bytes, or of the largest power of two that is found.
    std::size_t end_of_slice(std::size_t first, std::size_t begin)
    {
        bool const cuts_gaps = request_.splits() || keeps_others_;
        std::size_t lines = 0, best = first + 1, best_alignment = 0;
        for (std::size_t k = first; k < items_.size(); ++k) {
            moved_bytes const& each = items_[k];
            if (k > first) {
                if (cuts_gaps && each.offset > items_[k - 1].end() + max_gap_bytes) return k;
                std::size_t const alignment = alignment_of(std::uint64_t{each.offset});
                if (each.offset - begin >= max_slice_bytes / 2 && alignment >= best_alignment) {
                    best = k, best_alignment = alignment;
                }
                std::size_t const end = (each.end() + 15) / 16 * 16;
                if (end - begin > max_slice_bytes || lines + lines_of(each) > max_slice_lines) {
                    return best_alignment == 0 ? k : best;
                }
            }
            lines += lines_of(each);
        }
        return items_.size();
    }

    conversion_request const& request_;
    std::vector<moved_bytes> items_;
    std::vector<record_slice> slices_;
    bool keeps_others_ = false;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
