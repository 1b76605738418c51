// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs algorithms with an emulated copy engine that gives only the guarantees of the PTX instruction set. A test fails
// if an algorithm lacks a wait or a fence.

#include "common/lazy_block.hpp"
#include "emulated_blocks.hpp"

#include <heddle/algorithm/detail/layout_sides.cuh>
#include <heddle/algorithm/detail/layout_tile.cuh>
#include <heddle/algorithm/layout.cuh>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>

namespace {

namespace detail = heddle::detail;
using namespace heddle_test;

constexpr unsigned threads = 32;

//! Runs emulated blocks of 32 threads. The emulated copy engine copies the tiles of these blocks.
template <unsigned WarpLanes = threads>
struct lazy_blocks {
    static constexpr unsigned warp_lanes = WarpLanes;
    lazy_copies& engine;

    template <class Memory>
    void add_shared(Memory& memory) const
    {
        engine.add_shared(memory);
    }
    template <class Body>
    heddle::memory_traffic run(Body const& body) const
    {
        run_lazily<threads, WarpLanes>(engine, body);
        return {};
    }
};

template <class Check>
void in_all_moods(char const* purpose, Check const& check)
{
    random_source random(purpose);
    for (auto const when : {copies_happen::at_once, copies_happen::at_last, copies_happen::at_random}) {
        SCOPED_TRACE(testing::Message() << "mood " << static_cast<int>(when));
        lazy_copies engine(when, random);
        check(engine, random);
    }
}

//! An array that the copy engine may read and write.
template <class Element>
class copied_array : public guarded_array<Element> {
public:
    copied_array(lazy_copies& engine, std::size_t count, random_source& random, std::size_t start)
        : guarded_array<Element>(count, random, start * alignof(Element)), before(this->data(), this->data() + count)
    {
        engine.add_array(this->data(), count);
    }
    std::vector<Element> before;

