// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts of structs with std::stable_sort: sorts by members, by keys and with comparisons. Compares sorts of
// numbers with Thrust. algorithm_sort_order_test.cpp tests which comparisons are replaced with a radix sort.

#include "common/algorithms.cuh"

#include <heddle/algorithm/sort.cuh>

#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sort.h>

#include <cuda_fp16.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace heddle_test::algorithm_sort_test {
namespace {

using algorithm_sort_test = gpu_test;

//! An enumeration whose operator< orders in reverse.
enum class colour : std::uint8_t { red, green, blue };
HEDDLE_HOST_DEVICE inline bool operator<(colour a, colour b) { return static_cast<int>(a) > static_cast<int>(b); }

struct vec {
    float x, y, z;
};

// No struct has padding. Structs that compare equal differ in other members, so the tests see whether a sort is stable.
struct item {
    float weight;
    std::int32_t level;
    std::uint16_t cell;
    colour paint;
    signed char sign;
    vec position;
    std::uint32_t origin;
};
struct small_item {
    std::int32_t level;
    std::uint32_t origin;
};
//! Structs of which a merge sort moves the indices. Comparisons read the bytes of a packed one one by one.
struct packed_item {
    unsigned char level, more[278];
};
struct huge_item {
    std::uint32_t level, more[70];
};

// Replace random members that are compared with one of few values, so that many structs compare equal.
void limit(item& i, random_source& random)
{
    float const signs[] = {0.0f, -0.0f, 1.5f, -1.5f, std::numeric_limits<float>::infinity()};
    i.weight = random.coin() ? signs[random.below(5)] : static_cast<float>(random.below(50)) - 25;
    i.level = i.level % 50;
    i.paint = static_cast<colour>(random.below(3));
    i.position = {static_cast<float>(random.below(3)), static_cast<float>(random.below(3)), 1.0f};
}
void limit(small_item& i, random_source& random) { i.level = random.coin() ? i.level >> 8 : i.level % 100; }
void limit(packed_item&, random_source&) {}
void limit(huge_item& i, random_source&) { i.level %= 1000; }

template <class T>
std::vector<T> make_items(std::size_t count, random_source& random)
{
    std::vector<T> items(count);
    random.fill(items.data(), count * sizeof(T));
    for (T& each : items) limit(each, random);
    return items;
}

template <class T, class Less>
std::vector<T> sorted(std::vector<T> result, Less less)
{
    std::stable_sort(result.begin(), result.end(),
                     [&](T const& a, T const& b) { return static_cast<bool>(less(a, b)); });
    return result;
}

// Arrays begin one element after an aligned address.
template <class T, class Less, class Sort>
void check(random_source& random, std::vector<std::size_t> const& counts, Less less, Sort const& sort)
{
    for (std::size_t const count : counts) {
        SCOPED_TRACE(testing::Message() << count << " structs of " << sizeof(T) << " bytes");
        auto const items = make_items<T>(count, random);
        auto const expected = sorted(items, less);
        guarded_array<T> array(count, random, sizeof(T));
        std::copy(items.begin(), items.end(), array.begin());
        expect_sorted(expected, array, random,
                      [&](T const* in, T* out, auto&&... storage) { return sort(in, out, count, storage...); });
    }
}

template <auto Member, class T, class Compare>
void check_member(random_source& random, Compare compare, std::vector<std::size_t> const& counts = algorithm_counts())
{
    check<T>(
        random, counts, [&](T const& a, T const& b) { return compare(a.*Member, b.*Member); },
        [&](T const* in, T* out, std::size_t count, auto&&... storage) {
            return heddle::device::sort_by_member<Member>(storage..., in, out, count, compare);
        });
}

FULL_TEST_F(algorithm_sort_test, by_members_that_are_numbers)
{
    random_source random("structs sorted by a number");
    check_member<&item::weight, item>(random, heddle::ascending());
    check_member<&item::weight, item>(random, std::greater<>());
    check_member<&item::level, item>(random, std::less<std::int32_t>());
    check_member<&item::paint, item>(random, heddle::descending());
    check_member<&item::paint, item>(random, heddle::ascending());
    check_member<&item::level, item>(random, std::less<unsigned>());
    check_member<&item::cell, item>(random, std::greater<signed char>());
    std::size_t const many = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    check_member<&small_item::level, small_item>(random, heddle::ascending(), {many});
}

struct yes_or_no {
    bool is;
    HEDDLE_HOST_DEVICE explicit operator bool() const { return is; }
};
//! Comparisons with a call counter, so operator() is not const. The type that they return converts to bool.
struct by_fourths {
    unsigned calls = 0;
    template <class Item>
    HEDDLE_INLINE yes_or_no operator()(Item a, Item b)
    {
        ++calls;
        return yes_or_no{a.level / 4 < b.level / 4};
    }
};
struct by_size {
    unsigned calls = 0;
    HEDDLE_INLINE yes_or_no operator()(int a, int b)
    {
        ++calls;
        return {(a < 0 ? -a : a) < (b < 0 ? -b : b)};
    }
};
struct by_distance {
    HEDDLE_INLINE bool operator()(vec const& a, vec const& b) const { return a.x + 2 * a.y < b.x + 2 * b.y; }
};

FULL_TEST_F(algorithm_sort_test, by_members_with_an_order_of_their_own)
{
    random_source random("structs sorted by a member, compared");
    check_member<&item::position, item>(random, by_distance());
    check_member<&item::level, item>(random, by_size());
}

template <class T>
void check_structs(random_source& random)
{
    check<T>(random, algorithm_counts(), by_fourths(), [](T const* in, T* out, std::size_t count, auto&&... storage) {
        return heddle::device::sort(storage..., in, out, count, by_fourths());
    });
}

TEST_F(algorithm_sort_test, by_a_comparison_of_structs)
{
    random_source random("structs compared");
    check_structs<item>(random);
    check_structs<packed_item>(random);
    check_structs<huge_item>(random);
}

template <class Key, class T>
std::vector<Key> keys_of(std::vector<T> const& items)
{
    std::vector<Key> keys;
    for (T const& each : items) keys.push_back(static_cast<Key>(each.level));
    return keys;
}

// Sorts structs by an array of keys. The keys, the structs, both or neither are sorted in place.
template <class Key, class T = item, class Compare>
void check_keys(random_source& random, Compare compare)
{
    for (std::size_t const count : algorithm_counts()) {
        auto const items = make_items<T>(count, random);
        auto const expected = sorted(items, [&](T const& a, T const& b) {
            return compare(static_cast<Key>(a.level), static_cast<Key>(b.level));
        });
        auto const keys = keys_of<Key>(items), expected_keys = keys_of<Key>(expected);
        for (unsigned const in_place : {0u, 1u, 2u, 3u}) {
            SCOPED_TRACE(testing::Message() << count << " keys, in place " << in_place);
            device_vector<Key> const keys_in(keys), other_keys(keys);
            device_vector<T> const in(items), other(items);
            auto const& keys_out = (in_place & 1u) != 0 ? keys_in : other_keys;
            auto const& out = (in_place & 2u) != 0 ? in : other;
            run_in_two_phases(random, 0, [&](auto&&... storage) {
                return heddle::device::sort_by_key(storage..., keys_in.data(), keys_out.data(), in.data(), out.data(),
                                                   count, compare);
            });
            expect_elements(expected, out);
            expect_elements(expected_keys, keys_out);
            if (&out != &in) expect_elements(items, in);
            if (&keys_out != &keys_in) expect_elements(keys, keys_in);
        }
    }
}

FULL_TEST_F(algorithm_sort_test, by_keys_of_their_own)
{
    random_source random("structs sorted by keys");
    check_keys<std::int32_t>(random, heddle::descending());
    check_keys<int>(random, by_size());
    check_keys<int>(random, std::less<unsigned>());
    check_keys<__half>(random, thrust::greater<__half>());
    // Small structs move with their keys. A radix sort has an even number of passes for 4 bytes, and an odd one for 1.
    check_keys<std::int32_t, small_item>(random, heddle::ascending());
    check_keys<std::int8_t, small_item>(random, heddle::descending());
    check_keys<int, small_item>(random, by_size());
}

FULL_TEST_F(algorithm_sort_test, of_numbers_that_are_none_is_that_of_thrust)
{
    using limits = std::numeric_limits<float>;
    float const kinds[] = {
        0, -0.0f, limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN()};
    random_source random("numbers sorted");
    std::vector<float> keys(5000);
    for (float& key : keys) key = random.coin() ? kinds[random.below(6)] : static_cast<float>(random.below(100)) - 50;
    device_vector<float> const theirs(keys), in(keys), out(keys);
    thrust::sort(thrust::cuda::par, theirs.data(), theirs.data() + keys.size(), thrust::greater<>());
    std::vector<float> const expected = theirs.to_host(keys.size());
    for (float* const to : {out.data(), in.data()}) {
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::sort(storage..., in.data(), to, keys.size(), heddle::descending());
        });
    }
    expect_elements(expected, out);
    expect_elements(expected, in);
}

}  // namespace
}  // namespace heddle_test::algorithm_sort_test
