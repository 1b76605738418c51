// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts what the lanes of a group ask of memory where each moves its own element.
#pragma once

#include "../plan/plan.hpp"
#include "../plan/thresholds.hpp"
#include "group_elements.hpp"
#include "transactions.hpp"
#include "word_row.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Counts what each lane asks for its own element, access by access.
class own_access_counter {
public:
    //! all_are_one: the group's elements are consecutive, and lanes may touch each other's.
    own_access_counter(plan const& p, group_elements const& elements, bool all_are_one = false)
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

    //! Each lane's own element in wide words where it has the whole of one, else in parts of 4 bytes.
    void wide_words()
    {
        constexpr unsigned part_bytes = 4;
        for (unsigned at = 0; at < plan_.element_bytes + wide_word_bytes - part_bytes;
             at += wide_word_bytes) {
            address_set whole;
            std::array<address_set, wide_word_bytes / part_bytes> parts;
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

protected:
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

}  // namespace heddle::detail
