// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests scans with an operation that is not commutative. They run in emulated blocks, one block after the other.

#include "emulated_blocks.hpp"

#include <common/algorithm_references.hpp>
#include <common/hostile_moves.hpp>
#include <common/warp/associative.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace {

using namespace heddle_test;
namespace detail = heddle::detail;

template <class Element, unsigned WarpLanes, unsigned Items, unsigned Threads>
void check_element(random_source& random)
{
    Element init;
    random.fill(&init, sizeof(init));
    constexpr std::size_t c = Items * Threads;
    // The longest sequence has more groups of tiles than a look-back reads at the same time.
    for (std::size_t const skew : {std::size_t{0}, 9 * alignof(Element)}) {
        for (std::size_t const count :
             {std::size_t{1}, std::size_t{2}, c - 1, c, c + 1, 3 * c, skew == 0 ? 4 * c - 1 : 40 * c + Items / 2 + 1}) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skew << ", count " << count);
            guarded_array<Element> in(count, random, skew);
            guarded_array<Element> out(count, random, 3 * alignof(Element) % 128);
            std::vector<Element> const before(in.data(), in.data() + count);
            Element const* const first = in.data();
            scan_by<heddle::detail::scan_kind::inclusive, Items, Threads>(
                emulated_blocks<WarpLanes>(), first, count, out.data(), detail::no_initial_value<Element>{}, compose{});
            auto const all = inclusive(before.data(), count, compose{});
            EXPECT_TRUE(std::equal(all.begin(), all.end(), out.data()));
            EXPECT_TRUE(out.guards_intact());
            // The output iterator is not a pointer, so each result is assigned to *iterator.
            scan_by<heddle::detail::scan_kind::inclusive, Items, Threads>(
                emulated_blocks<WarpLanes>(), first, count, std::make_reverse_iterator(out.data() + count),
                detail::no_initial_value<Element>{}, compose{});
            EXPECT_TRUE(std::equal(all.rbegin(), all.rend(), out.data()));
            EXPECT_TRUE(out.guards_intact());
            scan_by<heddle::detail::scan_kind::exclusive, Items, Threads>(
                emulated_blocks<WarpLanes>(), in.data(), count, in.data(), detail::initial_value<Element>{init},
                compose{});
            auto const before_all = exclusive(before.data(), count, init, compose{});
            EXPECT_TRUE(std::equal(before_all.begin(), before_all.end(), in.data()));
            EXPECT_TRUE(in.guards_intact());
        }
    }
}

TEST(scan, keeps_the_order_of_elements_of_any_size)
{
    random_source random("scans by emulated blocks");
    check_element<bytes<1>, 8, 12, 32>(random);
    check_element<bytes<2>, 32, 6, 32>(random);
    check_element<bytes<3>, 16, 4, 32>(random);
    check_element<bytes<8>, 8, 5, 32>(random);
    check_element<bytes<12>, 4, 3, 32>(random);
    check_element<bytes<13>, 8, 4, 29>(random);
    check_element<bytes<28>, 8, 3, 32>(random);
    check_element<bytes<50>, 8, 2, 9>(random);
    check_element<bytes<132>, 16, 1, 32>(random);
}

// Scans elements with a constructor template that accepts any argument. For a non-const argument, overload resolution
// prefers this constructor to the copy constructor.
TEST(scan, copies_elements_as_constants)
{
    using element = made_of_anything<24, 4>;
    constexpr unsigned Items = 3;
    for (std::size_t const count : {std::size_t{1}, std::size_t{97}, std::size_t{40 * Items * 32}}) {
        SCOPED_TRACE(testing::Message() << "count " << count);
        random_source random("scans of elements made of anything");
        guarded_array<element> in(count, random);
        guarded_array<element> out(count, random);
        scan_by<heddle::detail::scan_kind::inclusive, Items, 32>(
            emulated_blocks<8>(), static_cast<element const*>(in.data()), count, out.data(),
            detail::no_initial_value<element>{}, later_value{});
        EXPECT_EQ(0, std::memcmp(in.data(), out.data(), count * sizeof(element)));
        EXPECT_TRUE(out.guards_intact());
    }
}

//! An element that has no default constructor.
template <class Number>
struct marked {
    static constexpr auto mark_of_elements = static_cast<Number>(0x5ca17ab5u);

    Number mark, high, low;

    marked(unsigned h, unsigned l) : mark(mark_of_elements), high(static_cast<Number>(h)), low(static_cast<Number>(l))
    {
    }
};

template <class Number>
struct add_marked {
    unsigned* wrong;
    marked<Number> operator()(marked<Number> const& a, marked<Number> const& b) const
    {
        constexpr Number mark = marked<Number>::mark_of_elements;
        *wrong += a.mark != mark || b.mark != mark ? 1 : 0;
        return {static_cast<unsigned>(a.high) + b.high, static_cast<unsigned>(a.low) + b.low};
    }
};

template <class Number, unsigned Items>
void check_sums_of_elements_alone()
{
    using element = marked<Number>;
    constexpr std::size_t c = Items * 32;
    for (std::size_t const count : {std::size_t{1}, std::size_t{2}, c / 2 + 1, c - 1, c, c + 1, 40 * c + 5}) {
        SCOPED_TRACE(testing::Message() << sizeof(element) << " bytes, count " << count);
        std::vector<element> const in(count, element(1, 2));
        std::vector<element> out = in;
        unsigned wrong = 0;
        scan_by<heddle::detail::scan_kind::inclusive, Items, 32>(emulated_blocks<8>(), in.data(), count, out.data(),
                                                                 detail::no_initial_value<element>{},
                                                                 add_marked<Number>{&wrong});
        EXPECT_EQ(0u, wrong);
        EXPECT_EQ(static_cast<Number>(count), out[count - 1].high);
        EXPECT_EQ(static_cast<Number>(2 * count), out[count - 1].low);
    }
}

// Checks that the operation is called only with elements, never with bytes after the last element of a tile.
TEST(scan, asks_for_sums_of_elements_alone)
{
    check_sums_of_elements_alone<std::uint8_t, 12>();
    check_sums_of_elements_alone<std::uint16_t, 6>();
    check_sums_of_elements_alone<std::uint32_t, 5>();
}

TEST(scan, steps_an_odd_number_of_packs_from_thread_to_thread)
{
    for (std::size_t size = 1; size <= 64; ++size) {
        std::size_t const pack = detail::scan_pack(size);
        EXPECT_EQ(0u, detail::scan_items(size) % pack) << size;
        EXPECT_EQ(1u, detail::scan_items(size) / pack % 2) << size;
        if (size % 2 == 0 || size <= 32) {
            EXPECT_EQ(0u, pack * size % 4) << size;
        }
    }
    for (std::size_t size = 1; size <= detail::max_scanned_bytes; ++size) {
        EXPECT_GE(44u * 1024, (detail::scan_capacity(size) + 4) * size) << size;
        if (size <= 512) {
            EXPECT_LE(detail::scan_tile_bytes / 10 * 9, detail::scan_capacity(size) * size) << size;
        }
        EXPECT_LE(1u, detail::scan_capacity(size)) << size;
        EXPECT_EQ(0u, detail::scan_capacity(size) % detail::scan_items(size)) << size;
    }
    static_assert(detail::scan_capacity(28) == 25 * 64);
    static_assert(detail::scan_capacity(13) == 52 * 64);
    static_assert(detail::scan_capacity(104) == 7 * 61);
    static_assert(detail::scan_capacity(192) == 5 * 46);
    static_assert(detail::scan_capacity(248) == 3 * 59);
}

}  // namespace
