// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests layout conversions in emulated blocks, for many struct sizes, misalignments and counts. Compares all bytes.

#include "emulated_blocks.hpp"

#include <common/full_test.hpp>
#include <common/layouts.hpp>

#include <heddle/algorithm/detail/layout_sides.cuh>
#include <heddle/algorithm/detail/layout_tile.cuh>
#include <heddle/algorithm/layout.cuh>

#include <array>
#include <iterator>

namespace {

using heddle::members;
using namespace heddle::detail;
using namespace heddle_test;

constexpr unsigned capacity = 40;

// A tile has a struct for each of the 64 threads, if its structs then have at most 16 KiB.
static_assert(layout_capacity(28) == 192 && layout_capacity(255) == 64 && layout_capacity(256) == 64);
static_assert(layout_capacity(257) == 32 && layout_capacity(512) == 32 && layout_capacity(513) == 512);

template <member_way Way, class List, struct_way Structs = struct_way::staged, class Struct, class... Array>
void split(std::size_t count, Struct* first, Array const&... arrays)
{
    using side = struct_side_t<Struct*, Structs>;
    using stages = stage_set<capacity, side, member_side_t<Way, Array>...>;
    run_tiles(count, capacity, [&](auto const& block, std::size_t number) {
        split_share<capacity, std::remove_const_t<Struct>, List>(
            std::index_sequence_for<Array...>(), block, shared<stages>(), number, count, struct_side<Structs>(first),
            member_side<Way>(arrays)...);
    });
}

template <member_way Way, class List, class Struct, class... Array>
heddle::memory_traffic join(std::size_t count, Struct* first, Array const&... arrays)
{
    using stages = stage_set<capacity, struct_side_t<Struct*>, member_side_t<Way, Array>...>;
    return run_tiles(count, capacity, [&](auto const& block, std::size_t number) {
        join_share<capacity, Struct, List>(std::index_sequence_for<Array...>(), block, shared<stages>(), number, count,
                                           struct_side(first), member_side<Way>(arrays)...);
    });
}

// Converts random structs to arrays and back. Then padding and unlisted members must be unchanged (`keeps`) or 0.
template <member_way Way, class Struct, struct_way Structs = struct_way::staged, class... Member, std::size_t... Number>
void check(member_list<Member...> list, std::index_sequence<Number...>, layout_arrays& arrays, bool keeps)
{
    using all = decltype(list);
    std::array<std::vector<unsigned char>, sizeof...(Member)> const parts{arrays.split(Number)...};
    auto* const structs = reinterpret_cast<Struct*>(arrays.structs().data());
    std::vector<unsigned char> const before(arrays.structs().data(), arrays.structs().data() + arrays.structs().size());
    split<Way, all, Structs>(arrays.count(), static_cast<Struct const*>(structs),
                             reinterpret_cast<typename Member::type*>(arrays.array(Number).data())...);
    for (std::size_t i = 0; i < sizeof...(Member); ++i) {
        EXPECT_EQ(0u, arrays.wrong_array(i, parts[i])) << "member " << i;
    }
    EXPECT_EQ(0u, arrays.wrong_structs(before));

    for (std::size_t i = 0; i < sizeof...(Member); ++i) change_bytes(arrays.array(i));
    std::vector<unsigned char> const whole = arrays.joined(keeps);
    auto const traffic = join<Way, all>(arrays.count(), structs,
                                        reinterpret_cast<typename Member::type const*>(arrays.array(Number).data())...);
    EXPECT_EQ(0u, arrays.wrong_structs(whole));
    // Another thread may change unlisted members at the same time, so the conversion must not write them.
    if (keeps) {
        EXPECT_EQ(arrays.count() * (sizeof(typename Member::type) + ...), traffic.stores.bytes);
    }
}

template <class Struct, class Members>
void check_list(random_source& random)
{
    using list = listed_t<Members>;
    static_assert(listed<Members>::template fits<Struct>);
    std::vector<member_place> const places = places_of(Members());
    for (std::size_t const start : {0, 1, 5, 6}) {
        for (std::size_t const count : {1u, capacity - 1, capacity, 2 * capacity + 7}) {
            SCOPED_TRACE(testing::Message() << sizeof(Struct) << " bytes of " << places.size() << " members, start "
                                            << start << ", count " << count);
            layout_arrays arrays(count, sizeof(Struct), alignof(Struct), places, random, start);
            auto const numbers = std::make_index_sequence<list::size>();
            check<member_way::by_threads, Struct>(list(), numbers, arrays, false);
            check<member_way::staged, Struct>(list(), numbers, arrays, false);
        }
    }
}

template <std::size_t... Even, std::size_t... Odd>
void check_sizes(random_source& random, std::index_sequence<Even...>, std::index_sequence<Odd...>)
{
    (check_list<bytes<Even>, typename even_members<Even>::type>(random), ...);
    (check_list<bytes<Odd, 1>, typename odd_members<Odd>::type>(random), ...);
}

TEST(layout, of_structs_of_every_size)
{
    random_source random("structs of 1 to 66 bytes, taken apart and put together");
    // These sizes cover each size of a word, and structs that fill one, two or many chunks.
    check_sizes(random, full_or<sizes<1, 64>, std::index_sequence<1, 2, 3, 4, 6, 8, 12, 13, 16, 28, 32, 33, 50, 64>>(),
                full_or<sizes<3, 66>, std::index_sequence<3, 4, 7, 8, 13, 28, 33, 50, 66>>());
}

TEST(layout, of_larger_structs_and_of_structs_with_padding)
{
    random_source random("larger structs, and structs with padding");
    check_list<bytes<128, 16>, repeat<16, double>>(random);
    check_list<bytes<128, 4>, repeat<32, float>>(random);
    check_list<bytes<512, 8>, members<bytes<12>, bytes<500, 4>>>(random);
    // These structs are not staged.
    check_list<bytes<520, 8>, members<bytes<12>, bytes<500, 4>, double>>(random);
    check_list<bytes<1000, 1>, members<float, bytes<996, 4>>>(random);
    check_list<bytes<1200, 8>, members<bytes<1000>, bytes<200>>>(random);
    // These structs have padding.
    check_list<bytes<24, 8>, members<char, double, short>>(random);
    check_list<bytes<8, 4>, members<short, int>>(random);
    check_list<bytes<8, 1>, members<float, char>>(random);
    check_list<bytes<48, 16>, members<bytes<16, 16>, float, bytes<12, 4>, char>>(random);
}

struct particle {
    float x, y, z;
    short kind;
    char flags[2];
    double mass;
    int const id;
    int more;
};

template <class Struct, auto... Member>
std::vector<member_place> places_of_named()
{
    alignas(Struct) static unsigned char const memory[sizeof(Struct)] = {};
    auto const& s = *reinterpret_cast<Struct const*>(memory);
    return {{static_cast<std::size_t>(reinterpret_cast<unsigned char const*>(&(s.*Member)) - memory), sizeof(s.*Member),
             alignof(std::decay_t<decltype(s.*Member)>)}...};
}

template <bool Keeps, class Struct, auto... Member>
void check_named(random_source& random)
{
    using list = named_members<Member...>;
    static_assert(are_all_members<list, Struct> == !Keeps);
    for (std::size_t const start : {0, 1, 5}) {
        for (std::size_t const count : {1u, 2 * capacity + 3}) {
            layout_arrays arrays(count, sizeof(Struct), alignof(Struct), places_of_named<Struct, Member...>(), random,
                                 start);
            auto const numbers = std::make_index_sequence<list::size>();
            check<member_way::by_threads, Struct>(list(), numbers, arrays, Keeps);
            check<member_way::staged, Struct>(list(), numbers, arrays, Keeps);
            check<member_way::alone, Struct>(list(), numbers, arrays, Keeps);
            if constexpr (std::is_same_v<Struct, particle>) {
                check<member_way::by_threads, Struct, struct_way::in_place>(list(), numbers, arrays, Keeps);
            }
        }
    }
}

TEST(layout, of_named_members_keeps_the_others)
{
    random_source random("named members");
    check_named<true, particle, &particle::y>(random);
    check_named<true, particle, &particle::mass, &particle::x, &particle::kind>(random);
    check_named<true, particle, &particle::id, &particle::more, &particle::z>(random);
}

template <class A, class B, class C, class D>
struct four {
    A a;
    B b;
    C c;
    D d;
};

template <class A, class B, class C, class D>
void check_pairs(random_source& random)
{
    using type = four<A, B, C, D>;
    check_named<true, type, &type::a, &type::c>(random);
    check_named<true, type, &type::b, &type::c>(random);
    check_named<true, type, &type::d, &type::b>(random);
}

template <std::size_t... Number>
void check_pairs_of_sizes(random_source& random, std::index_sequence<Number...>)
{
    (check_pairs<bytes<Number % 5 + 1, 1>, bytes<Number % 7 + 1, 1>, bytes<Number % 3 + 1, 1>, bytes<Number + 1, 1>>(
         random),
     ...);
}

TEST(layout, of_named_members_of_structs_of_every_kind)
{
    random_source random("named members of structs of every kind");
    check_pairs_of_sizes(random, full_or<std::make_index_sequence<20>, std::index_sequence<0, 3, 8, 10, 19>>());
    check_pairs<float, float, float, float>(random);
    check_pairs<char, short, double, float>(random);
    check_pairs<short, char, char, short>(random);
    check_pairs<bytes<16, 16>, float, char, bytes<12, 4>>(random);
    check_pairs<double, bytes<96, 16>, short, int>(random);
    check_pairs<bytes<200, 1>, float, bytes<290, 2>, char>(random);
}

using large = four<char, float, bytes<600, 2>, char>;

TEST(layout, of_named_members_of_structs_that_are_not_staged_writes_no_others)
{
    random_source random("named members of large structs");
    constexpr std::size_t count = capacity + 9;
    guarded_array<large> structs(count, random, 2 * alignof(large));
    guarded_array<large> expected(structs);
    guarded_array<char> const first(count, random);
    for (std::size_t k = 0; k < count; ++k) {
        expected[k].a = first[k];
        expected[k].c.value[300] = 0xee;
        expected[k].d = static_cast<char>(k);
    }
    // Each read of a value also changes another member of the same struct in memory.
    auto const change_another = [&](std::ptrdiff_t k) {
        structs[static_cast<std::size_t>(k)].c.value[300] = 0xee;
        return static_cast<char>(k);
    };
    join<member_way::staged, named_members<&large::a, &large::d>>(
        count, structs.data(), static_cast<char const*>(first.data()), computed{change_another});
    EXPECT_EQ(count, structs.first_difference(expected));
    EXPECT_TRUE(structs.guards_intact());
}

struct vec {
    float x, y, z;
};

TEST(layout, reads_no_struct_and_writes_members_alone)
{
    static vec structs[100];
    static float const values[100] = {};
    float const* const array = values;
    using all = named_members<&vec::x, &vec::y, &vec::z>;
    auto const traffic = join<member_way::staged, all>(100, structs + 0, array, array, array);
    EXPECT_EQ(3 * sizeof values, traffic.loads.bytes);
    EXPECT_EQ(sizeof structs, traffic.stores.bytes);
    using some = named_members<&vec::x, &vec::z>;
    auto const more = join<member_way::staged, some>(100, structs + 0, array, array);
    EXPECT_EQ(2 * sizeof values, more.loads.bytes);
    EXPECT_EQ(2 * sizeof values, more.stores.bytes);
}

TEST(layout, knows_when_members_are_all)
{
    static_assert(are_all_members<named_members<&vec::x, &vec::y, &vec::z>, vec>);
    static_assert(!are_all_members<named_members<&vec::x, &vec::z>, vec>);
    static_assert(listed<members<float, float, float>>::fits<vec> && !listed<members<float, double>>::fits<vec>);
    static_assert(listed<members<char, double>>::fits<bytes<16>> && !listed<members<char, double>>::fits<bytes<9>>);
    static_assert(is_sparse<bytes<128>, member_list<placed_member<double, 0>>>);
    static_assert(!is_sparse<particle, named_members<&particle::kind, &particle::mass>>);
    static_assert(has_repeated<named_members<&vec::x, &vec::z, &vec::x>>);
    static_assert(!has_repeated<named_members<&vec::x, &vec::z>>);
    SUCCEED();
}

}  // namespace
