// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts of segments, and their first structs, with std::stable_sort of each segment: empty, short, long and
// huge segments, few and many different keys.

#include "common/algorithms.cuh"

#include <heddle/algorithm/segmented_sort.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::segmented_sort_test {
namespace {

using segmented_sort_test = gpu_test;

//! Has keys of several types; `origin` tells where the struct came from.
struct trade {
    std::int32_t price;
    std::uint32_t origin[3];
    double volume;
    std::int64_t time;
    std::int16_t venue;
    std::uint16_t side;
    float rate;
};
//! Has no default constructor and no assignment, and begins at any address of its alignment of 4.
struct sealed {
    std::uint32_t key;
    std::uint32_t origin[6];

    sealed() = delete;
    sealed(sealed const&) = default;
    sealed& operator=(sealed const&) = delete;
    void operator&() const = delete;
};
template <std::size_t Words>
struct numbered {
    std::uint32_t key;
    std::uint32_t more[Words - 1];
};
struct short_key {
    std::uint16_t key;
};
#pragma pack(push, 1)
struct packed {
    char tag[3];
    std::uint32_t key;
};
#pragma pack(pop)
struct by_remainder {
    int divisor;
    HEDDLE_HOST_DEVICE bool operator()(std::int16_t a, std::int16_t b) const { return a % divisor < b % divisor; }
};

struct segments_case {
    std::size_t count, most, huge;
};
// Segments of 0 … most structs, of which the one in the middle has `huge`.
constexpr segments_case segment_cases[] = {
    {1, 0, 0},      {1, 40, 0},     {1, 0, 5},    {3, 1, 100000}, {1000, 3, 0},     {1000, 3, 9000},  {30000, 5, 90000},
    {300, 3000, 0}, {20, 20000, 0}, {100, 0, 0},  {1, 0, 150000}, {20000, 4, 5000}, {50000, 0, 5000}, {40, 5000, 1},
    {2000, 300, 0}, {70000, 1, 0},  {1, 0, 1792}, {1, 0, 1793},   {2, 0, 2049},     {7, 256, 0}};

template <class Offset>
std::vector<Offset> make_offsets(segments_case const& each, random_source& random)
{
    std::vector<Offset> offsets{0};
    std::size_t const huge = usual_or_small(each.huge, each.huge / 3);
    for (std::size_t s = 0; s < each.count; ++s) {
        std::size_t const length = s == each.count / 2 && huge > 0 ? huge : random.below(each.most + 1);
        offsets.push_back(static_cast<Offset>(static_cast<std::size_t>(offsets.back()) + length));
    }
    return offsets;
}

//! How a call runs: in a stream or in a graph that is launched several times, to another array or in place.
struct way {
    unsigned launches;
    bool in_place;
};

//! Compares call(temporary, bytes, stream, in, out, offsets) with sorted segments.
template <class T, class Offset, class Before, class Call>
void check_sort(std::vector<T> const& elements, std::vector<Offset> const& offsets, random_source& random, way how,
                Before const& before, Call const& call)
{
    std::vector<std::uint32_t> order(elements.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(offsets[s]),
                         order.begin() + static_cast<std::ptrdiff_t>(offsets[s + 1]),
                         [&](std::uint32_t a, std::uint32_t b) { return before(elements[a], elements[b]); });
    }
    std::vector<T> expected;
    expected.reserve(order.size());
    for (std::uint32_t k : order) expected.push_back(elements[k]);
    guarded_array<T> out(expected.size(), random, alignof(T));
    if (how.in_place) std::memcpy(static_cast<void*>(out.data()), elements.data(), elements.size() * sizeof(T));
    device_copy<T> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const places(offsets);
    T const* const from = how.in_place ? found.data() : in.data();
    run_in_two_phases(random, how.launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return call(temporary, bytes, stream, from, found.data(), static_cast<Offset const*>(places.data()));
    });
    expect_elements(expected, out, found);
}

template <class T>
std::vector<T> make_elements(std::size_t count, std::uint32_t keys, random_source& random)
{
    std::vector<T> elements(count);
    random.fill(elements.data(), count * sizeof(T));
    for (T& each : elements) each.key = static_cast<decltype(each.key)>(each.key % keys);
    return elements;
}
std::vector<trade> make_trades(std::size_t count, std::uint32_t keys, random_source& random)
{
    std::vector<trade> trades(count);
    random.fill(trades.data(), count * sizeof(trade));
    for (trade& each : trades) {
        auto const below = [&](std::uint32_t limit) { return static_cast<int>(random.below(limit)); };
        each.price = below(keys) - static_cast<int>(keys / 2);
        each.volume = below(keys) - 3.5;
        each.time = below(keys) * std::int64_t{-10000000000};
        each.venue = static_cast<std::int16_t>(below(keys) - 5);
        each.side = static_cast<std::uint16_t>(below(3));
        each.rate = static_cast<float>(below(keys));
    }
    return trades;
}

