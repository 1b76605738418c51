// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts accept the same comparisons as Thrust: const or not, with elements by value or by reference, and with any
// result that converts to bool.

#include "algorithms.cuh"
#include "gpu.cuh"

#include <heddle/algorithm/sort.cuh>
#include <heddle/thrust/sort.cuh>

#include <thrust/sort.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::sort_comparison_test {
namespace {

class sort_comparison_test : public gpu_test {};

constexpr std::size_t count = 5000;

template <std::size_t Words>
struct item {
    std::uint32_t key, origin, more[Words - 2];
};

struct yes_or_no {
    bool is;
    HEDDLE_HOST_DEVICE explicit operator bool() const { return is; }
};

//! Has a state that each call changes, takes elements by value, and returns no bool.
struct counting {
    unsigned divisor;
    unsigned calls = 0;

    template <std::size_t Words>
    HEDDLE_HOST_DEVICE yes_or_no operator()(item<Words> a, item<Words> b)
    {
        ++calls;
        return {a.key / divisor < b.key / divisor};
    }
    HEDDLE_HOST_DEVICE yes_or_no operator()(std::uint32_t a, std::uint32_t b)
    {
        ++calls;
        return {a / divisor < b / divisor};
    }
};

template <std::size_t Words>
std::vector<item<Words>> make_items()
{
    random_source random("items to be compared");
    std::vector<item<Words>> items(count);
    for (std::size_t i = 0; i < count; ++i) {
        items[i] = {};
        items[i].key = static_cast<std::uint32_t>(random.below(1000));
        items[i].origin = static_cast<std::uint32_t>(i);
    }
    return items;
}

template <std::size_t Words>
std::vector<item<Words>> sorted(std::vector<item<Words>> items)
{
    std::stable_sort(items.begin(), items.end(), [](auto const& a, auto const& b) { return a.key / 7 < b.key / 7; });
    return items;
}

template <std::size_t Words>
void expect_sorted(device_vector<item<Words>> const& found)
{
    finish_kernel();
    auto const expected = sorted(make_items<Words>());
    auto const all = found.to_host(count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += all[i].origin != expected[i].origin ? 1 : 0;
    EXPECT_EQ(0u, wrong);
}

template <std::size_t Words>
void expect_sorts_by_a_comparison_with_a_state()
{
    device_vector<item<Words>> const plain(make_items<Words>()), by_policy(make_items<Words>());
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::sort(temporary, bytes, nullptr, plain.data(), plain.data(), count, counting{7});
    });
    thrust::stable_sort(heddle::par, by_policy.data(), by_policy.data() + count, counting{7});
    expect_sorted(plain);
    expect_sorted(by_policy);
}

TEST_F(sort_comparison_test, may_have_a_state)
{
    expect_sorts_by_a_comparison_with_a_state<7>();
    expect_sorts_by_a_comparison_with_a_state<16>();
}

FULL_TEST_F(sort_comparison_test, of_keys_may_have_a_state)
{
    auto const items = make_items<16>();
    std::vector<std::uint32_t> keys;
    for (auto const& i : items) keys.push_back(i.key);
    device_vector<std::uint32_t> const device_keys(keys);
    device_vector<item<16>> const members(items), by_policy(items);
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::sort_by_member<&item<16>::key>(temporary, bytes, nullptr, members.data(), members.data(), count,
                                                      counting{7});
    });
    thrust::stable_sort_by_key(heddle::par, device_keys.data(), device_keys.data() + count, by_policy.data(),
                               counting{7});
    expect_sorted(members);
    expect_sorted(by_policy);
}

}  // namespace
}  // namespace heddle_test::sort_comparison_test
