// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the interface of the collectives: their arguments and results.

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace {

using namespace heddle_test;

using warp = heddle::emulated_group<32>;

struct point {
    float x, y, z, w, t;
    friend bool operator==(point const& a, point const& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

template <class T>
struct pointer_like {
    T* raw;
    T* get() const { return raw; }
    pointer_like operator+(unsigned n) const { return {raw + n}; }
};

}  // namespace

template <class T>
struct heddle::is_device_pointer<pointer_like<T>> : std::true_type {
};

namespace {

point numbered(unsigned i)
{
    float const f = static_cast<float>(i);
    return {f, f + 0.25f, f + 0.5f, f + 0.75f, -f};
}

template <class Pointer, class ConstPointer>
void check_pointers()
{
    std::vector<point> in, out(160, numbered(500));
    for (unsigned i = 0; i < 32; ++i) in.push_back(numbered(i));
    Pointer const to{out.data()};
    ConstPointer const from{in.data()};
    heddle::emulate_group<32>([&](warp const& tile) {
        unsigned const l = tile.thread_rank();
        auto const own = from + l;
        heddle::store(tile, to + l, heddle::load(tile, own));
        heddle::store(tile, to + 32 + l, heddle::load_if(tile, l % 2 == 0, own, numbered(100)));
        heddle::store_if(tile, l % 2 == 0, to + 32 + l, numbered(200 + l));
        heddle::store_contiguous(tile, to + 64, heddle::load_contiguous(tile, from));
        heddle::store_contiguous(tile, to + 96, heddle::load_contiguous(tile, from, 10), 20);
        // A count may have more than 32 bits.
        constexpr std::size_t many = std::size_t{1} << 32;
        heddle::store_contiguous(tile, to + 128, heddle::load_contiguous(tile, from, many), ~std::size_t{0});
        static_assert(std::is_same_v<point, decltype(heddle::load(tile, own))>);
        static_assert(std::is_same_v<point, decltype(heddle::load_if(tile, true, own, point{}))>);
        static_assert(std::is_same_v<point, decltype(heddle::load_contiguous(tile, from))>);
        static_assert(std::is_same_v<point, decltype(heddle::load_contiguous(tile, from, 3))>);
    });
    for (unsigned l = 0; l < 32; ++l) {
        EXPECT_EQ(numbered(l), out[l]);
        EXPECT_EQ(numbered(l % 2 == 0 ? 200 + l : 100), out[32 + l]);
        EXPECT_EQ(numbered(l), out[64 + l]);
        EXPECT_EQ(l < 10 ? numbered(l) : l < 20 ? point{} : numbered(500), out[96 + l]);
        EXPECT_EQ(numbered(l), out[128 + l]);
    }
}

TEST(tile_access, takes_pointers_of_every_kind)
{
    check_pointers<point*, point const*>();
    check_pointers<pointer_like<point>, pointer_like<point const>>();
    check_pointers<heddle::coalesced_ptr<point>, heddle::coalesced_ptr<point const, heddle::in_block<32>>>();
}

// Each part of an element to which several lanes store must come from one of these lanes.
template <class Element>
void check_repeated_stores()
{
    std::size_t const part = heddle::detail::plan_of<Element>.part_bytes;
    random_source random("stores to the same elements");
    for (unsigned const sharing : {2u, 5u, 32u}) {
        std::vector<Element> values(32), out(32);
        random.fill(values.data(), 32 * sizeof(Element));
        heddle::emulate_group<32>([&](warp const& tile) {
            unsigned const l = tile.thread_rank();
            heddle::store(tile, out.data() + l / sharing, values[l]);
        });
        for (unsigned k = 0; k < (31 + sharing) / sharing; ++k) {
            for (std::size_t at = 0; at < sizeof(Element); at += part) {
                bool is_known = false;
                for (unsigned l = k * sharing; l < 32 && l < (k + 1) * sharing; ++l) {
                    is_known |= std::memcmp(&values[l].value[at], &out[k].value[at], part) == 0;
                }
                EXPECT_TRUE(is_known) << sizeof(Element) << " bytes, element " << k << ", byte " << at;
            }
        }
    }
}

TEST(tile_access, stores_of_several_lanes_to_one_element_leave_their_parts)
{
    check_repeated_stores<bytes<4>>();
    check_repeated_stores<bytes<28>>();
    check_repeated_stores<bytes<33>>();
    check_repeated_stores<bytes<50>>();
    check_repeated_stores<bytes<64, 4>>();
    check_repeated_stores<bytes<300>>();
}

struct constant {
    explicit constant(int n) : id(n), half(n / 2.0), twice{2 * n, 2 * n + 1} {}
    int const id;
    double const half;
    long const twice[2];
};
static_assert(!std::is_default_constructible_v<constant> && !std::is_copy_assignable_v<constant>);
static_assert(heddle::detail::plan_of<constant>.cooperates);
static_assert(!heddle::detail::plan_of<constant, 1>.cooperates);

template <unsigned LaneCount>
void check_constants()
{
    std::vector<constant> from;
    std::vector<constant> to;
    for (int i = 0; i < int(LaneCount); ++i) {
        from.emplace_back(i);
        to.emplace_back(-1);
    }
    heddle::emulate_group<LaneCount>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        heddle::store(tile, to.data() + l, heddle::load(tile, from.data() + l));
        heddle::store_contiguous(tile, to.data(), heddle::load_contiguous(tile, from.data()));
        constant const zero = heddle::load_contiguous(tile, from.data(), 0);
        if (zero.id != 0 || zero.half != 0.0) throw std::runtime_error("zeros");
        constant const other = heddle::load_if(tile, false, from.data(), constant(77));
        if (other.id != 77) throw std::runtime_error("otherwise");
    });
    for (int i = 0; i < int(LaneCount); ++i) {
        EXPECT_EQ(i, to[i].id);
        EXPECT_EQ(i / 2.0, to[i].half);
        EXPECT_EQ(2 * i + 1, to[i].twice[1]);
    }
}

TEST(tile_access, moves_what_can_be_neither_defaulted_nor_assigned)
{
    check_constants<32>();
    check_constants<1>();
}

// Checks the traffic of 16 elements per lane. (fuzz.accesses checks the values.)
TEST(tile_access, of_several_bytes_in_each_lane_is_in_wide_words)
{
    alignas(32) static bytes<1> array[32 * 16];
    bytes<1>* const memory = array;
    auto const traffic = heddle::emulate_group([&](auto const& tile) {
        heddle::store_contiguous<16>(tile, memory, heddle::load_contiguous<16>(tile, memory));
    });
    EXPECT_EQ(heddle::transaction_count({1, 16, 512}), traffic.loads);
    EXPECT_EQ(heddle::transaction_count({1, 16, 512}), traffic.stores);
}

}  // namespace