template <class Offset, class Check>
void for_each_case(random_source& random, Check const& check)
{
    unsigned number = 0;
    for (auto const& each : segment_cases) {
        SCOPED_TRACE(testing::Message() << each.count << " segments of up to " << each.most << ", one of "
                                        << each.huge);
        check(make_offsets<Offset>(each, random), number);
        ++number;
    }
}

template <class T, class Offset>
void check_keys(std::vector<Offset> const& offsets, std::uint32_t keys, random_source& random, way how)
{
    auto const elements = make_elements<T>(static_cast<std::size_t>(offsets.back()), keys, random);
    check_sort(
        elements, offsets, random, how, [](T const& a, T const& b) { return a.key < b.key; },
        [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
            return heddle::device::segmented_sort_by_member<&T::key>(temporary, bytes, stream, in, out, elements.size(),
                                                                     at, offsets.size() - 1);
        });
}

TEST_F(segmented_sort_test, equals_stable_sorts_of_segments)
{
    random_source random("sorted segments");
    for_each_case<int>(random, [&](auto const& offsets, unsigned number) {
        check_keys<numbered<7>>(offsets, number % 2 == 0 ? 50 : 1u << 31, random, {number % 3, false});
    });
    for_each_case<std::uint64_t>(random, [&](auto const& offsets, unsigned number) {
        check_keys<numbered<32>>(offsets, 20, random, {0, number % 2 == 0});
        check_keys<short_key>(offsets, 40, random, {0, number % 2 == 1});
        check_keys<packed>(offsets, 1000, random, {0, false});
    });
}

//! Sorts trades by Member.
template <auto... Member, class Before, class... Order>
void check_trades(random_source& random, std::uint32_t keys, Before const& before, Order const&... orders)
{
    for_each_case<std::int64_t>(random, [&](auto const& offsets, unsigned number) {
        auto const trades = make_trades(static_cast<std::size_t>(offsets.back()), keys, random);
        check_sort(trades, offsets, random, {0, number % 4 == 0}, before,
                   [&](void* temporary, std::size_t& bytes, cudaStream_t stream, trade const* in, trade* out,
                       std::int64_t const* at) {
                       return heddle::device::segmented_sort_by_member<Member...>(
                           temporary, bytes, stream, in, out, trades.size(), at, offsets.size() - 1, orders...);
                   });
    });
}

TEST_F(segmented_sort_test, sorts_by_members_in_their_orders)
{
    random_source random("segments by members");
    check_trades<&trade::volume>(
        random, 100, [](trade const& a, trade const& b) { return a.volume > b.volume; }, heddle::descending());
    check_trades<&trade::venue, &trade::price>(
        random, 10,
        [](trade const& a, trade const& b) { return a.venue != b.venue ? a.venue < b.venue : a.price > b.price; },
        heddle::ascending(), heddle::descending());
    // More than 8 bytes, and an order that is not known.
    check_trades<&trade::side, &trade::time>(
        random, 5, [](trade const& a, trade const& b) { return a.side != b.side ? a.side < b.side : a.time < b.time; });
    check_trades<&trade::venue>(
        random, 1000, [](trade const& a, trade const& b) { return by_remainder{7}(a.venue, b.venue); },
        by_remainder{7});
}

// So many tiles that the merges are divided first.
TEST_F(segmented_sort_test, merges_segments_of_many_tiles)
{
    random_source random("segments of many tiles");
    std::vector<int> offsets{0};
    for (int k = 0; k < 3000; ++k) offsets.push_back(offsets.back() + static_cast<int>(random.below(4)));
    offsets.push_back(offsets.back() + static_cast<int>(usual_or_small(3000000, 20000)));
    for (int k = 0; k < 3000; ++k) offsets.push_back(offsets.back() + static_cast<int>(random.below(4)));
    offsets.push_back(offsets.back() + static_cast<int>(usual_or_small(900000, 10000)));
    check_keys<numbered<2>>(offsets, 1u << 20, random, {0, false});
}

// So few long segments that all keys are sorted together.
TEST_F(segmented_sort_test, sorts_a_few_long_segments)
{
    random_source random("long segments");
    std::vector<int> const offsets{0, 200000, 200000, 450000, 450001, 600001};
    check_keys<numbered<7>>(offsets, 1u << 31, random, {0, false});
    check_keys<numbered<7>>(offsets, 9, random, {2, false});
    check_keys<short_key>(offsets, 1u << 16, random, {0, true});
}

