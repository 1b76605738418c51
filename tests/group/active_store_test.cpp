// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests stores by some lanes of a warp, with any lanes and elements, in any control flow. Checks that each lane writes
// the bytes of its element once, and no other bytes.

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/lane_masks.hpp>
#include <common/random.hpp>
#include <common/store_forms.hpp>

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using namespace heddle_test;

constexpr std::size_t array_size = 96;

template <class Element>
Element random_element(random_source& random)
{
    Element element;
    random.fill(&element, sizeof element);
    return element;
}

//! The array indices and the values of the elements that the lanes of two warps store.
template <class Element>
struct stores {
    std::array<std::size_t, 64> places;
    std::array<Element, 64> values;

    stores(random_source& random, bool consecutive)
    {
        auto const shuffled = random.permutation(array_size);
        for (std::size_t lane = 0; lane < 64; ++lane) {
            places[lane] = consecutive ? lane + 5 : shuffled[lane];
            values[lane] = random_element<Element>(random);
        }
    }
};

//! Runs body(lane, array, what) in emulated threads. Expects that the threads in `storing` store their elements and
//! that the other threads store nothing.
template <class Element, class Body>
heddle::memory_traffic check(random_source& random, std::size_t threads, std::uint64_t storing, bool consecutive,
                             std::size_t skew, Body const& body)
{
    stores<Element> const what(random, consecutive);
    guarded_array<Element> array(array_size, random, skew);
    guarded_array<Element> expected(array);
    std::uint64_t stored = 0;
    for (std::size_t lane = 0; lane < threads; ++lane) {
        if ((storing >> lane & 1u) == 0) continue;
        expected[what.places[lane]] = what.values[lane];
        stored += sizeof(Element);
    }
    coalesced_ptr<Element> const p(array.data());
    auto const traffic = emulate_grid(threads, [&](std::size_t lane) { body(lane, p, what); });
    EXPECT_EQ(array_size, array.first_difference(expected));
    EXPECT_TRUE(array.guards_intact());
    EXPECT_EQ(stored, traffic.stores.bytes);
    return traffic;
}

template <class Element>
void check_masks(random_source& random, std::vector<std::uint32_t> const& masks)
{
    for (std::uint32_t const mask : masks) {
        for (bool const consecutive : {true, false}) {
            std::size_t const skew = alignof(Element) * random.below(16 / alignof(Element));
            auto const traffic =
                check<Element>(random, 32, mask, consecutive, skew, [&](std::size_t lane, auto p, auto& what) {
                    if (contains(mask, lane)) p[what.places[lane]] = what.values[lane];
                });
            if (testing::Test::HasFailure()) {
                FAIL() << sizeof(Element) << " bytes aligned to " << alignof(Element) << ", mask " << mask;
            }
            EXPECT_EQ(mask != 0, traffic.stores.requests != 0);
        }
    }
}

template <class... Elements>
void check_sizes(unsigned others)
{
    random_source random("stores by some lanes");
    auto const masks = make_masks(random, others);
    (check_masks<Elements>(random, masks), ...);
}

TEST(active_store, of_words)
{
    check_sizes<bytes<4, 4>, bytes<12, 4>, bytes<16, 4>, bytes<20, 4>, bytes<24, 8>, bytes<28, 4>, bytes<32, 4>,
                bytes<44, 4>, bytes<48, 16>>(40);
    check_sizes<bytes<64, 4>, bytes<76, 4>, bytes<92, 4>, bytes<100, 4>, bytes<128, 4>, bytes<144, 8>, bytes<192, 4>,
                bytes<204, 4>, bytes<256, 16>>(20);
    check_sizes<bytes<1024, 4>>(0);
}

TEST(active_store, of_elements_that_straddle_words)
{
    check_sizes<bytes<13, 1>, bytes<14, 2>, bytes<17, 1>, bytes<18, 2>, bytes<19, 1>, bytes<30, 2>, bytes<33, 1>,
                bytes<35, 1>, bytes<50, 2>, bytes<63, 1>, bytes<66, 2>>(20);
    check_sizes<bytes<93, 1>, bytes<130, 2>, bytes<147, 1>, bytes<198, 2>, bytes<255, 1>>(10);
}

TEST(active_store, of_elements_that_lanes_move_alone)
{
    check_sizes<bytes<1, 1>, bytes<2, 2>, bytes<3, 1>, bytes<8, 8>, bytes<11, 1>, bytes<16, 16>, bytes<1028, 4>>(5);
}

using seven = bytes<28, 4>;
using forty_eight = bytes<192, 4>;
using odd = bytes<33, 1>;

//! Checks stores in one form of control flow (common/store_forms.hpp). The lanes of `mask` below `threads` store.
template <class Form, class Element>
void check_form(random_source& random, std::size_t threads, std::uint64_t mask)
{
    std::uint64_t const storing = mask & ~std::uint64_t{0} >> (64 - threads);
    check<Element>(random, threads, storing, false, 0, [&](std::size_t lane, auto p, auto& what) {
        Form::run(p, what.places[lane], what.values[lane], (storing >> lane & 1u) != 0, static_cast<unsigned>(lane));
    });
}

template <class Element>
void check_forms(random_source& random, std::size_t threads, std::uint64_t mask)
{
    using namespace heddle_test;
    check_form<store_on_both_sides, Element>(random, threads, mask);
    check_form<store_behind_exit, Element>(random, threads, mask);
    check_form<store_by_switch, Element>(random, threads, mask);
    check_form<store_in_nested_branches, Element>(random, threads, mask);
    check_form<store_in_loop, Element>(random, threads, mask);
    check_form<store_in_recursion, Element>(random, threads, mask);
    check_form<store_wanted, Element>(random, threads, mask);
    check_form<update_valid, Element>(random, threads, mask);
    check_form<store_updated, Element>(random, threads, mask);
    check_form<store_edited, Element>(random, threads, mask);
}

TEST(active_store, in_every_form)
{
    random_source random("forms of stores");
    for (std::uint32_t const mask : make_masks(random, 4)) {
        std::uint64_t const both = std::uint64_t{mask} << 32 | mask;
        check_forms<seven>(random, 64, both);
        check_forms<odd>(random, 64, both);
        if (HasFailure()) FAIL() << mask;
    }
}

TEST(active_store, in_blocks_of_any_size)
{
    random_source random("forms of stores in parts of warps");
    for (std::size_t threads = 1; threads <= 64; ++threads) {
        std::uint64_t const mask = threads % 2 == 0 ? ~std::uint64_t{0} : 0x7bdef7bdef7bdef7u;
        check_forms<seven>(random, threads, mask);
        check_forms<odd>(random, threads, mask);
        if (threads % 7 == 0) check_forms<forty_eight>(random, threads, mask);
        if (HasFailure()) FAIL() << threads;
    }
}

}  // namespace
