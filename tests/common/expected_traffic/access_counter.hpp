// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Expected accesses of a group, computed from the addresses of its elements.
#pragma once

#include "group_elements.hpp"
#include "own_access_counter.hpp"
#include "word_row.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/detail/plan/unaligned_rows.hpp>
#include <heddle/emulation/transactions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

//! Counts the accesses of a group.
class access_counter : public own_access_counter {
public:
    using own_access_counter::own_access_counter;

    //! Counts rows of words.
    void rows(bool aligned)
    {
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                word_row words(plan_);
                for (unsigned e = row * plan_.lane_count; e < (row + 1) * plan_.lane_count; ++e) {
                    unsigned const owner = e / count;
                    if (!elements_.wants(owner)) continue;
                    words.add(address_of(elements_.addresses[owner], begin + e % count), bounds(owner), aligned);
                }
                words.count(result_);
            }
        }
    }

    //! Counts rows of words of compacted active lanes. The active lanes, in ascending order, form groups of
    //! plan_.lane_count lanes. One request serves all groups.
    //! Requires: the plan describes a group of compacted lanes; the active lanes fill whole groups; words are aligned
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
                    words.add(address_of(elements_.addresses[owner], begin + static_cast<unsigned>(e % count)),
                              bounds(owner), true);
                }
                words.count(result_);
            }
        }
        heddle::plan const group = plan_;
        plan_.lane_count = 32;
        ends(plan_.word_bytes);
        plan_ = group;
    }

    //! Counts rows of consecutive elements of unaligned sizes. A word that two elements share is stored with the
    //! element in which the word ends.
    void shared_rows(heddle::detail::access_kind kind)
    {
        for (unsigned begin = 0; begin < plan_.word_count; begin += plan_.pass_words) {
            unsigned const count = std::min(plan_.pass_words, plan_.word_count - begin);
            for (unsigned row = 0; row < count; ++row) {
                heddle::detail::address_set whole;
                for (unsigned e = row * plan_.lane_count; e < (row + 1) * plan_.lane_count; ++e) {
                    std::uint64_t const element = elements_.addresses[e / count];
                    std::uint64_t const address = address_of(element, begin + e % count);
                    bool const is_mine = address + plan_.word_bytes <= element + plan_.element_bytes;
                    if (kind == heddle::detail::access_kind::store && !is_mine) continue;
                    if (bounds(0).contains(address, plan_.word_bytes)) whole.add(address);
                }
                result_.count(whole, plan_.word_bytes);
            }
        }
        ends(plan_.word_bytes);
    }

    //! Counts stores of dense rows.
    void dense()
    {
        heddle::detail::dense_rows const rows(plan_);
        byte_bounds const bound = bounds(0);
        std::uint64_t const first = bound.first / rows.word_bytes * rows.word_bytes;
        for (unsigned row = 0; row < rows.row_count(); ++row) {
            heddle::detail::address_set whole;
            for (unsigned lane = 0; lane < rows.lane_count; ++lane) {
                std::uint64_t const address = first + (row * rows.lane_count + lane) * rows.word_bytes;
                if (bound.contains(address, rows.word_bytes)) whole.add(address);
            }
            result_.count(whole, rows.word_bytes);
        }
        ends(rows.word_bytes);
    }

    //! Counts sector rows: each element has its own rows.
    void sectors()
    {
        heddle::detail::sector_rows const rows(plan_);
        for (unsigned owner = 0; owner < plan_.lane_count; ++owner) {
            std::uint64_t const first = elements_.addresses[owner];
            std::uint64_t const line = first - first % rows.row_bytes();
            for (unsigned row = 0; row < rows.row_count(); ++row) {
                heddle::detail::address_set parts;
                for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                    std::uint64_t const address = line + row * rows.row_bytes() + lane * rows.part_bytes;
                    bool const within = address >= first && address < first + rows.element_bytes;
                    if (elements_.wants(owner) && within) parts.add(address);
                }
                result_.count(parts, rows.part_bytes);
            }
        }
    }

    //! Counts accesses to consecutive elements through a stage: whole chunks, and parts before and after these chunks.
    void chunks(std::uint64_t begin, std::uint64_t end)
    {
        std::uint64_t const body = std::min(
            end, (begin + heddle::detail::chunk_bytes - 1) / heddle::detail::chunk_bytes * heddle::detail::chunk_bytes);
        std::uint64_t const tail = std::max(body, end / heddle::detail::chunk_bytes * heddle::detail::chunk_bytes);
        for (std::uint64_t row = body; row < tail; row += plan_.lane_count * heddle::detail::chunk_bytes) {
            heddle::detail::address_set whole;
            for (unsigned lane = 0; lane < plan_.lane_count && row + lane * heddle::detail::chunk_bytes < tail;
                 ++lane) {
                whole.add(row + lane * heddle::detail::chunk_bytes);
            }
            result_.count(whole, heddle::detail::chunk_bytes);
        }
        unsigned const unit = plan_.part_bytes();
        std::vector<std::uint64_t> rest;
        for (std::uint64_t at = begin; at < body; at += unit) rest.push_back(at);
        for (std::uint64_t at = tail; at < end; at += unit) rest.push_back(at);
        for (std::size_t row = 0; row < rest.size(); row += plan_.lane_count) {
            heddle::detail::address_set units;
            for (std::size_t i = row; i < std::min(rest.size(), row + plan_.lane_count); ++i) {
                units.add(rest[i]);
            }
            result_.count(units, unit);
        }
    }
};

}  // namespace heddle_test