TEST_F(segmented_sort_test, takes_structs_without_assignment)
{
    random_source random("sealed structs in segments");
    std::vector<int> const offsets{0, 3, 3, 2000, 2001, 9000};
    std::vector<sealed> elements;
    for (std::uint32_t k = 0; k < 9000; ++k) {
        elements.push_back(sealed{static_cast<std::uint32_t>(random.below(100)), {k, k, k, k, k, k}});
    }
    for (bool const in_place : {false, true}) {
        check_sort(
            elements, offsets, random, {0, in_place}, [](auto const& a, auto const& b) { return a.key < b.key; },
            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, sealed const* in, sealed* out,
                int const* at) {
                return heddle::device::segmented_sort_by_member<&sealed::key>(temporary, bytes, stream, in, out,
                                                                              elements.size(), at, offsets.size() - 1);
            });
    }
}

template <class T, class Offset>
void check_top_k(std::vector<Offset> const& offsets, std::size_t k, std::uint32_t keys, random_source& random,
                 unsigned launches)
{
    auto const count = static_cast<std::size_t>(offsets.back());
    std::size_t const segments = offsets.size() - 1;
    auto const elements = make_elements<T>(count, keys, random);
    std::vector<T> sorted(elements);
    guarded_array<T> out(segments * k, random, alignof(T));
    std::vector<T> expected(out.data(), out.data() + segments * k);
    for (std::size_t s = 0; s < segments; ++s) {
        auto const begin = static_cast<std::size_t>(offsets[s]), end = static_cast<std::size_t>(offsets[s + 1]);
        auto const at = sorted.begin() + static_cast<std::ptrdiff_t>(begin);
        std::stable_sort(at, sorted.begin() + static_cast<std::ptrdiff_t>(end),
                         [](T const& a, T const& b) { return a.key > b.key; });
        std::copy(at, at + static_cast<std::ptrdiff_t>(std::min(k, end - begin)),
                  expected.begin() + static_cast<std::ptrdiff_t>(s * k));
    }
    device_copy<T> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const places(offsets);
    run_in_two_phases(random, launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::segmented_top_k_by_member<&T::key>(
            temporary, bytes, stream, static_cast<T const*>(in.data()), found.data(), count,
            static_cast<Offset const*>(places.data()), segments, k, heddle::descending());
    });
    expect_elements(expected, out, found);
}

TEST_F(segmented_sort_test, takes_the_first_of_sorted_segments)
{
    random_source random("first structs of segments");
    for_each_case<int>(random, [&](auto const& offsets, unsigned number) {
        bool const are_few = offsets.size() < 1000;
        check_top_k<numbered<7>>(offsets, are_few ? 5000 : 3, 50, random, number % 3);
        check_top_k<numbered<32>>(offsets, are_few ? 17 : 1, 1u << 30, random, 0);
    });
    check_top_k<numbered<7>>(std::vector<int>{0, 600000}, 1000, 1u << 20, random, 1);  // sorts all keys
}

TEST_F(segmented_sort_test, does_nothing_without_elements)
{
    std::size_t bytes = 0;
    sealed* const none = nullptr;
    int const* const offsets = nullptr;
    auto const sort = [&](void* temporary) {
        return heddle::device::segmented_sort_by_member<&sealed::key>(temporary, bytes, nullptr, none, none, 0, offsets,
                                                                      0);
    };
    auto const take = [&](void* temporary) {
        return heddle::device::segmented_top_k_by_member<&sealed::key>(temporary, bytes, nullptr, none, none, 0,
                                                                       offsets, 0, 3);
    };
    EXPECT_EQ(cudaSuccess, sort(nullptr));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaSuccess, sort(temporary.data()));
    EXPECT_EQ(cudaSuccess, take(nullptr));
    EXPECT_EQ(cudaSuccess, take(temporary.data()));
    finish_kernel();
}

TEST_F(segmented_sort_test, refuses_overlapping_arrays)
{
    constexpr std::size_t count = 100;
    device_vector<numbered<7>> const array(std::vector<numbered<7>>(2 * count));
    device_vector<int> const offsets(std::vector<int>{0, 10, 100});
    numbered<7>* const first = array.data();
    std::size_t bytes = 0;
    auto const sort = [&](void* temporary, std::size_t distance) {
        return heddle::device::segmented_sort_by_member<&numbered<7>::key>(
            temporary, bytes, nullptr, static_cast<numbered<7> const*>(first), first + distance, count,
            static_cast<int const*>(offsets.data()), 2);
    };
    EXPECT_EQ(cudaSuccess, sort(nullptr, 1));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaErrorInvalidValue, sort(temporary.data(), 1));
    EXPECT_EQ(cudaErrorInvalidValue, sort(temporary.data(), count - 1));
    EXPECT_EQ(cudaSuccess, sort(temporary.data(), count));
    finish_kernel();
}

}  // namespace
}  // namespace heddle_test::segmented_sort_test
