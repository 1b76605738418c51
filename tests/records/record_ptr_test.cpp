// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests record_ptr in emulated warps: records at every distance and address, of which no byte between them is accessed.
#include "record_arrays.hpp"

#include <common/lane_masks.hpp>
#include <common/memory_regions.hpp>
#include <common/race_detector.hpp>
#include <common/substitute_lane.hpp>

#include <heddle/emulation.hpp>
#include <heddle/records/record_ptr.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

struct point {
    float x, y, z;
    float intensity;
};
struct named_point {
    float x, y;
    int id[2];
};
HEDDLE_FIELDS(named_point, x, y, id)
struct wide_point {
    double x;
    float y, z;
};

namespace {

using namespace heddle_test;

//! Counts the accesses of the library, and those that touch a byte of no record.
class watching_lane final : public substitute_lane {
public:
    watching_lane(unsigned char const* first, record_shape const& shape, unsigned (&counts)[2])
        : first_(first), shape_(shape), counts_(counts)
    {
    }

    void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
    {
        if (address != nullptr) {
            ++counts_[0];
            for (unsigned k = 0; k < bytes; ++k) {
                auto const at = static_cast<std::size_t>(static_cast<unsigned char const*>(address) + k - first_);
                if (at >= shape_.size() || shape_.is_gap(at)) ++counts_[1];
            }
        }
        substitute_lane::count_access(lanes, stores, address, bytes);
    }

private:
    unsigned char const* first_;
    record_shape shape_;
    unsigned (&counts_)[2];
};

constexpr std::size_t count = 41;  // a warp and a part of one

//! Records that end where an inaccessible page begins, or at most `slack` bytes before.
struct record_memory {
    record_shape shape;
    unsigned char* first;
    std::vector<unsigned char> expected;
    unsigned accesses = 0;

    record_memory(fenced_bytes const& memory, record_shape const& of, std::size_t slack, random_source& random)
        : shape(of), first(memory.last(of.size() + slack)), expected(of.size())
    {
        random.fill(expected.data(), expected.size());
        std::memcpy(first, expected.data(), expected.size());
    }
    unsigned char* record(std::size_t i) const { return first + i * shape.distance; }
    bool is_as_expected() const { return std::memcmp(first, expected.data(), expected.size()) == 0; }

