// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests conversions between structs and AoSoA blocks. Emulated thread blocks perform the conversions.

#include "emulated_blocks.hpp"

#include <common/layouts.hpp>

#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/detail/aosoa_tile.cuh>
#include <heddle/algorithm/detail/layout_sides.cuh>

namespace {

using heddle::members;
using heddle::detail::listed;
using heddle::detail::struct_side;
using heddle::detail::struct_side_t;
using namespace heddle_test;

template <class Layout, class Struct, class List>
struct conversion {
    static constexpr unsigned capacity = heddle::detail::aosoa_capacity<Layout, Struct>();
    static constexpr auto numbers = std::make_index_sequence<List::size>();

    template <class Structs>
    using stages = heddle::detail::aosoa_stages<
        heddle::detail::aosoa_stage_types<Layout, struct_side_t<Structs>, Struct, capacity>>;

    static void split(std::size_t count, Struct const* first, std::byte* blocks)
    {
        run_tiles(count, capacity, [&](auto const& block, std::size_t number) {
            heddle::detail::split_blocks_share<Layout, Struct, capacity, List>(
                numbers, block, shared<stages<Struct const*>>(), number, count, struct_side(first), blocks);
        });
    }
    //! Returns the number of bytes written to the structs.
    static std::size_t join(std::size_t count, Struct* first, std::byte const* blocks)
    {
        auto const traffic = run_tiles(count, capacity, [&](auto const& block, std::size_t number) {
            heddle::detail::join_blocks_share<Layout, Struct, capacity, List>(
                numbers, block, shared<stages<Struct*>>(), number, count, struct_side(first), blocks);
        });
        return traffic.stores.bytes;
    }
};

template <std::size_t Length, class... Type>
heddle::aosoa<Length, Type...> layout_of(members<Type...>);

template <std::size_t Length, class Struct, class Members, bool Staged = true>
void check(random_source& random)
{
    using layout = decltype(layout_of<Length>(Members()));
    using blocks = conversion<layout, Struct, heddle::detail::listed_t<Members>>;
    static_assert(listed<Members>::template fits<Struct>);
    static_assert(heddle::detail::stages_blocks<layout, Struct> == Staged);
    block_places const places(Length, heddle_test::places_of(Members()));
    EXPECT_EQ(layout::alignment, places.alignment());
    for (std::size_t const start : {0, 1, 3}) {
        for (std::size_t const count :
             {std::size_t{1}, Length, 3 * Length - 1, std::size_t{2 * blocks::capacity + 5}}) {
            SCOPED_TRACE(testing::Message() << sizeof(Struct) << " bytes in blocks of " << Length << ", start " << start
                                            << ", count " << count);
            EXPECT_EQ(layout::bytes(count), places.bytes(count));
            block_arrays arrays(count, sizeof(Struct), alignof(Struct), places, random, start);
            auto* const first = reinterpret_cast<Struct*>(arrays.structs().data());
            auto* const memory = reinterpret_cast<std::byte*>(arrays.blocks().data());
            blocks::split(count, first, memory);
            EXPECT_EQ(0u, arrays.wrong_blocks());
            if (Staged) {
                EXPECT_EQ(0u, arrays.nonzero_gaps());
            }
            heddle_test::change_bytes(arrays.blocks());
            auto const whole = arrays.joined(false);
            blocks::join(count, first, memory);
            EXPECT_EQ(0u, arrays.wrong_structs(whole));
        }
    }
}

TEST(aosoa, of_structs_of_many_sizes)
{
    using heddle_test::repeat;
    random_source random("blocks of structs");
    check<4, bytes<28>, repeat<7, float>>(random);
    check<32, bytes<28>, members<bytes<12>, bytes<16, 4>>>(random);
    check<7, bytes<24, 8>, members<char, double, short>>(random);
    check<1, bytes<24, 8>, members<char, double, short>>(random);
    check<8, bytes<4>, members<char, short>>(random);
    check<128, bytes<3>, members<bytes<1>, bytes<2, 1>>>(random);
    check<16, bytes<64>, repeat<16, float>>(random);
    check<64, bytes<128, 8>, repeat<16, double>>(random);
    check<5, bytes<50>, members<bytes<13>, bytes<37>>>(random);
    check<16, bytes<13>, repeat<13, char>>(random);
}

TEST(aosoa, of_blocks_that_are_not_staged)
{
    using heddle_test::repeat;
    random_source random("blocks of structs, too large for a stage");
    check<1000, bytes<28>, repeat<7, float>, false>(random);
    check<256, bytes<50>, members<bytes<13>, bytes<37>>, false>(random);
    check<128, bytes<64>, repeat<8, double>, false>(random);
    check<16, bytes<600>, members<bytes<500>, bytes<100>>, false>(random);
}

struct particle {
    float x, y, z;
    short kind;
    double mass;
};

TEST(aosoa, of_named_members_keeps_the_others)
{
    random_source random("blocks of named members");
    using list = heddle::detail::named_members<&particle::mass, &particle::kind>;
    using layout = heddle::aosoa<8, double, short>;
    using blocks = conversion<layout, particle, list>;
    block_places const places(8, {{offsetof(particle, mass), 8, 8}, {offsetof(particle, kind), 2, 2}});
    for (std::size_t const count : {std::size_t{1}, std::size_t{3 * blocks::capacity - 1}}) {
        block_arrays arrays(count, sizeof(particle), alignof(particle), places, random, 1);
        auto* const first = reinterpret_cast<particle*>(arrays.structs().data());
        auto const whole = arrays.joined(true);
        // The conversion writes only the listed members: mass (8 bytes) and kind (2 bytes).
        EXPECT_EQ(count * (8 + 2), blocks::join(count, first, reinterpret_cast<std::byte*>(arrays.blocks().data())));
        EXPECT_EQ(0u, arrays.wrong_structs(whole));
        for (std::size_t i = 0; i < arrays.blocks().size(); ++i) arrays.blocks()[i] = 0xee;
        blocks::split(count, first, reinterpret_cast<std::byte*>(arrays.blocks().data()));
        EXPECT_EQ(0u, arrays.wrong_blocks());
    }
}

TEST(aosoa, says_where_values_are)
{
    using layout = heddle::aosoa<5, char, double, short>;
    static_assert(layout::offset<0> == 0 && layout::offset<1> == 8 && layout::offset<2> == 48);
    static_assert(layout::block_bytes == 64 && layout::alignment == 8 && layout::has_padding);
    static_assert(layout::bytes(0) == 0 && layout::bytes(5) == 64 && layout::bytes(6) == 128);
    static_assert(!heddle::aosoa<4, char, float>::has_padding);
    alignas(8) std::byte blocks[layout::bytes(10)];
    void* const memory = blocks;
    void const* const constant = blocks;
    short* const third = layout::at<2>(memory, 7);
    double const* const second = layout::at<1>(constant, 4);
    EXPECT_EQ(blocks + 64 + 48 + 2 * 2, reinterpret_cast<std::byte*>(third));
    EXPECT_EQ(blocks + 8 + 4 * 8, reinterpret_cast<std::byte const*>(second));
}

}  // namespace
