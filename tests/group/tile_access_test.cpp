// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the interface of the collectives: arguments and results.

#include "access_scenarios.hpp"

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

// A user-defined pointer.
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

std::vector<point> numbered_points(unsigned count)
{
    std::vector<point> points;
    for (unsigned i = 0; i < count; ++i) points.push_back(numbered(i));
    return points;
}

template <class Pointer, class ConstPointer>
void check_pointers(std::vector<point>& points, Pointer to, ConstPointer from)
{
    heddle::emulate_group<32>([&](warp const& tile) {
        unsigned const l = tile.thread_rank();
        point const zero = {};
        auto const own = from + l;
        point p = heddle::load(tile, own);
        if (!(p == numbered(l))) throw std::runtime_error("load");
        p = heddle::load_if(tile, l % 2 == 0, own, zero);
        if (!(p == (l % 2 == 0 ? numbered(l) : zero))) throw std::runtime_error("load_if");
        p = heddle::load_contiguous(tile, from);
        if (!(p == numbered(l))) throw std::runtime_error("load_contiguous");
        p = heddle::load_contiguous(tile, from, 10);
        if (!(p == (l < 10 ? numbered(l) : zero))) throw std::runtime_error("counted");

        heddle::store(tile, to + 32 + l, numbered(100 + l));
        heddle::store_if(tile, l % 2 == 0, to + 32 + l, numbered(200 + l));
        heddle::store_contiguous(tile, to + 64, numbered(300 + l));
        heddle::store_contiguous(tile, to + 64, numbered(400 + l), 7);
    });
    for (unsigned l = 0; l < 32; ++l) {
        EXPECT_EQ(numbered(l), points[l]);
        EXPECT_EQ(numbered((l % 2 == 0 ? 200 : 100) + l), points[32 + l]);
        EXPECT_EQ(numbered((l < 7 ? 400 : 300) + l), points[64 + l]);
    }
}

TEST(tile_access, takes_pointers_that_are_said_to_stand_for_one)
{
    std::vector<point> points = numbered_points(96);
    check_pointers(points, pointer_like<point>{points.data()}, pointer_like<point const>{points.data()});
}

TEST(tile_access, takes_raw_and_coalesced_pointers)
{
    std::vector<point> points = numbered_points(96);
    check_pointers(points, points.data(), static_cast<point const*>(points.data()));
    points = numbered_points(96);
    check_pointers(points, heddle::coalesced_ptr<point>(points.data()),
                   heddle::coalesced_ptr<point const, heddle::in_block<32>>(points.data()));
}

TEST(tile_access, gives_values)
{
    warp* const tile = nullptr;
    point const* const from = nullptr;
    static_assert(std::is_same_v<point, decltype(heddle::load(*tile, from))>);
    static_assert(std::is_same_v<point, decltype(heddle::load_if(*tile, true, from, *from))>);
    static_assert(std::is_same_v<point, decltype(heddle::load_contiguous(*tile, from))>);
    static_assert(std::is_same_v<point, decltype(heddle::load_contiguous(*tile, from, 3))>);
    SUCCEED();
}

// A type without a default constructor and without assignment.
struct constant {
    explicit constant(int n) : id(n), half(n / 2.0), twice{2 * n, 2 * n + 1} {}
    int const id;
    double const half;
    long const twice[2];
};
static_assert(!std::is_default_constructible_v<constant> && !std::is_copy_assignable_v<constant>);
static_assert(heddle::plan_of<constant>().cooperates());
static_assert(!heddle::plan_of<constant, 1>().cooperates());

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

}  // namespace
