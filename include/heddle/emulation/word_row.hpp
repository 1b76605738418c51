// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One row of words that a group's lanes load or store, some of them in parts.
#pragma once

#include "../plan/plan.hpp"
#include "group_elements.hpp"
#include "transactions.hpp"

#include <array>
#include <cstdint>

namespace heddle::detail {

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

}  // namespace heddle::detail
