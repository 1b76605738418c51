// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the comparison in differential.cuh. It must report a different byte, a different result and a different number
// of calls.

#include "differential_elements.cuh"

#include <gtest/gtest-spi.h>

namespace heddle_test::differential_test {
namespace {

__global__ void change_byte(unsigned char* byte) { *byte ^= 1; }
__global__ void count_one(unsigned long long* calls) { ++*calls; }

using differential_self_test = gpu_test;

TEST_F(differential_self_test, every_changed_byte_is_found_in_guards_too)
{
    constexpr std::size_t count = 37;
    shifted_array<b13> a(100), b(100);
    long long where = 0;
    constexpr long long guard = shifted_array<b13>::guard_bytes;
    long long const size = count * sizeof(b13);
    for (long long const byte : {-guard, -1ll, 0ll, 1ll, size / 2, size - 1, size, size + guard - 1}) {
        a.refill(3, count, 5, variety::any);
        b.refill(3, count, 5, variety::any);
        EXPECT_FALSE(a.differs_from(b, where));
        change_byte<<<1, 1>>>(reinterpret_cast<unsigned char*>(b.data()) + byte);
        finish_kernel();
        ASSERT_TRUE(a.differs_from(b, where)) << byte;
        EXPECT_EQ(byte, where);
    }
    b.refill(3, count, 6, variety::any);
    EXPECT_TRUE(a.differs_from(b, where));
}

//! A subject that makes the selected mistakes if its policy is heddle::par.
struct wrong_call {
    bool result, byte, calls;
    template <class Out, class... Policy>
    int operator()(call_context const& c, Out, Out, Out out, Policy const&...) const
    {
        bool const is_wrong = (std::is_same_v<Policy, std::decay_t<decltype(heddle::par)>> && ...);
        if (is_wrong && byte) change_byte<<<1, 1>>>(reinterpret_cast<unsigned char*>(out) - 512);
        if (is_wrong && calls) count_one<<<1, 1>>>(c.calls);
        return is_wrong && result ? 1 : 0;
    }
};

unsigned differ_by(wrong_call const& call)
{
    return differ<b28, b28, b28>("wrong", by_policy{}, call, aliasing::be_in);
}

FULL_TEST_F(differential_self_test, what_is_wrong_is_said)
{
    EXPECT_LT(0u, differ_by({false, false, false}));
    EXPECT_NONFATAL_FAILURE(differ_by({true, false, false}), "another result");
    EXPECT_NONFATAL_FAILURE(differ_by({false, true, false}), "differs in byte -512");
    EXPECT_NONFATAL_FAILURE(differ_by({false, false, true}), "calls: 1, not 0");
    EXPECT_NONFATAL_FAILURE(differ_by({true, false, false}), "HEDDLE_DIFFERENTIAL_REPLAY=");
}

}  // namespace
}  // namespace heddle_test::differential_test