    bool is(std::vector<Element> const& expected) const
    {
        return this->guards_intact() && std::equal(expected.begin(), expected.end(), this->data());
    }
};

TEST(algorithm_order, of_transform_and_for_each)
{
    in_all_moods("transforms by lazy copies", [](lazy_copies& engine, random_source& random) {
        using element = bytes<33>;
        std::size_t const count = 2 * detail::common_capacity<threads, element*>() + 5;
        copied_array<element> in(engine, count, random, 1), out(engine, count, random, 7);
        auto const flip_value = [](element const& value) { return flipped(value); };
        std::vector<element> expected(count);
        std::transform(in.before.begin(), in.before.end(), expected.begin(), flip_value);
        transform_by(lazy_blocks<>{engine}, count, flip_value, out.data(), static_cast<element const*>(in.data()));
        EXPECT_TRUE(out.is(expected));
        transform_by(lazy_blocks<>{engine}, count, flip_value, in.data(), in.data());
        EXPECT_TRUE(in.is(expected));
        auto const flip = [](element& value) { value = flipped(value); };
        for_each_by(lazy_blocks<>{engine}, count, flip, in.data());
        EXPECT_TRUE(in.is(in.before));
        auto const flip_some = [](element& value) {
            if (value.value[0] % 2 == 0) value = flipped(value);
        };
        for_each_by(lazy_blocks<>{engine}, count, flip_some, in.data());
        std::for_each(in.before.begin(), in.before.end(), flip_some);
        EXPECT_TRUE(in.is(in.before));
    });
}

TEST(algorithm_order, of_structs_taken_apart_and_put_together)
{
    using element = bytes<28>;
    using first_member = bytes<12>;
    using second_member = bytes<16, 4>;
    using list = detail::listed_t<heddle::members<first_member, second_member>>;
    constexpr unsigned capacity = 40;
    constexpr auto way = detail::member_way::staged;
    in_all_moods("layouts by lazy copies", [&](lazy_copies& engine, random_source& random) {
        std::size_t const count = 3 * capacity + 7;
        copied_array<element> structs(engine, count, random, 3);
        copied_array<first_member> a(engine, count, random, 1);
        copied_array<second_member> b(engine, count, random, 5);
        std::vector<first_member> expected_a(count);
        for (std::size_t i = 0; i < count; ++i) std::copy_n(structs.before[i].value, 12, expected_a[i].value);
        using stages =
            detail::stage_set<capacity, detail::struct_side_t<element*>, detail::member_side_t<way, first_member*>,
                              detail::member_side_t<way, second_member*>>;
        static stages memory;
        engine.add_shared(memory);
        lazy_blocks<> const blocks{engine};
        run_tiles_by(blocks, count, capacity, [&](auto const& block, std::size_t number) {
            detail::split_share<capacity, element, list>(
                std::make_index_sequence<2>(), block, memory, number, count, detail::struct_side(structs.data()),
                detail::member_side<way>(a.data()), detail::member_side<way>(b.data()));
        });
        EXPECT_TRUE(a.is(expected_a));
        std::fill_n(reinterpret_cast<unsigned char*>(structs.data()), count * sizeof(element), 0);
        run_tiles_by(blocks, count, capacity, [&](auto const& block, std::size_t number) {
            detail::join_share<capacity, element, list>(
                std::make_index_sequence<2>(), block, memory, number, count, detail::struct_side(structs.data()),
                detail::member_side<way>(a.data()), detail::member_side<way>(b.data()));
        });
        EXPECT_TRUE(structs.is(structs.before));
    });
}

// When a block loads tile t, it prefetches the chunks that lie entirely in tile t + `ahead`, where `ahead` is
// fetched_ahead_bytes divided by the tile size. If the array has no complete tile t + `ahead`, the block prefetches
// nothing.
TEST(algorithm_order, of_tiles_that_are_fetched_ahead)
{
    using element = bytes<13>;
    constexpr unsigned capacity = 501;
    constexpr std::size_t ahead = detail::fetched_ahead_bytes / (capacity * sizeof(element));
    constexpr std::size_t tiles = ahead + 3;
    random_source random("tiles that are fetched ahead");
    lazy_copies engine(copies_happen::at_random, random);
    std::vector<element> in(tiles * capacity + capacity - 1);
    engine.add_array(in.data(), in.size());
    auto const stages = std::make_unique<heddle::tile_stages<element, capacity>>();
    engine.add_shared(*stages);
    for (std::size_t const number : {std::size_t{0}, std::size_t{2}, std::size_t{3}, tiles - 1}) {
        std::size_t const fetched_before = engine.fetched().size();
        run_lazily<threads>(engine, [&](auto const& block) {
            detail::load_selectable(block, *stages, static_cast<element const*>(in.data()), in.size(), number);
        });
        ASSERT_EQ(fetched_before + (number < 3 ? 1 : 0), engine.fetched().size()) << number;
        if (number >= 3) continue;
        auto const* const first = reinterpret_cast<std::byte const*>(in.data() + (number + ahead) * capacity);
        auto const& fetched = engine.fetched().back();
        EXPECT_GT(16, fetched.first - first);
        EXPECT_LE(0, fetched.first - first);
        std::ptrdiff_t const rest = first + capacity * sizeof(element) - (fetched.first + fetched.count);
        EXPECT_GT(16, rest);
        EXPECT_LE(0, rest);
    }
}

TEST(algorithm_order, of_scans)
{
    using element = bytes<13>;
    constexpr unsigned items = 4, capacity = items * threads;
    auto const add = [](element a, element const& b) {
        for (unsigned i = 0; i < 13; ++i) a.value[i] = static_cast<unsigned char>(a.value[i] + b.value[i]);
        return a;
    };
    in_all_moods("scans by lazy copies", [&](lazy_copies& engine, random_source& random) {
        std::size_t const count = 5 * capacity + 11;
        copied_array<element> in(engine, count, random, 2), out(engine, count, random, 9);
        std::vector<element> expected(count);
        std::partial_sum(in.before.begin(), in.before.end(), expected.begin(), add);
        auto const scan = [&](auto first, element* result) {
            scan_by<heddle::detail::scan_kind::inclusive, items, threads>(lazy_blocks<8>{engine}, first, count, result,
                                                                          detail::no_initial_value<element>{}, add);
        };
        scan(static_cast<element const*>(in.data()), out.data());
        EXPECT_TRUE(out.is(expected));
        scan(in.data(), in.data());
        EXPECT_TRUE(in.is(expected));
    });
}

TEST(algorithm_order, of_selections)
{
    using element = bytes<28>;
    auto const is_wanted = [](element const& value) { return value.value[3] < 150; };
    in_all_moods("selections by lazy copies", [&](lazy_copies& engine, random_source& random) {
        std::size_t const count = 5 * select_capacity + 11;
        copied_array<element> in(engine, count, random, 2);
        std::vector<element> wanted, others;
        std::partition_copy(in.before.begin(), in.before.end(), std::back_inserter(wanted), std::back_inserter(others),
                            is_wanted);
        copied_array<element> out(engine, wanted.size(), random, 1);
        copied_array<element> rest(engine, others.size(), random, 4);
        auto const select = [&](auto first, auto result, auto rest_first) {
            detail::predicate_marker<detail::selected_if::holds, decltype(is_wanted)> const marker{is_wanted};
            EXPECT_EQ(wanted.size(), select_by(lazy_blocks<8>{engine}, first, count, result, rest_first, marker));
        };
        element const* const from = in.data();
        std::vector<element> beside(wanted.size());
        select(from, beside.begin(), rest.data());
        EXPECT_TRUE(beside == wanted);
        EXPECT_TRUE(rest.is(others));
        select(from, out.data(), detail::discard{});
        EXPECT_TRUE(out.is(wanted));
        std::copy(rest.before.begin(), rest.before.end(), rest.data());
        select(in.data(), in.data(), rest.data());
        EXPECT_TRUE(in.is(wanted));
        EXPECT_TRUE(rest.is(others));
    });
}

}  // namespace
