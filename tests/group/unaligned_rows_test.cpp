// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the constants of dense rows and sector rows: every word and every part of an element is at its correct place.
// Covers every size with these rows, every group size, and every offset of an element in a word.

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/unaligned_rows.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace {

using heddle::detail::dense_rows;
using heddle::detail::sector_rows;

//! Calls check(plan) for every plan with dense rows or sector rows, until a check fails.
template <class Check>
void for_every_straddling_plan(Check const& check)
{
    unsigned plans = 0;
    for (std::size_t alignment : {1, 2}) {
        for (std::size_t bytes = alignment; bytes <= 1024; bytes += alignment) {
            for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
                heddle::detail::plan const p = heddle::detail::make_plan(bytes, alignment, lanes);
                if (!p.stores_sectors) continue;
                check(p);
                if (testing::Test::HasFailure()) {
                    FAIL() << bytes << " bytes aligned to " << alignment << ", " << lanes << " lanes";
                }
                ++plans;
            }
        }
    }
    // 189 sizes from 13 to 264 bytes are not multiples of 4; 63 have two alignments. There are 5 group sizes.
    EXPECT_EQ(5u * (189 + 63), plans);
}

//! Calls check(dense, start) for every plan with dense rows and every offset `start` of an element in a word.
template <class Check>
void for_every_tile(Check const& check)
{
    unsigned tiles = 0;
    for_every_straddling_plan([&](heddle::detail::plan const& p) {
        dense_rows const dense(p);
        for (unsigned start = 0; start < dense.word_bytes; start += p.part_bytes) {
            check(dense, start);
            ++tiles;
        }
    });
    // The 15 sizes below 32 bytes have words of 4 bytes, the other 174 sizes have words of 8 bytes. With alignment 2,
    // there are 5 and 58 sizes, whose elements start only at even offsets.
    EXPECT_EQ(5u * (174 * 8 + 15 * 4 + 58 * 4 + 5 * 2), tiles);
}

TEST(dense_rows, have_all_words_that_end_in_a_tile)
{
    for_every_tile([](dense_rows const& dense, unsigned start) {
        unsigned const n = dense.lane_count;
        unsigned const behind = dense.first_word(n, start);
        EXPECT_EQ((start + n * dense.element_bytes) / dense.word_bytes, behind);
        EXPECT_LE(dense.least_words, behind);
        EXPECT_GE(dense.max_words, behind);
        EXPECT_LE(behind, n * dense.row_count());
        EXPECT_LE(dense.row_count(), dense.word_count);
        EXPECT_EQ(1u, dense.word_count % 2);
        unsigned most = 0;
        for (unsigned d = 0; d < n; ++d) {
            most = std::max(most, dense.gaps_before(d, start));
            EXPECT_LE(dense.first_word(d + 1, start) - dense.first_word(d, start), dense.word_count);
            EXPECT_LE(dense.gaps_before(d, start), dense.max_gaps());
            EXPECT_EQ(dense.gaps_before(d, start) % dense.word_count,
                      dense.element_rotation(d, start) % dense.word_count);
            EXPECT_LT(dense.element_rotation(d, start), dense.rotation_bound());
        }
        // A larger bound would cost instructions.
        if (start == 0) {
            EXPECT_EQ(most, dense.max_gaps());
        }
    });
}

// In step s of the transpose, lane l receives the word q with q mod m = s and q mod n = l. The source lane holds this
// word in register s.
TEST(dense_rows, reach_their_lanes)
{
    for_every_tile([](dense_rows const& dense, unsigned start) {
        unsigned const m = dense.word_count;
        unsigned const n = dense.lane_count;
        heddle::detail::network const net(m, n);
        for (unsigned l = 0; l < n; ++l) {
            unsigned const first = dense.scaled_owner(dense.first_step_word(l), start);
            for (unsigned j = 0; j < m; ++j) {
                unsigned const q = net.order(j) * n + l;
                unsigned const s = (j + net.row_rotation(l)) % m;
                EXPECT_EQ(s, q % m);
                if (q >= dense.first_word(n, start)) continue;
                unsigned const d = dense.scaled_owner_of_step(s, first) >> dense_rows::reciprocal_bits;
                ASSERT_GT(n, d);
                EXPECT_LE(dense.first_word(d, start), q);
                EXPECT_GT(dense.first_word(d + 1, start), q);
                EXPECT_EQ(q - dense.first_word(d, start), (s + dense.element_rotation(d, start)) % m);
            }
        }
    });
}

