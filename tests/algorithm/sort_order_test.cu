// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that sorts order keys as the functor does, like Thrust on raw pointers: keys with their own operators, and
// numbers that are special. algorithm_sort_order_test.cpp tests which functors are replaced with a radix sort.

#include "common/algorithms.cuh"
#include "common/gpu.cuh"

#include <heddle/algorithm/sort.cuh>
#include <heddle/thrust.cuh>

#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sort.h>

#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace heddle_test::sort_order_test {

//! Keys whose order differs from the order of their digits.
enum class backwards : std::uint8_t {};
HEDDLE_HOST_DEVICE inline bool operator<(backwards a, backwards b) { return static_cast<int>(a) > static_cast<int>(b); }
struct turned {
    int value;
    HEDDLE_HOST_DEVICE operator int() const { return value; }
    HEDDLE_HOST_DEVICE friend bool operator<(turned a, turned b) { return a.value > b.value; }
};

namespace {

using sort_order_test = gpu_test;

constexpr std::size_t count = 5000;

//! A record of more than 32 bytes, so that all sorts move indices. It has no padding, since Thrust need not copy
//! padding.
template <class Key>
struct record {
    Key key;
    unsigned char filler[4 - sizeof(Key) % 4];
    std::uint32_t origin;
    std::uint32_t more[8];
};

//! Returns keys made of few different numbers, positive and negative.
template <class Key, class Number>
std::vector<Key> make_keys(Number const& number)
{
    random_source random("keys of an order");
    std::vector<Key> keys;
    for (std::size_t i = 0; i < count; ++i) {
        keys.push_back(number(static_cast<int>(random.below(600)) - 300));
    }
    return keys;
}
template <class Key>
std::vector<record<Key>> make_records(std::vector<Key> const& keys)
{
    std::vector<record<Key>> records(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::memset(&records[i], 0, sizeof(record<Key>));
        records[i].key = keys[i];
        records[i].origin = static_cast<std::uint32_t>(i);
    }
    return records;
}

//! Checks heddle::sort_by_key and heddle::sort_by_member against the expected order of the records.
template <class Key, class Compare>
void expect_order(std::vector<record<Key>> const& expected, std::vector<Key> const& keys, Compare const& compare)
{
    std::vector<record<Key>> const records = make_records(keys);
    std::vector<Key> expected_keys;
    for (record<Key> const& r : expected) expected_keys.push_back(r.key);

    device_vector<Key> const plain_keys(keys);
    device_vector<record<Key>> const plain(records), members(records);
    run_plainly([&](auto&&... storage) {
        return heddle::sort_by_key(storage..., nullptr, plain_keys.data(), plain_keys.data(), plain.data(),
                                   plain.data(), count, compare);
    });
    expect_elements(expected_keys, plain_keys);
    expect_elements(expected, plain);
    run_plainly([&](auto&&... storage) {
        return heddle::sort_by_member<&record<Key>::key>(storage..., nullptr, members.data(), members.data(), count,
                                                         compare);
    });
    expect_elements(expected, members);
}

//! Sorts with Thrust and with heddle's policy and functions, and compares the results.
template <class Key, class Compare>
void expect_as_thrust(std::vector<Key> const& keys, Compare const& compare)
{
    std::vector<record<Key>> const records = make_records(keys);
    device_vector<Key> const their_keys(keys), keys_by_policy(keys);
    device_vector<record<Key>> const theirs(records), by_policy(records);
    thrust::stable_sort_by_key(thrust::cuda::par, their_keys.data(), their_keys.data() + count, theirs.data(), compare);
    thrust::stable_sort_by_key(heddle::par, keys_by_policy.data(), keys_by_policy.data() + count, by_policy.data(),
                               compare);
    finish_kernel();
    std::vector<record<Key>> const expected = theirs.to_host(count);
    expect_elements(expected, by_policy);
    expect_elements(their_keys.to_host(count), keys_by_policy);
    expect_order(expected, keys, compare);
}

TEST_F(sort_order_test, is_that_of_what_structs_are_converted_to)
{
    expect_as_thrust(make_keys<turned>([](int i) { return turned{i}; }), thrust::greater<int>());
}

//! Compares the results with those of std::stable_sort, for comparisons that Thrust cannot call on the device.
template <class Key, class Compare, class OnHost>
void expect_as_on_host(std::vector<Key> const& keys, Compare const& compare, OnHost const& on_host)
{
    std::vector<record<Key>> expected = make_records(keys);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](record<Key> const& a, record<Key> const& b) { return on_host(a.key, b.key); });
    expect_order(expected, keys, compare);
}

FULL_TEST_F(sort_order_test, is_that_of_the_standard_library)
{
    auto const keys = make_keys<int>([](int i) { return i; });
    expect_as_on_host(keys, std::less<unsigned>(), std::less<unsigned>());
    expect_as_on_host(keys, std::greater<signed char>(), std::greater<signed char>());
    auto const by_operator = make_keys<backwards>([](int i) { return static_cast<backwards>(i & 255); });
    expect_as_on_host(by_operator, heddle::ascending(), std::less<>());
    expect_as_on_host(by_operator, heddle::descending(), std::greater<>());
}

//! Returns keys that include zeros, infinities and NaN of both signs.
template <class Number>
std::vector<Number> special_numbers()
{
    using limits = std::numeric_limits<Number>;
    Number const kinds[] = {0,
                            -Number{0},
                            limits::infinity(),
                            -limits::infinity(),
                            limits::quiet_NaN(),
                            std::copysign(limits::quiet_NaN(), Number{-1})};
    return make_keys<Number>(
        [&](int i) { return i % 3 == 0 ? kinds[static_cast<unsigned>(i + 300) % 6] : static_cast<Number>(i / 7); });
}

FULL_TEST_F(sort_order_test, of_numbers_that_are_none_is_that_of_thrust)
{
    expect_as_thrust(special_numbers<float>(), thrust::less<float>());
    expect_as_thrust(special_numbers<float>(), thrust::greater<>());
    auto const keys = special_numbers<float>();
    device_vector<float> const theirs(keys), ours(keys), others(keys);
    thrust::sort(thrust::cuda::par, theirs.data(), theirs.data() + count, thrust::greater<>());
    for (float* const out : {others.data(), ours.data()}) {
        run_plainly([&](auto&&... storage) {
            return heddle::sort(storage..., nullptr, ours.data(), out, count, heddle::descending());
        });
    }
    expect_elements(theirs.to_host(count), others);
    expect_elements(theirs.to_host(count), ours);
}

FULL_TEST_F(sort_order_test, of_half_precision_is_that_of_thrust)
{
    expect_as_thrust(make_keys<__half>([](int i) { return __float2half(static_cast<float>(i / 4)); }),
                     thrust::greater<__half>());
}

}  // namespace
}  // namespace heddle_test::sort_order_test
