// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The results of update, update_if, and load_if and store_if of single lanes, in emulated warps.

#include "update_cases.hpp"
#include "ways_to_run.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle_test::bytes;
using heddle_test::guarded_array;
using heddle_test::random_source;
using heddle_test::way;
using heddle_test::with_every_policy;
using heddle_test::with_every_size;

using seven = bytes<28, 4>;

constexpr std::size_t count = 75;  // two warps and a part of one

//! Other memory, from which diverged lanes load, so that they wait in different places.
alignas(128) seven const elsewhere[count] = {};

void wait_at(coalesced_ptr<seven const> p)
{
    seven const value = *p;
    asm volatile("" : : "r"(&value) : "memory");
}

//! Leaves by one of five exits, which the element determines. Returns whether it changed the element.
template <bool Waits, class Element>
bool change(Element& e, [[maybe_unused]] std::size_t i)
{
    unsigned char& last = e.value[sizeof(Element) - 1];
    unsigned const kind = e.value[0] % 5u;
    if (kind == 0) return false;
    for (unsigned k = 0; k < kind; ++k) {
        e.value[k % sizeof(Element)] += 3;
        if constexpr (Waits) wait_at(elsewhere + i);
        if (e.value[k % sizeof(Element)] > 200) return true;
    }
    if (kind == 4) {
        last ^= 0x55;
        if constexpr (Waits) wait_at(elsewhere + i);
        return true;
    }
    last = static_cast<unsigned char>(last + kind);
    return true;
}

struct update_test : heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(update_test);

//! Compares memory after apply(p, i) for each i with memory after expected(element, i).
template <class Element, class Apply, class Expected>
void check_results(way w, Apply const& apply, Expected const& expected)
{
    random_source random("updated elements");
    guarded_array<Element> array(count, random);
    std::vector<Element> const before(array.data(), array.data() + count);
    with_every_policy(array.data(), [&](auto p) {
        for (std::size_t i = 0; i < count; ++i) array[i] = before[i];
        heddle_test::run(w, count, [&](std::size_t i) { apply(p, i); });
        for (std::size_t i = 0; i < count; ++i) {
            Element element = before[i];
            expected(element, i);
            EXPECT_EQ(element, array[i]) << sizeof(Element) << " bytes, element " << i;
        }
    });
    EXPECT_TRUE(array.guards_intact());
}

TEST_P(update_test, stores_what_the_body_leaves_wherever_it_returns)
{
    with_every_size([](auto type) {
        using element = decltype(type);
        check_results<element>(
            GetParam(),
            [](auto p, std::size_t i) {
                heddle::update(p + i, [&](element& e) {
                    if (i % 7 == 3) return;
                    change<true>(e, i);
                });
            },
            [](element& e, std::size_t i) {
                if (i % 7 != 3) change<false>(e, i);
            });
    });
}

TEST_P(update_test, stores_nothing_where_the_body_returns_false)
{
    with_every_size([](auto type) {
        using element = decltype(type);
        check_results<element>(
            GetParam(),
            [](auto p, std::size_t i) {
                heddle::update(p + i, [&](element& e) {
                    if (i % 3 == 1) {
                        e.value[0] ^= 0xff;  // is lost
                        return false;
                    }
                    return change<true>(e, i);
                });
            },
            [](element& e, std::size_t i) {
                if (i % 3 != 1) change<false>(e, i);
            });
    });
}

TEST_P(update_test, of_some_lanes_touches_no_other_elements)
{
    with_every_size([](auto type) {
        using element = decltype(type);
        std::vector<unsigned> calls;
        check_results<element>(
            GetParam(),
            [&](auto p, std::size_t i) {
                if (i == 0) calls.assign(count, 0);
                // Inactive lanes may pass any pointer.
                auto const at = i % 4 == 2 ? nowhere(p) : p + i;
                heddle::update_if(i % 4 != 2, at, [&](element& e) {
                    ++calls[i];
                    change<true>(e, i);
                });
            },
            [&](element& e, std::size_t i) {
                EXPECT_EQ(i % 4 == 2 ? 0u : 1u, calls[i]) << i;
                if (i % 4 != 2) change<false>(e, i);
            });
    });
}

TEST_P(update_test, of_some_lanes_stores_nothing_where_the_body_returns_false)
{
    with_every_size([](auto type) {
        using element = decltype(type);
        check_results<element>(
            GetParam(),
            [](auto p, std::size_t i) {
                heddle::update_if(i % 4 != 2, p + i, [&](element& e) {
                    change<true>(e, i);
                    return i % 3 != 0;
                });
            },
            [](element& e, std::size_t i) {
                if (i % 4 != 2 && i % 3 != 0) change<false>(e, i);
            });
    });
}

