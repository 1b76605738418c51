// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selections that count tiles ahead, by emulated blocks, which run one after the other.

#include "emulated_block.hpp"
#include "is_below.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/algorithm/detail/select_ahead.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace {

using heddle_test::bytes;
using heddle_test::emulate_block;
using heddle_test::guarded_array;
using heddle_test::is_below;
using heddle_test::random_source;
namespace detail = heddle::detail;

constexpr unsigned capacity = 96;

//! Runs all blocks; gives the number of selected elements. Each tile is counted when `ahead` later ones were.
template <unsigned WarpLanes, detail::count_access Access, class Element>
std::size_t selected_by_blocks(Element const* first, std::size_t count, Element* result,
                               std::size_t ahead, unsigned part)
{
    using memory = detail::select_memory<Element, capacity, false, WarpLanes>;
    auto const shared = std::make_unique<memory>();
    std::size_t const tiles = detail::divide_up(count, capacity);
    std::vector<std::uint64_t> words(1 + tiles + tiles / WarpLanes);
    std::vector<unsigned> bits(tiles * (capacity / WarpLanes));
    detail::ahead_memory const of_all{words.data(), bits.data(), tiles, ahead};
    detail::predicate_marker<true, is_below> marker{{part}};
    std::size_t selected = 0;
    for (std::size_t b = 0; b < tiles + ahead; ++b) {
        emulate_block<WarpLanes>([&](auto const& block) {
            detail::select_ahead_share<Access>(block, *shared, of_all, first, count, result, marker,
                                               &selected);
        });
    }
    EXPECT_EQ(tiles + ahead, words[0]);
    return selected;
}

template <unsigned WarpLanes, class Element>
unsigned check_element(random_source& random)
{
    unsigned checked = 0;
    for (std::size_t const skew : {0u, 9u}) {
        for (std::size_t const count : {1u, 95u, 96u, 97u, 1000u, 4000u}) {
            guarded_array<Element> in(count, random, skew * alignof(Element));
            for (unsigned const part : {0u, 3u, 128u, 256u}) {
                std::vector<Element> expected;
                std::copy_if(in.data(), in.data() + count, std::back_inserter(expected),
                             is_below{part});
                for (std::size_t const ahead : {0u, 1u, 7u, 100u}) {
                    SCOPED_TRACE(testing::Message()
                                 << sizeof(Element) << " bytes, start " << skew << ", count "
                                 << count << ", " << part << " of 256, ahead " << ahead);
                    auto const check = [&](auto access) {
                        guarded_array<Element> out(expected.size(), random,
                                                   7 * alignof(Element) % 128);
                        Element const* const first = in.data();
                        EXPECT_EQ(expected.size(), (selected_by_blocks<WarpLanes, access.value>(
                                                       first, count, out.data(), ahead, part)));
                        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.data()));
                        EXPECT_TRUE(out.guards_intact());
                    };
                    using detail::count_access;
                    check(std::integral_constant<count_access, count_access::whole>{});
                    check(std::integral_constant<count_access, count_access::as_read>{});
                    ++checked;
                }
            }
        }
    }
    return checked;
}

TEST(select_ahead, keeps_the_order_of_elements_of_any_size)
{
    random_source random("selections that count ahead");
    unsigned checked = 0;
    checked += check_element<8, bytes<1>>(random);
    checked += check_element<32, bytes<4>>(random);
    checked += check_element<16, bytes<12>>(random);
    checked += check_element<8, bytes<13>>(random);
    checked += check_element<32, bytes<28>>(random);
    checked += check_element<8, bytes<50>>(random);
    checked += check_element<32, bytes<128>>(random);
    EXPECT_EQ(7u * 2 * 6 * 4 * 4, checked);
}

}  // namespace
