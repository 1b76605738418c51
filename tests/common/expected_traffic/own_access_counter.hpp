// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Expected accesses of lanes that load or store their own elements.
#pragma once

#include "group_elements.hpp"
#include "word_row.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/thresholds.hpp>
#include <heddle/emulation/transactions.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle_test {

//! Counts the accesses of lanes to their own elements.
class own_access_counter {
public:
    //! all_are_one: elements are consecutive, and each lane may access the elements of all lanes
    own_access_counter(heddle::plan const& p, group_elements const& elements, bool all_are_one = false)
        : plan_(p), elements_(elements), all_are_one_(all_are_one)
    {
    }

    heddle::transaction_count const& result() const { return result_; }

    //! Counts the accesses of plain code. These accesses are as wide as the alignment.
    void plain()
    {
        std::size_t const bytes = plan_.alignment < 16 ? plan_.alignment : 16;
        for (std::size_t at = 0; at < plan_.element_bytes; at += bytes) {
            heddle::detail::address_set addresses;
            for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                if (elements_.wants(lane)) addresses.add(elements_.addresses[lane] + at);
            }
            result_.count(addresses, bytes);
        }
    }

    //! Counts accesses to the words of each element.
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

    //! Counts accesses to the whole words of 16 bytes in each element, and accesses of 4 bytes to the other bytes.
    void wide_words()
    {
        constexpr unsigned part_bytes = 4;
        for (unsigned at = 0; at < plan_.element_bytes + heddle::detail::wide_word_bytes - part_bytes;
             at += heddle::detail::wide_word_bytes) {
            heddle::detail::address_set whole;
            std::array<heddle::detail::address_set, heddle::detail::wide_word_bytes / part_bytes> parts;
            for (unsigned lane = 0; lane < plan_.lane_count; ++lane) {
                if (!elements_.wants(lane)) continue;
                std::uint64_t const first = elements_.addresses[lane];
                std::uint64_t const word =
                    first / heddle::detail::wide_word_bytes * heddle::detail::wide_word_bytes + at;
                byte_bounds const bound = {first, first + plan_.element_bytes};
                if (bound.contains(word, heddle::detail::wide_word_bytes)) {
                    whole.add(word);
                    continue;
                }
                for (unsigned i = 0; i < heddle::detail::wide_word_bytes / part_bytes; ++i) {
                    std::uint64_t const part = word + i * part_bytes;
                    if (bound.contains(part, part_bytes)) parts[i].add(part);
                }
            }
            result_.count(whole, heddle::detail::wide_word_bytes);
            for (heddle::detail::address_set const& part : parts) result_.count(part, part_bytes);
        }
    }

    //! Counts per-thread stores.
    void own_stores()
    {
        if (plan_.stores_wide_words()) {
            wide_words();
        } else {
            own_words();
        }
    }

    //! Counts the accesses to heads and tails. They lie in words that exceed the bounds of a lane, and are moved in
    //! parts.
    void ends(unsigned word_bytes)
    {
        if (!plan_.is_unaligned()) return;
        std::array<heddle::detail::address_set, 6> parts;
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
        std::uint64_t const skew = plan_.is_unaligned() ? element % plan_.word_bytes : 0;
        return element - skew + w * plan_.word_bytes;
    }

    byte_bounds bounds(unsigned lane) const
    {
        std::uint64_t const first = elements_.addresses[all_are_one_ ? 0 : lane];
        return {first, first + plan_.element_bytes * (all_are_one_ ? plan_.lane_count : 1)};
    }

    heddle::plan plan_;
    group_elements const& elements_;
    bool all_are_one_;
    heddle::transaction_count result_;
};

}  // namespace heddle_test
