// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Proves from their constants that dense rows are correct, for every size that uses them, every group and every offset
// of the first element in a word.

#include "straddling_plans.hpp"

#include <heddle/detail/plan/unaligned_rows.hpp>

#include <gtest/gtest.h>

namespace {

using heddle::detail::dense_rows;

//! Calls check(dense, start) for every plan with dense rows and every start of the elements in a word.
template <class Check>
unsigned for_every_tile(Check const& check)
{
    return heddle_test::for_every_straddling_plan([&](heddle::plan const& p) {
        dense_rows const dense(p);
        unsigned starts = 0;
        for (unsigned start = 0; start < dense.word_bytes; start += p.part_bytes()) {
            check(dense, start);
            ++starts;
        }
        return starts;
    });
}

// The sizes are 13 to 264 bytes without multiples of 4. The first 15 sizes have words of 4 bytes, the others words of 8
// bytes. Of the 189 sizes, 63 are even; 5 of these have words of 4 bytes.
constexpr unsigned every_tile = 5 * (174 * 8 + 15 * 4 + 58 * 4 + 5 * 2);

TEST(dense_rows, have_all_words_that_end_in_a_tile)
{
    EXPECT_EQ(every_tile, for_every_tile([](dense_rows const& dense, unsigned start) {
                  unsigned const n = dense.lane_count;
                  unsigned const behind = dense.first_word(n, start);
                  EXPECT_EQ((start + n * dense.element_bytes) / dense.word_bytes, behind);
                  EXPECT_LE(dense.least_words, behind);
                  EXPECT_GE(dense.max_words, behind);
                  EXPECT_LE(behind, n * dense.row_count());
                  EXPECT_LE(dense.row_count(), dense.word_count);
                  EXPECT_EQ(1u, dense.word_count % 2);
                  for (unsigned d = 0; d < n; ++d) {
                      EXPECT_LE(dense.first_word(d + 1, start) - dense.first_word(d, start), dense.word_count);
                      EXPECT_LE(dense.gaps_before(d, start), dense.max_gaps());
                      EXPECT_EQ(dense.gaps_before(d, start) % dense.word_count,
                                dense.element_rotation(d, start) % dense.word_count);
                      EXPECT_LT(dense.element_rotation(d, start), dense.rotation_bound());
                  }
              }));
}

// At step s, lane l takes the word q of the rows with q mod m = s and q mod n = l. The source lane has this word in
// register s.
TEST(dense_rows, reach_their_lanes)
{
    EXPECT_EQ(every_tile, for_every_tile([](dense_rows const& dense, unsigned start) {
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
              }));
}

}  // namespace
