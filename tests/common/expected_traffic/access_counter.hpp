// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Expected accesses of a group, computed from the addresses of its elements.
#pragma once

#include "group_elements.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/detail/plan/thresholds.hpp>
#include <heddle/detail/plan/unaligned_rows.hpp>
#include <heddle/emulation/transactions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

class access_counter {
public:
    //! all_are_one: the elements are consecutive, and a lane may access words of any element
    access_counter(heddle::detail::plan const& p, group_elements const& elements, bool all_are_one = false)
        : plan_(p), elements_(elements), lanes_(elements.lanes()), all_are_one_(all_are_one)
    {
    }

    heddle::transaction_count const& result() const { return result_; }

    //! Counts the accesses of plain code. Each access is as wide as the alignment of the element, up to 16 bytes.
    void plain()
    {
        std::size_t const bytes = plan_.alignment < 16 ? plan_.alignment : 16;
        for (std::size_t at = 0; at < plan_.element_bytes; at += bytes) {
            address_set addresses;
            for (unsigned lane : lanes_) addresses.add(elements_.addresses[lane] + at);
            result_.count(addresses, bytes);
        }
    }

    //! Counts per-thread accesses: each lane accesses all words of its own element.
    void own_words()
    {
        for (unsigned w = 0; w < plan_.touched_words(); ++w) {
            word_row row(plan_);
            for (unsigned lane : lanes_) {
                std::uint64_t const element = elements_.addresses[lane];
                row.add(address_of(element, w), bounds(lane), element % plan_.word_bytes == 0);
            }
            row.count(result_);
        }
        ends(plan_.word_bytes);
    }

    //! Counts per-thread stores, in wide words if the plan uses them.
    void own_stores()
    {
        if (plan_.stores_wide_words()) {
            wide_words();
        } else {
            own_words();
        }
    }

    //! Counts accesses in rows of words by the given lanes. The lanes form groups of plan_.lane_count lanes, and one
    //! request serves all groups. If two elements share a word, the word is stored with the second element.
    void rows(std::vector<unsigned> const& lanes, bool aligned, heddle::detail::access_kind kind)
    {
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                word_row words(plan_);
                for (unsigned rank = 0; rank < lanes.size(); ++rank) {
                    unsigned const in_group = rank % plan_.lane_count, e = row * plan_.lane_count + in_group;
                    unsigned const owner = lanes[rank - in_group + e / count];
                    if ((elements_.wanted >> owner & 1u) == 0) continue;
                    std::uint64_t const element = elements_.addresses[owner];
                    std::uint64_t const address = address_of(element, begin + e % count);
                    bool const ends_here = address + plan_.word_bytes <= element + plan_.element_bytes;
                    if (kind == heddle::detail::access_kind::load || ends_here) {
                        words.add(address, bounds(owner), aligned);
                    }
                }
                words.count(result_);
            }
        }
        ends(plan_.word_bytes);
    }

    //! Counts stores in rows of words by compacted active lanes.
    //! Requires: the plan describes a group of compacted lanes; the active lanes fill whole groups; words are aligned
    void ranks() { rows(lanes_, true, heddle::detail::access_kind::store); }

    void dense()
    {
        heddle::detail::dense_rows const rows(plan_);
        byte_bounds const bound = bounds(0);
        std::uint64_t const first = bound.first / rows.word_bytes * rows.word_bytes;
        for (unsigned row = 0; row < rows.row_count(); ++row) {
            address_set whole;
            for (unsigned lane = 0; lane < rows.lane_count; ++lane) {
                std::uint64_t const address = first + (row * rows.lane_count + lane) * rows.word_bytes;
                if (bound.contains(address, rows.word_bytes)) whole.add(address);
            }
            result_.count(whole, rows.word_bytes);
        }
        ends(rows.word_bytes);
    }

    //! Counts stores in sector rows, in which each element has its own rows.
    void sectors()
    {
        heddle::detail::sector_rows const rows(plan_);
        for (unsigned owner : lanes_) {
            std::uint64_t const first = elements_.addresses[owner];
            std::uint64_t const line = first - first % rows.row_bytes();
            for (unsigned row = 0; row < rows.row_count(); ++row) {
                address_set parts;
                for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                    std::uint64_t const address = line + row * rows.row_bytes() + lane * rows.part_bytes;
                    if (address >= first && address < first + rows.element_bytes) parts.add(address);
                }
                result_.count(parts, rows.part_bytes);
            }
        }
    }

    //! Counts accesses to consecutive elements through a stage: to whole chunks, and to the bytes around them.
    void chunks(std::uint64_t begin, std::uint64_t end)
    {
        constexpr std::uint64_t chunk = heddle::detail::chunk_bytes;
        std::uint64_t const body = std::min(end, (begin + chunk - 1) / chunk * chunk);
        std::uint64_t const tail = std::max(body, end / chunk * chunk);
        unsigned const unit = plan_.part_bytes();
        std::vector<std::uint64_t> whole, rest;
        for (std::uint64_t at = body; at < tail; at += chunk) whole.push_back(at);
        for (std::uint64_t at = begin; at < body; at += unit) rest.push_back(at);
        for (std::uint64_t at = tail; at < end; at += unit) rest.push_back(at);
        count_side_by_side(whole, chunk);
        count_side_by_side(rest, unit);
    }