    //! Runs body(i) for each record in emulated warps. Between the body's accesses, neighbors write the gaps.
    template <class Body>
    void run(char const* what, Body const& body)
    {
        unsigned counts[2] = {};
        heddle::emulate_grid(count, [&](std::size_t i) {
            watching_lane const lane(first, shape, counts);
            body(i);
        });
        accesses += counts[0];
        EXPECT_EQ(0u, counts[1]) << what << ": " << name();
        EXPECT_TRUE(is_as_expected()) << what << ": " << name();
    }
    //! Writes the gap behind record i.
    void write_gap(std::size_t i)
    {
        for (std::size_t at = i * shape.distance + shape.bytes; at < std::min((i + 1) * shape.distance, shape.size());
             ++at) {
            first[at] = gap_byte(at);
        }
    }
    std::string name() const
    {
        return std::to_string(shape.bytes) + " bytes at distance " + std::to_string(shape.distance) + ", address " +
               std::to_string(reinterpret_cast<std::uintptr_t>(first) % 16) + " mod 16";
    }
};

template <class T>
T value_at(void const* address)
{
    T value;
    std::memcpy(&value, address, sizeof value);
    return value;
}

template <class T, std::size_t Alignment, class Policy>
void check_loads(record_memory& memory, std::vector<std::size_t> const& places)
{
    heddle::record_ptr<T, Alignment, Policy> const p(memory.first, memory.shape.distance);
    auto const at = [&](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    memory.run("load", [&](std::size_t i) {
        T const loaded = p[at(i)];
        EXPECT_EQ(value_at<T>(memory.record(i)), loaded);
    });
    memory.run("load anywhere", [&](std::size_t i) {
        T const loaded = *(p + at(places[i]));
        EXPECT_EQ(value_at<T>(memory.record(places[i])), loaded);
    });
    for (std::uint32_t const mask : {0u, 0xffffffffu, 0x7ffffffeu, 0x55555555u}) {
        memory.run("load_if", [&](std::size_t i) {
            // The pointers of other lanes may be anything.
            T const loaded = heddle::load_if(contains(mask, i), contains(mask, i) ? p + at(i) : decltype(p)());
            if (contains(mask, i)) {
                EXPECT_EQ(value_at<T>(memory.record(i)), loaded);
            }
        });
    }
}

template <class T, std::size_t Alignment, class Policy>
void check_stores(record_memory& memory, std::vector<std::size_t> const& places)
{
    heddle::record_ptr<T, Alignment, Policy> const p(memory.first, memory.shape.distance);
    auto const at = [&](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    fill_gaps(memory.expected, memory.shape);
    auto const store = [&](std::size_t i, std::size_t k) {
        memory.write_gap(i);
        T const value = flipped(value_at<T>(memory.record(k)));
        p[at(k)] = value;
        memory.write_gap(i);
    };
    flip_records(memory.expected, memory.shape, [](std::size_t) { return true; });
    memory.run("store", [&](std::size_t i) { store(i, i); });
    flip_records(memory.expected, memory.shape, [](std::size_t) { return true; });
    memory.run("store anywhere", [&](std::size_t i) { store(i, places[i]); });
    for (std::uint32_t const mask : {0xffffffffu, 0xfffffffeu, 0x55555555u, 0x00100000u}) {
        auto const changes = [&](std::size_t i) { return contains(mask, i); };
        flip_records(memory.expected, memory.shape, changes);
        memory.run("store_if", [&](std::size_t i) {
            T const value = flipped(value_at<T>(memory.record(i)));
            heddle::store_if(changes(i), changes(i) ? p + at(i) : decltype(p)(), value);
        });
        flip_records(memory.expected, memory.shape, changes);
        memory.run("store in a branch", [&](std::size_t i) {
            if (!changes(i)) return;
            store(i, i);
        });
        flip_records(memory.expected, memory.shape, [&](std::size_t i) { return changes(i) && i % 3 != 0; });
        memory.run("update_if", [&](std::size_t i) {
            heddle::update_if(changes(i), p + at(i), [&](T& value) {
                value = flipped(value);
                return i % 3 != 0;
            });
        });
    }
    flip_records(memory.expected, memory.shape, [](std::size_t) { return true; });
    memory.run("update", [&](std::size_t i) { heddle::update(p + at(i), [&](T& value) { value = flipped(value); }); });
    flip_records(memory.expected, memory.shape, [](std::size_t i) { return i % 5 != 2; });
    memory.run("edit", [&](std::size_t i) {
        auto value = p[at(i)].edit();
        *value = flipped(*value);
        if (i % 5 == 2) value.discard();
    });
}

struct check_every_distance {
    fenced_bytes const& memory;
    random_source& random;

    template <class T, std::size_t Alignment>
    void operator()() const
    {
        auto const places = random.permutation(count);
        for (std::size_t distance = sizeof(T); distance <= sizeof(T) + 40; distance += Alignment) {
            for (std::size_t slack = 0; slack < 2 * Alignment; slack += Alignment) {
                // The last record must end at a multiple of Alignment.
                record_memory records(memory, {sizeof(T), distance, count}, slack, random);
                check_loads<T, Alignment, heddle::by_plan>(records, places);
                check_stores<T, Alignment, heddle::by_plan>(records, places);
                if (distance % 3 == 0 && slack == 0) {
                    check_loads<T, Alignment, heddle::lane_by_lane>(records, places);
                    check_stores<T, Alignment, heddle::lane_by_lane>(records, places);
                    check_stores<T, Alignment, heddle::whole_warps>(records, places);
                }
                EXPECT_GT(records.accesses, 0u);
                if (testing::Test::HasFailure()) return;
            }
        }
    }
};

TEST(record_ptr, accesses_the_records_and_nothing_between_them_at_every_distance)
{
    fenced_bytes const memory(count * 256);
    random_source random("records");
    for_record_types(check_every_distance{memory, random});
}

TEST(record_ptr, loads_records_that_overlap_or_lie_far_apart)
{
    fenced_bytes const memory(count * 5000);
    random_source random("far records");
    for (std::size_t const distance : {2u, 6u, 130u, 134u, 1000u, 4998u}) {
        record_memory const near(memory, {sizeof(bytes<28, 4>), distance, count}, 2, random);
        heddle::record_ptr<bytes<28, 4>, 2> const p(near.first, distance);
        heddle::emulate_grid(count, [&](std::size_t i) {
            auto const loaded = p[static_cast<std::ptrdiff_t>(i)].load();
            EXPECT_EQ((value_at<bytes<28, 4>>(near.record(i))), loaded) << distance;
        });
    }
}

struct expect_order {
    template <class T, std::size_t Alignment>
    void operator()() const
    {
        for (std::size_t const distance : {sizeof(T), sizeof(T) + Alignment, 80 * sizeof(T)}) {
            std::vector<heddle_test::bytes<16, 16>> memory((32 * distance + sizeof(T)) / 16 + 1);
            heddle::record_ptr<T, Alignment> const p(memory.data(), distance);
            race_detector races(memory.data(), memory.size() * 16);
            heddle::emulate_grid(32, [&](std::size_t i) {
                auto const own = p + static_cast<std::ptrdiff_t>(i);
                watched_lane lane(races, own.address(), sizeof(T));
                lane.access_own(true);
                T const first = *own;
                lane.access_own(true);
                *own = first;
                lane.access_own(false);
                *own = first;
                lane.access_own(true);
                T const second = *own;
                heddle::store_if(i % 16 != 5, own, second);
                heddle::update(own, [](T& value) { value = flipped(value); });
                lane.access_own(false);
            });
            EXPECT_EQ(0u, races.count()) << sizeof(T) << " bytes at distance " << distance << ": " << races.first();
            EXPECT_GT(races.accesses_by_library(), 0u);
        }
    }
};

TEST(record_ptr, orders_its_accesses_as_a_coalesced_ptr_does) { for_record_types(expect_order()); }

TEST(record_ptr, is_a_random_access_iterator)
{
    unsigned char memory[22 * 10 + 1] = {};
    using pointer = heddle::record_ptr<point, 1>;
    pointer const p(memory + 1, 22), end = p + 10;
    static_assert(std::is_trivially_copyable_v<pointer> && std::is_default_constructible_v<pointer>);
    static_assert(std::is_same_v<std::iterator_traits<pointer>::iterator_category, std::random_access_iterator_tag>);
    EXPECT_EQ(10, end - p);
    EXPECT_EQ(-10, p - end);
    EXPECT_EQ(memory + 1 + 66, (p + 3).address());
    EXPECT_EQ(22, p.distance());
    pointer q = p;
    EXPECT_EQ(p, q++);
    EXPECT_EQ(p + 2, ++q);
    EXPECT_EQ(p + 2, q--);
    EXPECT_EQ(p, --q);
    q += 5;
    q -= 2;
    EXPECT_EQ(3 + p, q);
    EXPECT_EQ(p, q - 3);
    EXPECT_TRUE(p < q && p <= q && q > p && q >= p && p != q);
    EXPECT_TRUE(p);
    EXPECT_FALSE(pointer(nullptr, 22));
    EXPECT_EQ(&memory[1 + 9 * 22], std::prev(end).address());
}

TEST(record_ptr, converts_to_const_and_to_smaller_alignments)
{
    using pointer = heddle::record_ptr<point>;
    using constant = heddle::record_ptr<point const, 1>;
    static_assert(std::is_convertible_v<pointer, constant> && !std::is_convertible_v<constant, pointer>);
    static_assert(std::is_convertible_v<heddle::record_ptr<point, 2>, heddle::record_ptr<point, 1>>);
    static_assert(!std::is_constructible_v<heddle::record_ptr<point, 2>, heddle::record_ptr<point, 1>>);
    using alone = heddle::record_ptr<point, 4, heddle::lane_by_lane>;
    static_assert(std::is_constructible_v<alone, pointer> && !std::is_convertible_v<pointer, alone>);
    static_assert(!std::is_constructible_v<pointer, void const*, int> && std::is_constructible_v<pointer, void*, long>);
    static_assert(!std::is_constructible_v<pointer, void*, double>);
    static_assert(!std::is_assignable_v<constant::reference, point>);
    static_assert(!std::is_assignable_v<heddle::record_ptr<point const>::reference, point>);
    static_assert(!std::is_copy_constructible_v<std::remove_reference_t<constant::reference>>);
    point points[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    constant const p = pointer(points, sizeof(point));
    EXPECT_EQ(6, p[1].load().y);
}

TEST(record_ptr, gives_access_to_fields_and_operators)
{
    alignas(4) unsigned char memory[100] = {};
    heddle::record_ptr<point, 1> const p(memory + 3, 23);
    p[1] = {1, 2, 3, 4};
    p[2] = p[1];
    p[2].member<&point::y>() += 5.0f;
    EXPECT_EQ(7, p[2].member<&point::y>());
    swap(p[1], p[2]);
    EXPECT_EQ(7, p[1].load().y);
    {
        auto q = heddle::edit(p + 1);
        q->y = 9;
    }
    EXPECT_EQ(9, value_at<point>(memory + 3 + 23).y);
    EXPECT_EQ(2, p[2].load().y);

    heddle::record_ptr<named_point> const aligned(memory + 4, 20);
    aligned[1] = {};
    aligned[1].id[1] = 8;
    (aligned + 1)->x = 2;
    EXPECT_EQ(8, aligned[1].load().id[1]);
    EXPECT_EQ(2, aligned[1].x);
    EXPECT_EQ(static_cast<void*>(memory + 24), &aligned[1]);

    heddle::record_ptr<std::complex<float>, 4> const numbers(memory, 12);
    numbers[0] = {1, 2};
    numbers[1] = numbers[0] * numbers[0];
    numbers[1] += numbers[0];
    EXPECT_EQ(std::complex<float>(-2, 6), numbers[1].load());
    heddle::record_ptr<std::complex<double>, 2> const wide(memory + 2, 18);
    wide[0] = std::complex<double>(1, 2);
    wide[1] = -wide[0];
    EXPECT_EQ(std::complex<double>(-1, -2), wide[1].load());
    heddle::record_ptr<wide_point, 4> const half(memory + 4, 20);
    half[2] = {1.5, 2, 3};
    EXPECT_EQ(1.5, half[2].member<&wide_point::x>());
}

TEST(record_ptr, changes_aligned_numbers_atomically)
{
    alignas(4) unsigned char memory[40 * 24] = {};
    heddle::record_ptr<named_point> const p(memory, 24);
    heddle::emulate_grid(40, [&](std::size_t i) {
        auto const k = static_cast<std::ptrdiff_t>(i / 3);
        p[k].atomic_add({1, 0, {0, 2}});
        heddle::atomic_add(p + k, {1, 0, {0, 2}});
        heddle::atomic_add_if<&named_point::id>(i % 3 == 1, p + k, {0, 0, {1, 1}});
        heddle::atomic_max<&named_point::y>(p + k, {0, static_cast<float>(i), {}});
        heddle::atomic_min(p + k, {100, 100, {-1, 100}});
    });
    named_point const sum = p[3];
    EXPECT_EQ(6, sum.x);
    EXPECT_EQ(11, sum.y);
    EXPECT_EQ(13, sum.id[1]);
}

}  // namespace
