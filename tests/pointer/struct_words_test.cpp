// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Members of a struct in registers, by their types and offsets.
#include <heddle/struct_words.cuh>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

namespace {

template <std::size_t Bytes>
using bytes = std::array<unsigned char, Bytes>;
using record = bytes<11>;

template <std::size_t Offset, std::size_t Bytes>
void expect_member(record const& q)
{
    heddle::struct_words<record> words(q);
    auto const member = words.get<bytes<Bytes>, Offset>();
    for (std::size_t k = 0; k < Bytes && Offset + k < q.size(); ++k) EXPECT_EQ(q[Offset + k], member[k]);

    bytes<Bytes> set;
    for (std::size_t k = 0; k < Bytes; ++k) set[k] = static_cast<unsigned char>(200 + k);
    record changed = q;
    for (std::size_t k = 0; k < Bytes && Offset + k < q.size(); ++k) changed[Offset + k] = set[k];
    words.set<bytes<Bytes>, Offset>(set);
    EXPECT_EQ(changed, words.value()) << Bytes << " at " << Offset;
}

template <std::size_t... Offset>
void expect_members(record const& q, std::index_sequence<Offset...>)
{
    (expect_member<Offset, 1>(q), ...);
    (expect_member<Offset, 3>(q), ...);
    (expect_member<Offset, 4>(q), ...);
    (expect_member<Offset, 6>(q), ...);
}

}  // namespace

TEST(struct_words_test, members_at_every_offset)
{
    record q;
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = static_cast<unsigned char>(k + 1);
    expect_members(q, std::make_index_sequence<q.size()>());
    EXPECT_EQ(q, heddle::struct_words<record>(q).value());
    EXPECT_EQ(record{}, heddle::struct_words<record>().value());
}
