// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines ways to run code with coalesced_ptr. The results must not depend on the way, the policy or the size.
#pragma once

#include <common/bytes.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <tuple>
#include <vector>

namespace heddle_test {

enum class way {
    host,       //!< in a plain loop outside any warp
    warps,      //!< in whole warps and a partial last warp
    diverged,   //!< first without every third lane of the warps, then only in these lanes
    one_by_one  //!< with one active lane per warp
};

inline std::ostream& operator<<(std::ostream& out, way w)
{
    constexpr char const* names[] = {"host", "warps", "diverged", "one_by_one"};
    return out << names[static_cast<int>(w)];
}

namespace detail {

//! The body is type-erased, so that this function is compiled only once.
inline heddle::memory_traffic run(way w, std::size_t count, heddle::detail::function_ref<std::size_t> body)
{
    heddle::memory_traffic traffic;
    if (w == way::host) {
        for (std::size_t i = 0; i < count; ++i) body(i);
    } else if (w == way::warps) {
        traffic = heddle::emulate_grid(count, body);
    } else if (w == way::diverged) {
        traffic = heddle::emulate_grid(count, [&](std::size_t i) {
            if (i % 3 == 1) return;
            body(i);
        });
        traffic += heddle::emulate_grid(count, [&](std::size_t i) {
            if (i % 3 == 1) body(i);
        });
    } else {
        // Lane 31 runs the body for element 0, lane 17 for element 1, and lanes 0 to 3 for the other elements.
        auto const lane_of = [](std::size_t i) { return i == 0 ? 31 : i == 1 ? 17 : i % 4; };
        for (std::size_t const own : {31, 17, 0, 1, 2, 3}) {
            traffic += heddle::emulate_grid(own + 1, [&](std::size_t lane) {
                if (lane != own) return;
                for (std::size_t i = 0; i < count; ++i) {
                    if (lane_of(i) == own) body(i);
                }
            });
        }
    }
    return traffic;
}

}  // namespace detail

//! Calls body(i) once for every i below `count`.
template <class Body>
heddle::memory_traffic run(way w, std::size_t count, Body const& body)
{
    return detail::run(w, count, heddle::detail::function_ref<std::size_t>(body));
}

class every_way : public testing::TestWithParam<way> {
protected:
    template <class Body>
    heddle::memory_traffic run(std::size_t count, Body const& body) const
    {
        return heddle_test::run(GetParam(), count, body);
    }

    //! Calls body(i, pointer…) once for every i below `count`, with raw pointers to copies of the arrays on the host,
    //! and with coalesced pointers to the arrays. Expects that both change the arrays alike.
    template <class Body, class... T>
    void expect_as_raw(std::size_t count, Body const& body, std::vector<T>... arrays) const
    {
        auto const before = std::tuple(arrays...);
        auto expected = before;
        for (std::size_t i = 0; i < count; ++i) {
            std::apply([&](auto&... array) { body(i, array.data()...); }, expected);
        }
        run(count, [&](std::size_t i) { body(i, heddle::coalesced_ptr<T>(arrays.data())...); });
        EXPECT_TRUE(expected == std::tie(arrays...));
        EXPECT_FALSE(expected == before);
    }
};

#define HEDDLE_TEST_EVERY_WAY(suite)                                                                    \
    INSTANTIATE_TEST_SUITE_P(, suite,                                                                   \
                             testing::Values(heddle_test::way::host, heddle_test::way::warps,           \
                                             heddle_test::way::diverged, heddle_test::way::one_by_one), \
                             [](auto const& tested) { return testing::PrintToString(tested.param); })

template <class Element, class Check>
void with_every_policy(Element* array, Check const& check)
{
    check(heddle::coalesced_ptr<Element>(array));
    check(heddle::coalesced_ptr<Element, heddle::lane_by_lane>(array));
    check(heddle::coalesced_ptr<Element, heddle::whole_warps>(array));
    check(heddle::coalesced_ptr<Element, heddle::in_block<32>>(array));
}

template <class Check>
void with_every_size(Check const& check)
{
    auto const check_each = [&](auto... element) { (check(element), ...); };
    check_each(bytes<1>{}, bytes<3>{}, bytes<4>{}, bytes<12>{}, bytes<16, 4>{}, bytes<28, 4>{}, bytes<50>{},
               bytes<64, 4>{}, bytes<92>{}, bytes<192>{});
}

}  // namespace heddle_test
