// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Host code that turns a layout, the columns and the addresses of one call into the lines of a conversion_table.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>
#include <heddle/records/detail/conversion_items.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/record_layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the logarithm of a power of two, up to 16.
inline std::uint8_t log2_of(std::uint32_t power_of_two)
{
    std::uint8_t bits = 0;
    while (power_of_two >> bits > 1) ++bits;
    return bits;
}

//! Returns how many lanes of a warp access the same bank of shared memory if they read words of `unit` bytes that are
//! `distance` bytes apart.
inline std::uint32_t bank_conflicts(std::uint64_t distance, std::uint32_t unit)
{
    std::uint32_t const word = std::max(unit, 4u);
    if (distance % word != 0) return 1;
    std::uint32_t degree = 1;
    while (degree < 128 / word && distance / word % (2 * degree) == 0) degree *= 2;
    return degree;
}

//! The bits of the bytes of a slice that a call writes.
struct written_bytes {
    std::uint32_t words[max_slice_bytes / 32] = {};

    void add(std::size_t first, std::size_t count)
    {
        for (std::size_t b = first; b < first + count; ++b) words[b / 32] |= 1u << b % 32;
    }
};

//! The tables of a call: its slices, and the lines of each.
class conversion_plan {
public:
    explicit conversion_plan(conversion_request const& request) : request_(request), items_(request)
    {
        if (items_.items().empty()) return;
        choose_alignment();
        record_layout const& layout = request.layout;
        memory_.rows = request.rows;
        memory_.distance = layout.distance();
        memory_.keeps_others = items_.keeps_others();
        memory_.is_flat = layout.distance() == layout.record_bytes() &&
                          bank_conflicts(layout.distance(), alignment_) <= 2 && items_.join_slices();
        memory_.unit = request.splits() && !memory_.is_flat ? std::max(alignment_, 4u) : memory_.keeps_others ? 4 : 16;
        lines_.reserve(2 * items_.items().size() + 8);
        auto const& items = items_.items();
        for (std::size_t first = 0, last = 0; first < items.size(); first = last) {
            while (last < items.size() && items[last].slice == items[first].slice) ++last;
            add_slice(items_.slices()[items[first].slice], items.data() + first, items.data() + last);
        }
    }

    records_in_memory const& memory() const { return memory_; }
    //! The slices. Lines are numbered from the first line of their slice on.
    std::vector<record_slice> const& slices() const { return slices_; }
    std::vector<table_line> const& lines() const { return lines_; }
    //! The number of the first line of a slice; that of the slice behind the last one is the number of all lines.
    std::size_t first_line(std::size_t slice) const
    {
        return slice < first_lines_.size() ? first_lines_[slice] : lines_.size();
    }
    written_bytes const& written(std::size_t slice) const { return written_[slice]; }
    //! The alignment of reads of windows: 1 (none), 4, 8 or 16 bytes.
    std::uint32_t window_unit() const { return alignment_; }
    //! The largest distance between the slices of two records in shared memory.
    std::uint32_t pitch() const { return pitch_; }

private:
    using content = moved_bytes::content;

    record_field const& field_of(moved_bytes const& item) const { return request_.layout.fields()[item.field]; }

    //! Whether an element is moved as two of 8 bytes, because its bytes are reversed.
    bool is_halved(moved_bytes const& item) const
    {
        return item.kind == content::element && item.bytes == 16 && is_reversed(item);
    }

    //! Sets the alignment of window reads: the largest one for which each element lies in one window.
    void choose_alignment()
    {
        alignment_ = std::min(alignment_of(request_.rows), alignment_of(request_.layout.distance()));
        if (alignment_ < 4) alignment_ = 1;
        if (!request_.splits()) return;
        for (moved_bytes const& each : items_.items()) {
            if (each.kind != content::element) continue;
            std::size_t const bytes = is_halved(each) ? 8 : each.bytes;
            for (std::size_t at = each.offset; at < each.end(); at += bytes) {
                if (at % std::min<std::size_t>(bytes, 4) != 0) alignment_ = 1;
                while (alignment_ > 1 && at % alignment_ + bytes > window_bytes) {
                    alignment_ = alignment_ > 4 ? alignment_ / 2 : 1;
                }
            }
        }
    }

