// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Proves by exhaustion the arithmetic that computes the address of a lane's word in a row. Covers every size up to 1024
// bytes, and every alignment, lane, row and start of the elements.

#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/rows.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

TEST(index_arithmetic, quotients_and_remainders_are_exact)
{
    using namespace heddle::detail;
    static_assert(heddle::detail::max_shuffled_bytes / 4 <= max_small_divisor);
    for (unsigned divisor = 1; divisor <= max_small_divisor; ++divisor) {
        for (unsigned value = 0; value < 32 * divisor; ++value) {
            ASSERT_EQ(value / divisor, small_quotient(value, divisor)) << value << '/' << divisor;
            ASSERT_EQ(value % divisor, small_remainder(value, divisor)) << value << '/' << divisor;
        }
    }
}

// The words of each element that are transposed in one pass.
struct piece {
    unsigned begin;
    unsigned count;
};

// Returns whether the address of a lane's word in a row equals the address that division gives: word e of a piece is
// word e mod m of element e div m.
bool is_right(heddle::plan const& p, piece const& some, std::uintptr_t start, unsigned row, unsigned lane)
{
    constexpr std::uintptr_t origin = 1u << 20;
    auto* const first = reinterpret_cast<std::byte*>(origin + start);
    unsigned const e = row * p.lane_count + lane;
    std::uintptr_t const element = origin + start + e / some.count * p.element_bytes;
    std::uintptr_t const first_word = p.is_unaligned() ? element / p.word_bytes * p.word_bytes : element;
    std::uintptr_t const word = first_word + (some.begin + e % some.count) * p.word_bytes;
    std::uintptr_t const end = word + p.word_bytes;
    std::uintptr_t const tile_end = origin + start + p.lane_count * p.element_bytes;
    bool const is_inside = word >= origin + start && end <= tile_end;
    bool const ends_in_element = end > element && end <= element + p.element_bytes;

    using heddle::detail::address_in_consecutive_row;
    auto const loaded = address_in_consecutive_row<false>(p, some.begin, some.count, lane, first, row);
    auto const stored = address_in_consecutive_row<true>(p, some.begin, some.count, lane, first, row);
    if (reinterpret_cast<std::uintptr_t>(loaded.address) != word) return false;
    if (reinterpret_cast<std::uintptr_t>(stored.address) != word) return false;
    // A store moves exactly the words that end in the element. A load may move more words, but none outside the group's
    // elements.
    bool const is_needed = is_inside && ends_in_element;
    return stored.is_valid == is_needed && (loaded.is_valid || !is_needed) && (is_inside || !loaded.is_valid);
}

unsigned count_wrong(heddle::plan const& p)
{
    unsigned const step = p.is_unaligned() ? static_cast<unsigned>(p.alignment) : p.word_bytes;
    unsigned wrong = 0;
    for (unsigned begin = 0; begin < p.word_count; begin += p.pass_words) {
        piece const some{begin, std::min(p.pass_words, p.word_count - begin)};
        for (unsigned start = 0; start < p.word_bytes; start += step) {
            for (unsigned row = 0; row < some.count; ++row) {
                for (unsigned lane = 0; lane < p.lane_count; ++lane) {
                    wrong += is_right(p, some, start, row, lane) ? 0 : 1;
                }
            }
        }
    }
    return wrong;
}

TEST(index_arithmetic, of_consecutive_rows)
{
    unsigned plans = 0;
    for (unsigned lanes = 2; lanes <= 32; lanes *= 2) {
        for (std::size_t alignment = 1; alignment <= 16; alignment *= 2) {
            for (std::size_t bytes = alignment; bytes <= 1024; bytes += alignment) {
                heddle::plan const p = heddle::detail::make_plan(bytes, alignment, lanes);
                if (!p.cooperates()) continue;
                ASSERT_EQ(0u, count_wrong(p))
                    << bytes << " bytes aligned to " << alignment << ", " << lanes << " lanes";
                ++plans;
            }
        }
    }
    EXPECT_EQ(5u * (1012 + 506 + 253 + 126 + 63), plans);  // all sizes from 12 bytes on except 16 bytes
}

}  // namespace
