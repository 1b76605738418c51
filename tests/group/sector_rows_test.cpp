// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Proves from their constants that sector rows have every part of an element at its correct place. Covers every size
// that uses sector rows, every owner and every start of the element.

#include "straddling_plans.hpp"

#include <heddle/detail/plan/unaligned_rows.hpp>

#include <gtest/gtest.h>

namespace {

using heddle::detail::sector_rows;

template <class Check>
unsigned for_every_size(Check const& check)
{
    return heddle_test::for_every_straddling_plan([&](heddle::plan const& p) {
        check(sector_rows(p));
        return 1u;
    });
}

// The sizes are 13 to 264 bytes without multiples of 4. Of these 189 sizes, 63 are even and have a second alignment.
// There are 5 group sizes.
constexpr unsigned every_size = 5 * (189 + 63);

TEST(sector_rows, have_every_part_once_and_within_a_line)
{
    EXPECT_EQ(every_size, for_every_size([](sector_rows const& rows) {
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
              }));
}

TEST(sector_rows, find_their_words_in_two_registers)
{
    EXPECT_EQ(every_size, for_every_size([](sector_rows const& rows) {
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
                                  if (at >= size) continue;  // before or after the element
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
              }));
}

}  // namespace
