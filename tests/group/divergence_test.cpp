// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the traffic of emulated warps whose lanes take different branches. The emulation must count each access with
// the lanes that would be active on a GPU.

#include <common/bytes.hpp>
#include <common/lane_masks.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using heddle::memory_traffic;
using heddle_test::contains;

using seven = heddle_test::bytes<28, 4>;

constexpr std::uint32_t all = 0xffffffffu, even = 0x55555555u, odd = ~even;

alignas(128) seven first_array[64], second_array[64], third_array[64];
coalesced_ptr<seven> const a(first_array), b(second_array), c(third_array);

// Keeps the compiler from removing the load of the value.
void use(seven const& value) { asm volatile("" : : "r"(&value) : "memory"); }

// The sum of single accesses. In each, the lanes l of `mask` access element `offset` + l.
class expected_traffic {
public:
    expected_traffic& load(coalesced_ptr<seven> array, std::uint32_t mask, unsigned offset = 0)
    {
        total_ += emulate_grid(32, [&](std::size_t i) {
            if (contains(mask, i)) use(array[i + offset]);
        });
        return *this;
    }
    expected_traffic& store(coalesced_ptr<seven> array, std::uint32_t mask, unsigned offset = 0)
    {
        total_ += emulate_grid(32, [&](std::size_t i) {
            if (contains(mask, i)) array[i + offset] = seven{};
        });
        return *this;
    }
    void expect(memory_traffic const& counted) const
    {
        EXPECT_EQ(total_.loads, counted.loads);
        EXPECT_EQ(total_.stores, counted.stores);
    }

    memory_traffic const& total() const { return total_; }

private:
    memory_traffic total_;
};

TEST(divergence, counts_what_follows_a_branch_once)
{
    // If `side` is 1, lane 0 skips the branch and reaches the code after the branch first.
    for (unsigned const side : {0u, 1u}) {
        auto const counted = emulate_grid(32, [&](std::size_t i) {
            if (i % 2 == side) use(a[i]);
            use(b[i]);
            if (i % 2 == side) c[i] = seven{};
            b[i] = seven{};
        });
        std::uint32_t const mask = side == 0 ? even : odd;
        expected_traffic().load(a, mask).load(b, all).store(c, mask).store(b, all).expect(counted);
    }
}

TEST(divergence, counts_nested_branches)
{
    auto const counted = emulate_grid(32, [](std::size_t i) {
        if (i < 16) {
            // A GPU runs one branch after the other, so a load in both branches counts as two accesses.
            if (i % 2 == 1) {
                use(a[i]);
            } else {
                use(a[i]);
            }
            use(c[i]);
        } else {
            c[i] = seven{};
            if (i % 2 == 1) b[i] = seven{};
        }
        use(a[i]);
    });
    expected_traffic()
        .load(a, odd & 0xffffu)
        .load(a, even & 0xffffu)
        .load(c, 0xffffu)
        .store(c, 0xffff0000u)
        .store(b, odd & 0xffff0000u)
        .load(a, all)
        .expect(counted);
}

TEST(divergence, counts_the_rounds_of_a_loop_that_lanes_leave_early)
{
    auto const counted = emulate_grid(32, [](std::size_t i) {
        for (std::size_t round = 0; round < 8; ++round) {
            use(a[i + round]);
            if (round == i % 4) break;
            b[i + round] = seven{};
        }
        use(c[i]);
    });
    expected_traffic expected;
    std::uint32_t present = all;
    for (unsigned round = 0; round < 4; ++round) {
        expected.load(a, present, round);
        present &= ~(0x11111111u << round);
        expected.store(b, present, round);
    }
    expected.load(c, all).expect(counted);
}

[[gnu::noinline]] void touch(coalesced_ptr<seven> array, std::size_t i)
{
    seven value = array[i];
    use(value);
    array[i] = value;
    use(value);
}

TEST(divergence, counts_both_calls_of_a_function)
{
    auto const counted = emulate_grid(32, [](std::size_t i) {
        if (i % 2 == 1) {
            touch(a, i);
            use(seven{});
        } else {
            touch(b, i);
            use(seven{});
        }
        touch(c, i);
        use(seven{});
    });
    expected_traffic().load(a, odd).store(a, odd).load(b, even).store(b, even).load(c, all).store(c, all).expect(
        counted);
}

[[gnu::noinline]] void descend(std::size_t i, std::size_t depth)
{
    use(a[i + depth]);
    if (depth < i % 3) descend(i, depth + 1);
    b[i + depth] = seven{};
    use(seven{});
}

TEST(divergence, counts_every_depth_of_a_recursion)
{
    auto const counted = emulate_grid(32, [](std::size_t i) { descend(i, 0); });
    expected_traffic expected;
    std::uint32_t present = all;
    for (unsigned depth = 0; depth < 3; ++depth) {
        expected.load(a, present, depth).store(b, present, depth);
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (lane % 3 == depth) present &= ~(1u << lane);
        }
    }
    expected.expect(counted);
}

TEST(divergence, counts_parts_of_a_warp)
{
    // The two halves of a warp take different branches and form separate groups.
    alignas(128) static seven whole[32];
    auto const counted = emulate_grid(32, [](std::size_t i) {
        heddle::emulated_group<16> const half(*heddle::detail::emulated_lane::current());
        if (i < 16) {
            use(heddle::load(half, whole + i));
        } else {
            heddle::store(half, whole + i, seven{});
        }
        use(a[i]);
    });
    expected_traffic expected;
    expected.load(a, all);
    // 16 lanes load 7 words each on their own, and store 7 rows of 2 sectors.
    EXPECT_EQ(expected.total().loads.requests + 7, counted.loads.requests);
    EXPECT_EQ(expected.total().loads.bytes + 448, counted.loads.bytes);
    EXPECT_EQ((heddle::transaction_count{7, 14, 448}), counted.stores);
}

}  // namespace
