// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One row of words that the lanes of a group load or store. Misaligned words are moved in parts.
#pragma once

#include "group_elements.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/emulation/transactions.hpp>

#include <array>
#include <cstdint>

namespace heddle_test {

//! The addresses of one row of words.
class word_row {
public:
    explicit word_row(heddle::plan const& p) : plan_(p) {}

    void add(std::uint64_t address, byte_bounds const& bounds, bool aligned)
    {
        if (plan_.is_unaligned()) {
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
    void count(heddle::transaction_count& result) const
    {
        result.count(whole_, plan_.word_bytes);
        for (heddle::detail::address_set const& part : parts_) result.count(part, plan_.part_bytes());
    }

private:
    heddle::plan const& plan_;
    heddle::detail::address_set whole_;
    std::array<heddle::detail::address_set, 16> parts_;
};

}  // namespace heddle_test