    //! The alignment of a field's address in the records, up to the unit in which they are copied.
    std::uint32_t row_alignment(std::size_t offset) const
    {
        auto const place = reinterpret_cast<std::uintptr_t>(request_.rows) + offset;
        return std::min({alignment_of(std::uint64_t{place}), alignment_of(memory_.distance), memory_.unit});
    }

    void add_slice(record_slice slice, moved_bytes const* first, moved_bytes const* last)
    {
        first_lines_.push_back(lines_.size());
        slice.pitch = pitch_of(slice);
        pitch_ = std::max(pitch_, slice.pitch);
        if (request_.splits()) {
            add_windows(slice, first, last);
        } else {
            slice.copies = add_pieces(slice, first, last, moved_as::copy);
            slice.bytes = add_pieces(slice, first, last, moved_as::byte);
            slice.pairs = add_pieces(slice, first, last, moved_as::pair);
            slice.values = add_pieces(slice, first, last, moved_as::value);
        }
        slice.runs = add_runs(slice, first, last);
        slice.masks = add_masks(slice, first, last);
        slices_.push_back(slice);
        written_.push_back({});
        auto const is_zeros = [](moved_bytes const& each) { return each.kind == content::zeros; };
        slices_.back().has_zeros = std::any_of(first, last, is_zeros);
        for (auto const* each = first; each != last && items_.keeps_others(); ++each) {
            written_.back().add(each->offset - slice.begin, each->bytes);
        }
    }

    std::uint32_t pitch_of(record_slice const& slice) const
    {
        if (memory_.is_flat) return slice.width;
        std::uint32_t const unit = memory_.unit;
        std::uint32_t const words = (slice.width + unit - 1 + unit - 1) / unit;
        return (words % 2 == 0 ? words + 1 : words) * unit;
    }

    table_line line_of(record_slice const& slice, std::size_t offset, std::size_t bytes) const
    {
        table_line line{};
        line.offset = static_cast<std::uint16_t>(offset - slice.begin);
        line.bytes = static_cast<std::uint8_t>(bytes);
        line.row_unit = log2_of(row_alignment(offset));
        return line;
    }

    bool is_reversed(moved_bytes const& item) const
    {
        return item.bytes > 1 && field_of(item).order == byte_order::big_endian;
    }

    //! Adds one of `parts` equal parts of an element.
    void add_piece(record_slice const& slice, moved_bytes const& item, std::size_t part, std::size_t parts)
    {
        std::size_t const bytes = item.bytes / parts;
        table_line line = line_of(slice, item.offset + part * bytes, bytes);
        bool const reverses = is_reversed(item);
        line.address = request_.columns[item.field] + (reverses ? parts - 1 - part : part) * bytes;
        line.stride = static_cast<std::uint32_t>(item.bytes);
        std::uint32_t const unit = std::min(alignment_of(line.address), alignment_of(std::uint64_t{line.stride}));
        line.unit = log2_of(unit);
        bool const is_whole = unit >= bytes && (parts == 1 || !request_.splits());
        line.form = is_whole ? (reverses ? piece_form::reversed : piece_form::whole)
                             : (reverses ? piece_form::reversed_in_parts : piece_form::in_parts);
        lines_.push_back(line);
    }