private:
    using address_set = heddle::detail::address_set;

    //! Collects the addresses of one row of words. Each misaligned word is moved in parts.
    class word_row {
    public:
        explicit word_row(heddle::detail::plan const& p) : plan_(p) {}

        void add(std::uint64_t address, byte_bounds const& bounds, bool aligned)
        {
            if (plan_.is_unaligned()) {
                if (bounds.contains(address, plan_.word_bytes)) whole_.add(address);
            } else if (aligned) {
                whole_.add(address);
            } else {
                unsigned const bytes = plan_.part_bytes();
                for (unsigned at = 0; at < plan_.word_bytes; at += bytes) parts_[at / bytes].add(address + at);
            }
        }
        void count(heddle::transaction_count& result) const
        {
            result.count(whole_, plan_.word_bytes);
            for (address_set const& part : parts_) result.count(part, plan_.part_bytes());
        }

    private:
        heddle::detail::plan const& plan_;
        address_set whole_;
        std::array<address_set, 16> parts_;
    };

    //! Counts accesses to whole words of 16 bytes in each element, and accesses of 4 bytes to the remaining bytes.
    void wide_words()
    {
        constexpr unsigned wide = heddle::detail::wide_word_bytes, part_bytes = 4;
        for (unsigned at = 0; at < plan_.element_bytes + wide - part_bytes; at += wide) {
            address_set whole;
            std::array<address_set, wide / part_bytes> parts;
            for (unsigned lane : lanes_) {
                std::uint64_t const first = elements_.addresses[lane], word = first / wide * wide + at;
                byte_bounds const bound = {first, first + plan_.element_bytes};
                if (bound.contains(word, wide)) {
                    whole.add(word);
                    continue;
                }
                for (unsigned i = 0; i < parts.size(); ++i) {
                    std::uint64_t const part = word + i * part_bytes;
                    if (bound.contains(part, part_bytes)) parts[i].add(part);
                }
            }
            result_.count(whole, wide);
            for (address_set const& part : parts) result_.count(part, part_bytes);
        }
    }

    //! Counts the accesses to heads and tails of elements. Heads and tails lie in words that exceed the bounds of a
    //! lane, so they are moved in parts.
    void ends(unsigned word_bytes)
    {
        if (!plan_.is_unaligned()) return;
        std::array<address_set, 6> parts;
        for (unsigned lane : lanes_) {
            std::uint64_t const first = elements_.addresses[lane];
            std::uint64_t const end = first + plan_.element_bytes;
            std::uint64_t const words = first / word_bytes * word_bytes;
            std::uint64_t const last = end / word_bytes * word_bytes;
            byte_bounds const bound = bounds(lane);
            if (words < bound.first) {
                std::uint64_t at = first;
                for (unsigned k = 0; k < 3; ++k) {
                    if ((at >> k & 1u) == 0 || at == words + word_bytes) continue;
                    parts[k].add(at);
                    at += std::uint64_t{1} << k;
                }
            }
            if (last < end && last + word_bytes > bound.end) {
                std::uint64_t rest = end;
                for (unsigned k = 0; k < 3; ++k) {
                    if ((rest >> k & 1u) == 0 || rest == last) continue;
                    rest -= std::uint64_t{1} << k;
                    parts[3 + k].add(rest);
                }
            }
        }
        for (unsigned k = 0; k < 6; ++k) result_.count(parts[k], std::size_t{1} << k % 3);
    }

    //! Counts accesses of `bytes` bytes. Each request accesses the next plan_.lane_count addresses.
    void count_side_by_side(std::vector<std::uint64_t> const& addresses, std::size_t bytes)
    {
        for (std::size_t row = 0; row < addresses.size(); row += plan_.lane_count) {
            address_set lanes;
            for (std::size_t i = row; i < std::min(addresses.size(), row + plan_.lane_count); ++i) {
                lanes.add(addresses[i]);
            }
            result_.count(lanes, bytes);
        }
    }

    std::uint64_t address_of(std::uint64_t element, unsigned w) const
    {
        std::uint64_t const skew = plan_.is_unaligned() ? element % plan_.word_bytes : 0;
        return element - skew + w * plan_.word_bytes;
    }

    byte_bounds bounds(unsigned lane) const
    {
        std::uint64_t const first = elements_.addresses[all_are_one_ ? 0 : lane];
        return {first, first + plan_.element_bytes * (all_are_one_ ? plan_.lane_count : 1)};
    }

    heddle::detail::plan const plan_;
    group_elements const& elements_;
    std::vector<unsigned> const lanes_;
    bool const all_are_one_;
    heddle::transaction_count result_;
};

}  // namespace heddle_test
