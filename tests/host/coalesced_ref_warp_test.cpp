// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// References in an emulated warp: which lanes cooperate, which access their own element, and the transactions.

#include "expected_traffic/expected_traffic.hpp"

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using heddle::transaction_count;
using heddle::detail::access_kind;
using namespace heddle_test;

using seven = bytes<28, 4>;

std::uint64_t address_of(void const* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Returns the transactions of the lanes in `mask` that access first[lane] per-thread.
transaction_count alone(heddle::plan const& p, std::uint64_t first, std::uint32_t mask, access_kind kind)
{
    heddle_test::group_elements elements{{}, mask, false};
    for (unsigned lane = 0; lane < 32; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return expected_transactions(p, elements, kind);
}

template <class Element>
unsigned check_traffic(random_source& random)
{
    constexpr heddle::plan p = heddle::plan_of<Element>();
    std::vector<Element> memory(64);
    random.fill(memory.data(), memory.size() * sizeof(Element));
    std::vector<Element> const before = memory;
    coalesced_ptr<Element> const a(memory.data());
    auto const copy = [&](std::size_t i) { a[32 + i] = a[i]; };

    auto const whole = emulate_grid(32, copy);
    EXPECT_EQ(expected_transactions(p, address_of(&memory[0])), whole.loads) << sizeof(Element);
    EXPECT_EQ(expected_transactions(p, address_of(&memory[32]), access_kind::store), whole.stores) << sizeof(Element);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(before[i % 32], memory[i]);

    std::uint32_t const mask = random.next_word() & ~0x100u;
    auto const some = emulate_grid(32, [&](std::size_t i) {
        if ((mask >> i & 1u) != 0) copy(i);
    });
    EXPECT_EQ(alone(p, address_of(&memory[0]), mask, access_kind::load), some.loads) << sizeof(Element);
    EXPECT_EQ(alone(p, address_of(&memory[32]), mask, access_kind::store), some.stores) << sizeof(Element);

    auto const last = emulate_grid(31, copy);
    EXPECT_EQ(alone(p, address_of(&memory[0]), 0x7fffffffu, access_kind::load), last.loads) << sizeof(Element);
    EXPECT_EQ(alone(p, address_of(&memory[32]), 0x7fffffffu, access_kind::store), last.stores) << sizeof(Element);
    return 1;
}

TEST(coalesced_ref_in_a_warp, asks_for_what_is_planned)
{
    random_source random("traffic of the pointer");
    unsigned types = 0;
    types += check_traffic<bytes<1>>(random);
    types += check_traffic<bytes<4>>(random);
    types += check_traffic<bytes<12>>(random);
    types += check_traffic<bytes<13>>(random);
    types += check_traffic<bytes<16>>(random);
    types += check_traffic<bytes<16, 4>>(random);
    types += check_traffic<seven>(random);
    types += check_traffic<bytes<50>>(random);
    types += check_traffic<bytes<64>>(random);
    types += check_traffic<bytes<64, 8>>(random);
    types += check_traffic<bytes<96>>(random);
    types += check_traffic<bytes<248>>(random);
    types += check_traffic<bytes<300>>(random);
    EXPECT_EQ(13u, types);
}

std::vector<seven> random_elements(std::size_t count, random_source& random)
{
    std::vector<seven> result(count);
    random.fill(result.data(), count * sizeof(seven));
    return result;
}

TEST(coalesced_ref_in_a_warp, is_right_in_branches)
{
    random_source random("branches");
    std::vector<seven> const x = random_elements(70, random), y = random_elements(70, random);
    std::vector<seven> z(70);
    coalesced_ptr<seven const> const a(x.data()), b(y.data());
    coalesced_ptr<seven> const c(z.data());
    emulate_grid(70, [&](std::size_t i) {
        if (i % 2 == 0) {
            seven const kept = a[i];
            if (i % 4 == 0) {
                c[i] = b[i];
            } else {
                c[i] = kept;
            }
        } else if (i % 3 == 0) {
            c[i] = a[69 - i];
        } else {
            c[i] = c[i] = b[69 - i];
        }
        seven const again = c[i];
        c[i] = again;
    });
    for (std::size_t i = 0; i < 70; ++i) {
        seven const& expected = i % 4 == 0 ? y[i] : i % 2 == 0 ? x[i] : i % 3 == 0 ? x[69 - i] : y[69 - i];
        EXPECT_EQ(expected, z[i]) << i;
    }
}

TEST(coalesced_ref_in_a_warp, is_right_in_loops_of_different_length)
{
    random_source random("loops");
    std::vector<seven> const x = random_elements(100, random);
    std::vector<seven> last(64);
    std::vector<unsigned> rounds(64);
    coalesced_ptr<seven const> const a(x.data());
    auto const traffic = emulate_grid(64, [&](std::size_t i) {
        for (std::size_t k = 0; k <= i % 7; ++k) {
            last[i] = a[i + k];
            ++rounds[i];
        }
    });
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(x[i + i % 7], last[i]);
        EXPECT_EQ(i % 7 + 1, rounds[i]);
    }
    std::uint64_t loads = 0;
    for (unsigned const r : rounds) loads += r;
    EXPECT_EQ(28 * loads, traffic.loads.bytes);
}

TEST(coalesced_ref_in_a_warp, cooperates_again_after_a_branch)
{
    random_source random("reconvergence");
    alignas(128) static seven memory[64];
    random.fill(memory, sizeof memory);
    coalesced_ptr<seven> const a(memory);
    transaction_count const row = expected_transactions(heddle::plan_of<seven>());
    transaction_count expected = row;
    expected += row;
    auto const traffic = emulate_grid(32, [&](std::size_t i) {
        seven const first = a[i];
        if (i % 2 == 0) a[32 + i] = first;
        seven const second = a[i];
        static_cast<void>(second);
    });
    EXPECT_EQ(expected, traffic.loads);
    EXPECT_EQ(alone(heddle::plan_of<seven>(), address_of(memory + 32), 0x55555555u, access_kind::store),
              traffic.stores);
}

TEST(coalesced_ref_in_a_warp, of_repeated_elements_is_right)
{
    random_source random("repeated");
    std::vector<seven> const x = random_elements(32, random);
    std::vector<seven> same(64), few(64), backwards(64);
    coalesced_ptr<seven const> const a(x.data());
    emulate_grid(64, [&](std::size_t i) {
        same[i] = a[17];
        few[i] = a[i / 5];
        backwards[i] = a[31 - i % 32];
    });
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(x[17], same[i]);
        EXPECT_EQ(x[i / 5], few[i]);
        EXPECT_EQ(x[31 - i % 32], backwards[i]);
    }
}

}  // namespace