    void add_windows(record_slice& slice, moved_bytes const* first, moved_bytes const* last)
    {
        std::vector<table_line> windows;
        for (auto const* each = first; each != last; ++each) {
            if (each->kind != content::element) continue;
            std::size_t const parts = is_halved(*each) ? 2 : 1, bytes = each->bytes / parts;
            for (std::size_t part = 0; part < parts; ++part) {
                std::size_t const offset = each->offset + part * bytes - slice.begin;
                std::size_t const at = windows.empty() ? 0 : offset - windows.back().offset;
                bool const is_aligned = at % std::min<std::size_t>(bytes, 4) == 0;
                if (windows.empty() || at + bytes > window_bytes || !is_aligned) {
                    windows.push_back({});
                    windows.back().offset = static_cast<std::uint16_t>(offset / alignment_ * alignment_);
                    windows.back().number = static_cast<std::uint32_t>(lines_of_slice());
                }
                table_line& window = windows.back();
                std::uint32_t const unit = std::max(alignment_, 4u);
                auto const end = static_cast<std::uint32_t>(offset + bytes) - window.offset;
                window.bytes = static_cast<std::uint8_t>((end + unit - 1) / unit * unit / 4);
                ++window.count;
                add_piece(slice, *each, part, parts);
            }
        }
        slice.windows = {static_cast<std::uint16_t>(lines_of_slice()), static_cast<std::uint16_t>(windows.size())};
        lines_.insert(lines_.end(), windows.begin(), windows.end());
    }

    enum class moved_as { copy, byte, pair, value };

    //! Adds the elements that are moved in one way.
    line_range add_pieces(record_slice const& slice, moved_bytes const* first, moved_bytes const* last, moved_as way)
    {
        std::size_t const start = lines_of_slice();
        for (auto const* each = first; each != last; ++each) {
            if (each->kind != content::element) continue;
            std::uint32_t const unit = std::min({row_alignment(each->offset), static_cast<std::uint32_t>(each->bytes),
                                                 alignment_of(request_.columns[each->field])});
            bool const is_copied = unit >= 4 && !is_reversed(*each);
            bool const is_small = unit == each->bytes && !is_reversed(*each);
            moved_as const chosen = is_copied                      ? moved_as::copy
                                    : is_small && each->bytes == 1 ? moved_as::byte
                                    : is_small                     ? moved_as::pair
                                                                   : moved_as::value;
            if (chosen != way) continue;
            std::size_t const parts = is_copied ? each->bytes / unit : each->bytes == 16 ? 2 : 1;
            for (std::size_t part = 0; part < parts; ++part) add_piece(slice, *each, part, parts);
        }
        return range_from(start);
    }

    line_range add_runs(record_slice const& slice, moved_bytes const* first, moved_bytes const* last)
    {
        std::size_t const start = lines_of_slice();
        for (auto const* each = first; each != last; ++each) {
            if (each->kind != content::part) continue;
            table_line line = line_of(slice, each->offset, 0);
            line.address = request_.columns[each->field] + each->at;
            line.stride = static_cast<std::uint32_t>(field_of(*each).bytes);
            std::uint32_t const unit = std::min({row_alignment(each->offset), alignment_of(std::uint64_t{each->bytes}),
                                                 alignment_of(line.address), alignment_of(std::uint64_t{line.stride})});
            line.unit = log2_of(unit);
            line.count = static_cast<std::uint16_t>(each->bytes / unit);
            line.number = line.count > 1 ? 0xffffffffu / line.count + 1 : 0;
            lines_.push_back(line);
        }
        return range_from(start);
    }

    line_range add_masks(record_slice const& slice, moved_bytes const* first, moved_bytes const* last)
    {
        std::size_t const start = lines_of_slice();
        std::size_t const fields = request_.layout.field_count();
        for (auto const* each = first; each != last; ++each) {
            if (each->kind != content::validity) continue;
            for (std::size_t f = each->field; f < each->field + 8; ++f) {
                table_line line = line_of(slice, each->offset, 1);
                line.address = f < fields && request_.validity != nullptr ? request_.validity[f] : nullptr;
                line.number = f < fields && request_.columns[f] != nullptr;
                lines_.push_back(line);
            }
        }
        return range_from(start);
    }

    std::size_t lines_of_slice() const { return lines_.size() - first_lines_.back(); }

    line_range range_from(std::size_t start) const
    {
        return {static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(lines_of_slice() - start)};
    }

    conversion_request const& request_;
    conversion_items items_;
    records_in_memory memory_{};
    std::vector<record_slice> slices_;
    std::vector<std::size_t> first_lines_;
    std::vector<written_bytes> written_;
    std::vector<table_line> lines_;
    std::uint32_t alignment_ = 1, pitch_ = 0;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
