// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares top_k_by_member with the first structs of std::stable_sort, with many and few equal keys, and for each size
// of key. It selects few of many structs, and sorts otherwise.

#include "common/algorithms.cuh"

#include <heddle/algorithm/top_k.cuh>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace heddle_test::top_k_test {
namespace {

using top_k_test = gpu_test;

enum class rank : std::uint8_t { low, middle, high };

// No struct has padding.
struct hit {
    double distance;
    std::int64_t time;
    float score;
    std::uint32_t origin;
    std::int16_t step;
    rank grade;
    signed char flag;
    float other;
};
//! Has no default constructor and no assignment.
struct sealed_hit {
    float score;
    std::uint32_t origin[6];

    sealed_hit() = delete;
    sealed_hit(sealed_hit const&) = default;
    sealed_hit& operator=(sealed_hit const&) = delete;
    void operator&() const = delete;
};
struct by_remainder {
    int divisor;
    HEDDLE_HOST_DEVICE bool operator()(std::int16_t a, std::int16_t b) const { return a % divisor < b % divisor; }
};

//! How many different keys there are.
enum class variety { random, few, one };

std::vector<hit> make_hits(std::size_t count, variety keys, random_source& random)
{
    std::vector<hit> hits(count);
    random.fill(hits.data(), count * sizeof(hit));
    float const special[] = {
        0.0f, -0.0f, 1.5f, -1.5f, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (std::size_t i = 0; i < count; ++i) {
        hit& each = hits[i];
        each.origin = static_cast<std::uint32_t>(i);
        each.grade = static_cast<rank>(random.below(3));
        if (std::isnan(each.score)) each.score = 7;
        if (std::isnan(each.distance)) each.distance = 7;
        if (keys == variety::few) {
            each.score = special[random.below(6)];
            each.distance = special[random.below(6)];
            each.time %= 5;
            each.step = static_cast<std::int16_t>(each.step % 4);
        } else if (keys == variety::one) {
            each.score = each.other = 1;
            each.distance = -1;
            each.time = 5;
            each.step = 3;
            each.grade = rank::high;
        }
    }
    return hits;
}

template <auto Member, class T, class Compare, class... Given>
void expect_top_k(std::vector<T> const& all, std::size_t k, random_source& random, Compare const& less,
                  Given const&... compare)
{
    SCOPED_TRACE(testing::Message() << all.size() << " structs, k = " << k);
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return less(all[a].*Member, all[b].*Member); });
    order.resize(std::min(k, all.size()));
    std::vector<T> expected;
    for (std::size_t const i : order) expected.push_back(all[i]);
    device_vector<T> const in(all);
    guarded_bytes out(expected.size() * sizeof(T));
    device_memory const on_device(out.whole_size());
    check_cuda(cudaMemcpy(on_device.data(), out.whole(), out.whole_size(), cudaMemcpyDefault), "guards");
    auto* const first = reinterpret_cast<T*>(on_device.data() + out.offset());
    // The second launch of a graph finds what the first one has left in the storage.
    run_in_two_phases(random, k % 3, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        if (temporary != nullptr && bytes == 0) return cudaErrorInvalidValue;  // no storage is used
        return heddle::device::top_k_by_member<Member>(temporary, bytes, stream, in.data(), first, all.size(), k,
                                                       compare...);
    });
    finish_kernel();
    check_cuda(cudaMemcpy(out.whole(), on_device.data(), out.whole_size(), cudaMemcpyDefault), "results");
    EXPECT_TRUE(expected.empty() || std::memcmp(expected.data(), out.data(), out.size()) == 0);
    EXPECT_TRUE(out.guards_intact());
}

std::vector<std::size_t> counts() { return {0, 1, 2, 1000, usual_or_small(300007, 65536)}; }

template <auto Member, class Compare, class... Given>
void check(random_source& random, Compare const& less, Given const&... compare)
{
    for (variety const keys : {variety::random, variety::few, variety::one}) {
        for (std::size_t const count : counts()) {
            auto const hits = make_hits(count, keys, random);
            for (std::size_t const k : {std::size_t{0}, std::size_t{1}, std::size_t{77}, count / 5, count}) {
                expect_top_k<Member>(hits, k, random, less, compare...);
            }
        }
    }
}

TEST_F(top_k_test, equals_the_stable_sort_by_numbers_of_four_bytes)
{
    random_source random("structs of the least and greatest floats");
    check<&hit::score>(random, std::less<>());
    check<&hit::score>(random, std::greater<>(), heddle::descending());
}

TEST_F(top_k_test, equals_the_stable_sort_by_numbers_of_other_sizes)
{
    random_source random("structs of the least and greatest numbers");
    check<&hit::distance>(random, std::greater<>(), std::greater<double>());
    check<&hit::time>(random, std::less<>(), heddle::ascending());
    check<&hit::step>(random, std::greater<>(), heddle::descending());
    check<&hit::grade>(random, std::less<>());
}

TEST_F(top_k_test, selects_more_structs_than_one_block_sorts)
{
    random_source random("many structs of the greatest floats");
    std::size_t const count = std::size_t{1} << 22;
    expect_top_k<&hit::score>(make_hits(count, variety::random, random), count / 9, random, std::greater<>(),
                              heddle::descending());
    expect_top_k<&hit::time>(make_hits(count, variety::few, random), count / 100, random, std::less<>());
}

TEST_F(top_k_test, takes_any_order)
{
    random_source random("structs of the least remainders");
    check<&hit::step>(random, by_remainder{5}, by_remainder{5});
}

TEST_F(top_k_test, sorts_nans_beyond_infinity)
{
    random_source random("structs of which some have a NaN");
    auto hits = make_hits(80000, variety::few, random);
    for (std::size_t i = 5; i < hits.size(); i += 1000) hits[i].score = std::nanf("");
    auto const is_nan_first = [](float a, float b) {
        return std::isnan(a) || std::isnan(b) ? std::isnan(a) && !std::isnan(b) : a > b;
    };
    expect_top_k<&hit::score>(hits, 50, random, is_nan_first, heddle::descending());
    expect_top_k<&hit::score>(hits, 100, random, is_nan_first, heddle::descending());
}

TEST_F(top_k_test, moves_structs_without_constructors_and_assignment)
{
    random_source random("structs that can only be copied");
    std::vector<std::uint32_t> words(7 * 70000);
    random.fill(words.data(), words.size() * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < words.size(); i += 7) words[i] = 0x3f800000u + words[i] % 1000;
    device_vector<std::uint32_t> const in(words), out(words);
    auto const* const first = reinterpret_cast<sealed_hit const*>(in.data());
    std::size_t const k = 500;
    run_in_two_phases(random, 0, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::top_k_by_member<&sealed_hit::score>(
            temporary, bytes, stream, first, reinterpret_cast<sealed_hit*>(out.data()), words.size() / 7, k);
    });
    std::vector<std::size_t> order(words.size() / 7);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return words[7 * a] < words[7 * b]; });
    auto const found = out.to_host(7 * k);
    for (std::size_t i = 0; i < 7 * k; ++i) ASSERT_EQ(words[7 * order[i / 7] + i % 7], found[i]) << i;
}

}  // namespace
}  // namespace heddle_test::top_k_test
