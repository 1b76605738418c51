// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts what a group asks of memory, access by access, from the addresses of its elements.
#pragma once

#include "../plan/dense_rows.hpp"
#include "../plan/plan.hpp"
#include "../plan/sector_rows.hpp"
#include "../plan/stage_layout.hpp"
#include "group_elements.hpp"
#include "transactions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

namespace detail {

//! Counts what a group asks for, access by access.
class access_counter {
public:
    //! all_are_one: the group's elements are consecutive, and lanes may touch each other's.
    access_counter(plan const& p, group_elements const& elements, bool all_are_one = false)
        : plan_(p), elements_(elements), all_are_one_(all_are_one)
    {
    }

    transaction_count const& result() const { return result_; }

    //! The lanes' elements as plain code has them.
    void plain()
    {
        std::size_t const bytes = plan_.alignment < 16 ? plan_.alignment : 16;
        for (std::size_t at = 0; at < plan_.element_bytes; at += bytes) {
            address_set addresses;
            for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                if (elements_.wants(lane)) addresses.add(elements_.addresses[lane] + at);
            }
            result_.count(addresses, bytes);
        }
    }

    //! Each lane's own words.
    void own_words()
    {
        for (unsigned w = 0; w < plan_.touched_words(); ++w) {
            word_row row(plan_);
            for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                if (!elements_.wants(lane)) continue;
                std::uint64_t const element = elements_.addresses[lane];
                row.add(address_of(element, w), bounds(lane), element % plan_.word_bytes == 0);
            }
            row.count(result_);
        }
        ends(plan_.word_bytes);
    }

    //! Each lane's own element in wide words where it has the whole of one, else in parts of 4 or 8 bytes.
    void wide_words()
    {
        unsigned const part_bytes = plan_.wide_unit_bytes();
        for (unsigned at = 0; at < plan_.element_bytes + wide_word_bytes - part_bytes;
             at += wide_word_bytes) {
            address_set whole;
            std::array<address_set, wide_word_bytes / 4> parts;
            for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                if (!elements_.wants(lane)) continue;
                std::uint64_t const first = elements_.addresses[lane];
                std::uint64_t const word = first / wide_word_bytes * wide_word_bytes + at;
                byte_bounds const bound = {first, first + plan_.element_bytes};
                if (bound.contains(word, wide_word_bytes)) {
                    whole.add(word);
                    continue;
                }
                for (unsigned i = 0; i < wide_word_bytes / part_bytes; ++i) {
                    std::uint64_t const part = word + i * part_bytes;
                    if (bound.contains(part, part_bytes)) parts[i].add(part);
                }
            }
            result_.count(whole, wide_word_bytes);
            for (address_set const& part : parts) result_.count(part, part_bytes);
        }
    }

    //! What lanes ask for that store for themselves.
    void own_stores()
    {
        if (plan_.stores_wide_words()) {
            wide_words();
        } else {
            own_words();
        }
    }

    //! Rows of words.
    void rows(bool aligned)
    {
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                word_row words(plan_);
                for (unsigned e = row * plan_.lane_count; e < (row + 1) * plan_.lane_count; ++e) {
                    unsigned const owner = e / count;
                    if (!elements_.wants(owner)) continue;
                    words.add(address_of(elements_.addresses[owner], begin + e % count),
                              bounds(owner), aligned);
                }
                words.count(result_);
            }
        }
    }

    //! Rows of words of the groups of ranks of the lanes that want their element, all groups at once, in each of
    //! which lanes are numbered by rank.
    //! Requires: the plan is that of a group; whole groups want theirs, and words are aligned
    void ranks()
    {
        std::vector<unsigned> lanes;
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (elements_.wants(lane)) lanes.push_back(lane);
        }
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                word_row words(plan_);
                for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
                    std::size_t const in_group = rank % plan_.lane_count;
                    std::size_t const e = row * plan_.lane_count + in_group;
                    unsigned const owner = lanes[rank - in_group + e / count];
                    words.add(address_of(elements_.addresses[owner],
                                         begin + static_cast<unsigned>(e % count)),
                              bounds(owner), true);
                }
                words.count(result_);
            }
        }
        plan const group = plan_;
        plan_.lane_count = 32;
        ends(plan_.word_bytes);
        plan_ = group;
    }

    //! Rows of consecutive elements that straddle words, of which each has the words that may end in it.
    void shared_rows(access_kind kind)
    {
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                address_set whole;
                for (unsigned e = row * plan_.lane_count; e < (row + 1) * plan_.lane_count; ++e) {
                    std::uint64_t const element = elements_.addresses[e / count];
                    std::uint64_t const address = address_of(element, begin + e % count);
                    bool const is_mine =
                        address + plan_.word_bytes <= element + plan_.element_bytes;
                    if (kind == access_kind::store && !is_mine) continue;
                    if (bounds(0).contains(address, plan_.word_bytes)) whole.add(address);
                }
                result_.count(whole, plan_.word_bytes);
            }
        }
        ends(plan_.word_bytes);
    }

    //! Stores of rows without gaps.
    void dense()
    {
        dense_rows const rows(plan_);
        byte_bounds const bound = bounds(0);
        std::uint64_t const first = bound.first / rows.word_bytes * rows.word_bytes;
        for (unsigned row = 0; row < rows.row_count(); ++row) {
            address_set whole;
            for (unsigned lane = 0; lane < rows.lane_count; ++lane) {
                std::uint64_t const address =
                    first + (row * rows.lane_count + lane) * rows.word_bytes;
                if (bound.contains(address, rows.word_bytes)) whole.add(address);
            }
            result_.count(whole, rows.word_bytes);
        }
        ends(rows.word_bytes);
    }

    //! Each element's own rows of parts.
    void sectors()
    {
        sector_rows const rows(plan_);
        for (unsigned owner = 0; owner < plan_.lane_count; ++owner) {
            std::uint64_t const first = elements_.addresses[owner];
            std::uint64_t const line = first - first % rows.row_bytes();
            for (unsigned row = 0; row < rows.row_count(); ++row) {
                address_set parts;
                for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                    std::uint64_t const address =
                        line + row * rows.row_bytes() + lane * rows.part_bytes;
                    bool const within = address >= first && address < first + rows.element_bytes;
                    if (elements_.wants(owner) && within) parts.add(address);
                }
                result_.count(parts, rows.part_bytes);
            }
        }
    }

    //! The heads and tails of elements whose words reach out of their bounds, in parts.
    void ends(unsigned word_bytes)
    {
        if (!plan_.straddles()) return;
        std::array<address_set, 6> parts;
        for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
            if (!elements_.wants(lane)) continue;
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

    //! Bytes of consecutive elements through a stage: whole chunks, and what is left at both ends.
    void chunks(std::uint64_t begin, std::uint64_t end)
    {
        std::uint64_t const body =
            std::min(end, (begin + chunk_bytes - 1) / chunk_bytes * chunk_bytes);
        std::uint64_t const tail = std::max(body, end / chunk_bytes * chunk_bytes);
        for (std::uint64_t row = body; row < tail; row += plan_.lane_count * chunk_bytes) {
            address_set whole;
            for (unsigned lane = 0; lane < plan_.lane_count && row + lane * chunk_bytes < tail;
                 ++lane) {
                whole.add(row + lane * chunk_bytes);
            }
            result_.count(whole, chunk_bytes);
        }
        unsigned const unit = plan_.part_bytes();
        std::vector<std::uint64_t> rest;
        for (std::uint64_t at = begin; at < body; at += unit) rest.push_back(at);
        for (std::uint64_t at = tail; at < end; at += unit) rest.push_back(at);
        for (std::size_t row = 0; row < rest.size(); row += plan_.lane_count) {
            address_set units;
            for (std::size_t i = row; i < std::min(rest.size(), row + plan_.lane_count); ++i) {
                units.add(rest[i]);
            }
            result_.count(units, unit);
        }
    }

private:
    //! One row of words, some of them in parts.
    class word_row {
    public:
        explicit word_row(plan const& p) : plan_(p) {}

        void add(std::uint64_t address, byte_bounds const& bounds, bool aligned)
        {
            if (plan_.straddles()) {
                if (bounds.contains(address, plan_.word_bytes)) whole_.add(address);
            } else if (aligned) {
                whole_.add(address);
            } else {
                unsigned const bytes = plan_.part_bytes();
                for (unsigned at = 0; at < plan_.word_bytes; at += bytes) {
                    parts_[at / bytes].add(address + at);
                }
            }
        }
        void count(transaction_count& result) const
        {
            result.count(whole_, plan_.word_bytes);
            for (address_set const& part : parts_) result.count(part, plan_.part_bytes());
        }

    private:
        plan const& plan_;
        address_set whole_;
        std::array<address_set, 16> parts_;
    };

    std::uint64_t address_of(std::uint64_t element, unsigned w) const
    {
        std::uint64_t const skew = plan_.straddles() ? element % plan_.word_bytes : 0;
        return element - skew + w * plan_.word_bytes;
    }

    byte_bounds bounds(unsigned lane) const
    {
        std::uint64_t const first = elements_.addresses[all_are_one_ ? 0 : lane];
        return {first, first + plan_.element_bytes * (all_are_one_ ? plan_.lane_count : 1)};
    }

    plan plan_;
    group_elements const& elements_;
    bool all_are_one_;
    transaction_count result_;
};

}  // namespace detail

}  // namespace heddle