TEST_P(update_test, single_lanes_load_and_store_what_they_want)
{
    with_every_size([](auto type) {
        using element = decltype(type);
        check_results<element>(
            GetParam(),
            [](auto p, std::size_t i) {
                bool const loads = i % 5 != 1, stores = loads && i % 5 != 2;
                element e = heddle::load_if(loads, loads ? p + i : nowhere(p));
                if (loads) change<true>(e, i);
                heddle::store_if(stores, stores ? p + i : nowhere(p), e);
            },
            [](element& e, std::size_t i) {
                if (i % 5 != 1 && i % 5 != 2) change<false>(e, i);
            });
    });
}

TEST_P(update_test, may_be_called_within_itself_and_in_loops)
{
    static bytes<44> outer[count], inner[2 * count];
    for (std::size_t i = 0; i < count; ++i) {
        outer[i] = {};
        inner[2 * i] = inner[2 * i + 1] = {};
    }
    coalesced_ptr<bytes<44>> const p(outer), q(inner);
    run(count, [&](std::size_t i) {
        for (std::size_t round = 0; round <= i % 3; ++round) {
            heddle::update(p + i, [&](bytes<44>& a) {
                ++a.value[0];
                if (i % 4 == round) return;
                heddle::update(q + 2 * i, [&](bytes<44>& b) {
                    if (i % 2 == 1) return;
                    b.value[43] = static_cast<unsigned char>(b.value[43] + a.value[0]);
                });
                if (i % 5 == 0) {
                    heddle::update(q + (2 * i + 1), [](bytes<44>& b) { ++b.value[7]; });
                } else {
                    heddle::update(q + (2 * i + 1), [](bytes<44>& b) { ++b.value[8]; });
                }
                ++a.value[1];
            });
        }
    });
    for (std::size_t i = 0; i < count; ++i) {
        bytes<44> a = {}, b = {}, c = {};
        for (std::size_t round = 0; round <= i % 3; ++round) {
            ++a.value[0];
            if (i % 4 == round) continue;
            if (i % 2 == 0) b.value[43] = static_cast<unsigned char>(b.value[43] + a.value[0]);
            ++c.value[i % 5 == 0 ? 7 : 8];
            ++a.value[1];
        }
        EXPECT_EQ(a, outer[i]) << i;
        EXPECT_EQ(b, inner[2 * i]) << i;
        EXPECT_EQ(c, inner[2 * i + 1]) << i;
    }
}

struct counter {
    int value[9];
    void increment() { ++value[8]; }
    bool halve_if_even() noexcept
    {
        value[0] /= 2;
        return value[0] % 2 == 0;
    }
};

TEST_P(update_test, calls_member_functions)
{
    std::vector<counter> array(count);
    for (std::size_t i = 0; i < count; ++i) array[i].value[0] = static_cast<int>(i);
    coalesced_ptr<counter> const p(array.data());
    run(count, [&](std::size_t i) {
        heddle::update(p + i, &counter::increment);
        heddle::update_if(i % 5 != 0, p + i, &counter::halve_if_even);
    });
    for (std::size_t i = 0; i < count; ++i) {
        int const number = static_cast<int>(i), half = number / 2;
        EXPECT_EQ(1, array[i].value[8]);
        EXPECT_EQ(i % 5 != 0 && half % 2 == 0 ? half : number, array[i].value[0]);
    }
}

struct fixed {
    int const number;
    int value[8];
    explicit fixed(int n) : number(n), value{n} {}
};
static_assert(!std::is_default_constructible_v<fixed> && !std::is_copy_assignable_v<fixed>);

TEST_P(update_test, takes_elements_that_are_neither_default_constructible_nor_assignable)
{
    std::vector<fixed> array;
    for (int i = 0; i < static_cast<int>(count); ++i) array.emplace_back(i);
    run(count, [&](std::size_t i) {
        heddle::update_if(i % 3 != 0, array.data() + i, [](fixed& f) { f.value[7] = -f.number; });
    });
    for (int i = 0; i < static_cast<int>(count); ++i) {
        EXPECT_EQ(i, array[i].number);
        EXPECT_EQ(i % 3 == 0 ? 0 : -i, array[i].value[7]);
    }
}

}  // namespace