TEST(sector_rows, have_every_part_once_and_find_its_words_in_two_registers)
{
    for_every_straddling_plan([](heddle::detail::plan const& p) {
        sector_rows const rows(p);
        EXPECT_EQ(rows.lane_count * rows.part_bytes, rows.row_bytes());
        EXPECT_EQ(rows.row_count() - 1,
                  (rows.row_bytes() - rows.part_bytes + rows.element_bytes - 1) / rows.row_bytes())
            << "the last part of an element that begins as late as it can";
        for (unsigned row = 0; row < rows.row_count(); ++row) {
            unsigned const first = row * rows.row_bytes();
            unsigned const latest = rows.row_bytes() - rows.part_bytes;
            EXPECT_EQ(first < latest, rows.may_begin(row));
            EXPECT_EQ(first + latest >= rows.element_bytes, rows.may_end(row));
        }
        unsigned const size = rows.element_bytes;
        unsigned shuffles = 0;
        for (unsigned owner = 0; owner < rows.lane_count; ++owner) {
            shuffles += 2;
            for (unsigned row = 0; row < rows.row_count(); ++row) {
                unsigned const first = rows.first_register(owner, row);
                unsigned const last = rows.last_register(owner, row);
                EXPECT_LE(last - first, 1u);
                EXPECT_LT(last, rows.word_count());
                shuffles += last > first ? 2 : 1;
                bool finds_first = false, finds_last = false;
                for (unsigned start = 0; start < rows.row_bytes(); start += rows.part_bytes) {
                    for (unsigned lane = 0; lane < rows.lane_count; ++lane) {
                        unsigned const at = row * rows.row_bytes() + lane * rows.part_bytes - start;
                        if (at >= size) continue;  // this part lies before or after the element
                        unsigned const word = owner * rows.word_count() + at / 4;
                        finds_first |= word / rows.lane_count == first;
                        finds_last |= word / rows.lane_count == last;
                        EXPECT_LE(first, word / rows.lane_count);
                        EXPECT_GE(last, word / rows.lane_count);
                    }
                }
                EXPECT_TRUE(finds_first && finds_last);
            }
        }
        EXPECT_EQ(shuffles, rows.shuffles());
    });
}

TEST(part_rows, have_every_part_once_and_find_its_words_in_two_registers)
{
    for (unsigned const lanes : {8u, 32u}) {
        for (unsigned bytes = 12; bytes <= 128; ++bytes) {
            for (unsigned part = 1; part <= 4 && bytes % part == 0; part *= 2) {
                auto const words = heddle::detail::make_element_words(bytes, part, true);
                heddle::detail::part_rows const rows(heddle::detail::make_plan(words, lanes), part);
                EXPECT_EQ(bytes, rows.row_count() * part);
                for (unsigned e = 0; e < rows.row_count() * lanes; ++e) {
                    unsigned const owner = heddle::detail::small_quotient(e, rows.row_count());
                    ASSERT_EQ(e / rows.row_count(), owner);
                    unsigned const own_part = e % rows.row_count();
                    unsigned const q = rows.word_of(owner, own_part);
                    EXPECT_EQ(owner * rows.word_count() + own_part * part / 4, q);
                    unsigned const first = rows.first_register(e / lanes), last = rows.last_register(e / lanes);
                    EXPECT_TRUE(q / lanes == first || q / lanes == last);
                    EXPECT_LE(last - first, 1u);
                    EXPECT_LT(last, rows.word_count());
                    if (part == 4) {
                        EXPECT_EQ(e, q);  // no shuffle is needed
                    }
                }
            }
        }
    }
}

}  // namespace
