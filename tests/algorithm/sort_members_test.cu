// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts of structs by several members with std::stable_sort, in random orders of random members.

#include "common/algorithms.cuh"

#include <heddle/algorithm/sort_members.cuh>

#include <cuda_fp16.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace heddle_test::sort_members_test {
namespace {

using sort_members_test = gpu_test;

enum class side : std::uint8_t { buy, sell };

struct name {
    char letters[5];
};
struct by_letters {
    HEDDLE_HOST_DEVICE bool operator()(name const& a, name const& b) const
    {
        for (unsigned i = 0; i < sizeof a.letters; ++i) {
            if (a.letters[i] != b.letters[i]) return a.letters[i] < b.letters[i];
        }
        return false;
    }
};
//! An order with a state.
struct by_remainder {
    int divisor;
    HEDDLE_HOST_DEVICE bool operator()(int a, int b) const { return a % divisor < b % divisor; }
};

// No struct has padding.
struct trade {
    double price;
    std::int64_t time;
    float size;
    std::int32_t venue;
    std::int16_t step;
    side way;
    signed char flag;
    name owner;
    std::uint8_t more[3];
    std::uint32_t origin;
};

void limit(trade& t, random_source& random)
{
    double const prices[] = {0.0, -0.0, 1.5, -1.5, std::numeric_limits<double>::infinity(), -1e300};
    t.price = prices[random.below(6)];
    t.size = static_cast<float>(prices[random.below(4)]);
    t.time = (t.time % 3) << 40;
    t.venue = t.venue % 4;
    t.step = static_cast<std::int16_t>(t.step % 3);
    t.way = random.coin() ? side::buy : side::sell;
    t.flag = static_cast<signed char>(t.flag % 3);
    for (char& letter : t.owner.letters) letter = random.coin() ? 'a' : 'b';
}

std::vector<trade> make_trades(std::size_t count, random_source& random)
{
    std::vector<trade> trades(count);
    random.fill(trades.data(), count * sizeof(trade));
    for (trade& each : trades) limit(each, random);
    return trades;
}

//! Compares by the first member, then by the others.
template <auto Member, auto... More, class Compare, class... Others>
bool is_less(trade const& a, trade const& b, Compare const& compare, Others const&... others)
{
    if (compare(a.*Member, b.*Member)) return true;
    if constexpr (sizeof...(More) > 0) {
        return !compare(b.*Member, a.*Member) && is_less<More...>(a, b, others...);
    } else {
        return false;
    }
}

template <auto... Member, class... Compare>
void check(random_source& random, Compare... compare)
{
    for (std::size_t const count : algorithm_counts()) {
        SCOPED_TRACE(testing::Message() << count << " structs, " << sizeof...(Member) << " members");
        auto const trades = make_trades(count, random);
        auto expected = trades;
        std::stable_sort(expected.begin(), expected.end(),
                         [&](trade const& a, trade const& b) { return is_less<Member...>(a, b, compare...); });
        guarded_array<trade> array(count, random, sizeof(trade));
        std::copy(trades.begin(), trades.end(), array.begin());
        expect_sorted(expected, array, random, [&](trade const* in, trade* out, auto&&... storage) {
            return heddle::device::sort_by_member<Member...>(storage..., in, out, count, compare...);
        });
    }
}

// 2, 3 and 8 bytes make one key; 12 and 22 bytes make several.
TEST_F(sort_members_test, that_are_numbers)
{
    random_source random("structs sorted by several numbers");
    heddle::ascending const up;
    heddle::descending const down;
    check<&trade::way, &trade::flag>(random, up, down);
    check<&trade::step, &trade::flag>(random, std::greater<>(), std::less<signed char>());
    check<&trade::size, &trade::venue>(random, down, up);
    check<&trade::venue, &trade::price>(random, up, down);
    check<&trade::price, &trade::time, &trade::size, &trade::step>(random, down, up, up, down);
}

TEST_F(sort_members_test, with_orders_of_their_own)
{
    random_source random("structs sorted by several members, compared");
    heddle::ascending const up;
    check<&trade::owner, &trade::way>(random, by_letters(), up);
    check<&trade::step, &trade::owner, &trade::venue, &trade::way>(random, up, by_letters(), by_remainder{3}, up);
}

TEST_F(sort_members_test, ascend_if_no_order_is_given)
{
    random_source random("structs sorted by several members without orders");
    std::size_t const count = 3000;
    auto const trades = make_trades(count, random);
    auto expected = trades;
    std::stable_sort(expected.begin(), expected.end(), [](trade const& a, trade const& b) {
        return is_less<&trade::venue, &trade::step>(a, b, std::less<>(), std::less<>());
    });
    device_vector<trade> const in(trades), out(trades);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::sort_by_member<&trade::venue, &trade::step>(storage..., in.data(), out.data(), count);
    });
    expect_elements(expected, out);
}

}  // namespace
}  // namespace heddle_test::sort_members_test
