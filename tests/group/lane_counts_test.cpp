// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests element sizes whose plan depends on the number of lanes: groups of 2 to 16 lanes load and store such elements.
// Each lane holds its words in an array on its stack. AddressSanitizer detects accesses beyond the end of this array.

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/random.hpp>
#include <common/warp/accesses.hpp>
#include <common/warp/emulated_runner.hpp>

#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heddle_test {
namespace {

using heddle::detail::element_words;
using heddle::detail::make_element_words;
using heddle::detail::make_plan;
using heddle::detail::plan;

bool same_words(element_words const& a, element_words const& b)
{
    return a.element_bytes == b.element_bytes && a.alignment == b.alignment && a.word_bytes == b.word_bytes;
}

//! Calls visit(size, alignment) for every size up to max_shuffled_bytes and every possible alignment up to 16.
template <class Visit>
void for_each_element_size(Visit const& visit)
{
    for (std::size_t size = 1; size <= heddle::detail::max_shuffled_bytes; ++size) {
        for (std::size_t alignment = 1; alignment <= 16 && size % alignment == 0; alignment *= 2) {
            visit(size, alignment);
        }
    }
}

TEST(lane_counts, words_are_the_same_in_groups_of_any_number_of_lanes)
{
    for_each_element_size([](std::size_t size, std::size_t alignment) {
        element_words const words = make_element_words(size, alignment);
        plan const warp = make_plan(size, alignment, 32);
        for (unsigned n = 1; n <= 32; n *= 2) {
            plan const p = make_plan(size, alignment, n);
            ASSERT_TRUE(same_words(words, p)) << size << ' ' << alignment << ' ' << n;
            // If warps cooperate, their compacted stores run in smaller groups, which must then cooperate, too.
            if (n > 1) {
                ASSERT_EQ(warp.cooperates, p.cooperates) << size << ' ' << n;
            }
            ASSERT_LE(p.touched_words, p.held_words);
            ASSERT_LE(p.word_count, p.held_words);
        }
    });
}

constexpr bool differs_from_warp(std::size_t size, std::size_t alignment, unsigned n)
{
    return make_plan(size, alignment, n).word_count != make_plan(size, alignment, 32).word_count;
}

//! Returns whether this size is tested in groups of n lanes: if the number of words per element differs from that in a
//! warp. If not all tests are compiled, only the smallest and the largest group of this kind are tested.
constexpr bool is_tested(std::size_t size, std::size_t alignment, unsigned n)
{
    if (!differs_from_warp(size, alignment, n)) return false;
    return full || n == 2 || !differs_from_warp(size, alignment, n / 2) || !differs_from_warp(size, alignment, 2 * n);
}

//! Checks all loads and stores in groups of each LaneCount. The elements begin at various bytes of a word.
template <class Element, unsigned... LaneCount>
void check_accesses(random_source& random)
{
    auto const check = [&](auto lanes) {
        program_run<accesses, Element> run(lanes(), 8, random);
        emulated_runner<accesses, Element, lanes()>::run(run);
        std::size_t checked = 0;
        EXPECT_EQ(0u, run.count_wrong(checked))
            << sizeof(Element) << " bytes aligned to " << alignof(Element) << ", " << lanes() << " lanes";
    };
    (check(std::integral_constant<unsigned, LaneCount>()), ...);
}

template <std::size_t Size, std::size_t Alignment, unsigned LaneCount>
unsigned check_if_dependent(random_source& random)
{
    // If not all tests are compiled, each size has one alignment: 2 if the size is even, otherwise 1.
    if constexpr ((full || Alignment == (Size % 2 == 0 ? 2 : 1)) && Size % Alignment == 0 &&
                  is_tested(Size, Alignment, LaneCount)) {
        check_accesses<bytes<Size, Alignment>, LaneCount>(random);
        return 1;
    }
    return 0;
}

template <std::size_t Size, std::size_t Alignment>
unsigned check_if_dependent(random_source& random)
{
    return check_if_dependent<Size, Alignment, 2>(random) + check_if_dependent<Size, Alignment, 4>(random) +
           check_if_dependent<Size, Alignment, 8>(random) + check_if_dependent<Size, Alignment, 16>(random);
}

template <std::size_t... I>
unsigned check_dependent_sizes(random_source& random, std::index_sequence<I...>)
{
    unsigned groups = 0;
    ((groups += check_if_dependent<1 + I, 1>(random)), ...);
    ((groups += check_if_dependent<1 + I, 2>(random)), ...);
    return groups;
}

TEST(lane_counts, elements_whose_rows_depend_on_them)
{
    random_source random("elements of sizes whose plans depend on the lanes");
    EXPECT_LE(20u, check_dependent_sizes(random, std::make_index_sequence<256>()));
}

template <unsigned LaneCount, std::size_t... Size>
void check_sizes(random_source& random, std::index_sequence<Size...>)
{
    (check_accesses<bytes<Size, 1>, LaneCount>(random), ...);
}

TEST(lane_counts, elements_of_many_sizes)
{
    random_source random("elements of many sizes");
    if constexpr (full) {
        check_sizes<2>(random, sizes<1, 256>());
        check_sizes<8>(random, sizes<1, 256>());
    } else {
        check_sizes<2>(random, std::index_sequence<1, 13, 20, 58, 133>());
        check_sizes<8>(random, std::index_sequence<12, 35, 51, 64, 255>());
    }
}

}  // namespace
}  // namespace heddle_test
