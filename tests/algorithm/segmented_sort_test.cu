// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts of segments by members with std::stable_sort of each segment: empty, short, long and huge segments, few
// and many different keys.

#include "segments.cuh"

#include <heddle/algorithm/segmented_sort.cuh>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::segmented_sort_test {
namespace {

using namespace segments;

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

//! Compares call(temporary, bytes, stream, in, out, offsets) with sorted segments.
template <class T, class Offset, class Before, class Call>
void check_sort(std::vector<T> const& elements, std::vector<Offset> const& offsets, random_source& random, way how,
                Before const& before, Call const& call)
{
    expect_called(sorted_segments(elements, offsets, before), elements, offsets, random, how, call);
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
    for_each_case<int>(sorted_cases, random, [&](auto const& offsets, unsigned number) {
        check_keys<numbered<7>>(offsets, number % 2 == 0 ? 50 : 1u << 31, random, {number % 3, false});
    });
    for_each_case<std::uint64_t>(sorted_cases, random, [&](auto const& offsets, unsigned number) {
        check_keys<numbered<32>>(offsets, 20, random, {0, number % 2 == 0});
        check_keys<short_key>(offsets, 40, random, {0, number % 2 == 1});
        check_keys<packed>(offsets, 1000, random, {0, false});
    });
}

//! Sorts trades by Member.
template <auto... Member, class Before, class... Order>
void check_trades(random_source& random, std::uint32_t keys, Before const& before, Order const&... orders)
{
    for_each_case<std::int64_t>(sorted_cases, random, [&](auto const& offsets, unsigned number) {
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

TEST_F(segmented_sort_test, does_nothing_without_elements)
{
    std::size_t bytes = 0;
    sealed* const none = nullptr;
    int const* const offsets = nullptr;
    auto const sort = [&](void* temporary) {
        return heddle::device::segmented_sort_by_member<&sealed::key>(temporary, bytes, nullptr, none, none, 0, offsets,
                                                                      0);
    };
    EXPECT_EQ(cudaSuccess, sort(nullptr));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaSuccess, sort(temporary.data()));
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
