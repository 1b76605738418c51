// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Declares scenarios that access elements of one type in one group. Each scenario checks the values, the surrounding
// memory and the counted traffic. The scenarios call collectives through function pointers (struct `collectives`), so
// that they are compiled only once for hundreds of types.
#pragma once

#include "common/traffic_bounds.hpp"

#include <common/bytes.hpp>
#include <common/collectives.hpp>
#include <common/full_test.hpp>
#include <common/random.hpp>

#include <heddle/detail/plan/plan.hpp>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ostream>
#include <utility>
#include <vector>

namespace heddle_test {

struct collectives {
    using lane = heddle::detail::emulated_lane;

    heddle::detail::plan plan;
    unsigned elements_of_scratch;  // that the calls' scratch holds; 0: none
    heddle::memory_traffic (*run)(std::function<void(lane&)> const& body);
    heddle::memory_traffic (*run_in_warp)(std::function<void(lane&)> const& body);
    // Calls the collective `what` in the calling lane. Before the call, `*value` is the element to store or the
    // fallback of load_if; after a load, `*value` is the loaded element. For load_if and store_if, `count` is nonzero
    // if the lane is valid. For other collectives, `count` is the number of elements.
    void (*call)(operation what, lane&, void* pointer, std::size_t count, void* value);

    friend std::ostream& operator<<(std::ostream& out, collectives const& c)
    {
        return out << c.plan.element_bytes << " bytes aligned to " << c.plan.alignment << ", " << c.plan.lane_count
                   << " lanes";
    }
};

template <unsigned LaneCount>
heddle::memory_traffic run_tile(std::function<void(heddle::detail::emulated_lane&)> const& body)
{
    return heddle::emulate_group<LaneCount>([&](auto const&) { body(*heddle::detail::emulated_lane::current()); });
}

// Classes that pass scratch to a call: no scratch, or a stage of Capacity elements.
struct no_scratch {
    template <class Element, class Call>
    static void pass_to(Call const& call)
    {
        call();
    }
    static constexpr unsigned capacity = 0;
};

template <unsigned Capacity>
struct stage_of {
    // A host thread runs one emulated warp at a time, so one stage per host thread is enough.
    template <class Element, class Call>
    static void pass_to(Call const& call)
    {
        static thread_local heddle::warp_scratch<Element, Capacity> scratch;
        call(scratch);
    }
    static constexpr unsigned capacity = Capacity;
};

template <class Element, unsigned LaneCount, class Scratch = no_scratch>
struct collectives_of {
    static void call(operation what, heddle::detail::emulated_lane& lane, void* pointer, std::size_t count, void* value)
    {
        heddle::emulated_group<LaneCount> const group(lane);
        Element own;
        std::memcpy(&own, value, sizeof own);
        Scratch::template pass_to<Element>([&](auto&... s) {
            own = call_collective<0>(what, group, static_cast<Element*>(pointer), count != 0, count, own, s...);
        });
        std::memcpy(value, &own, sizeof own);
    }

    static collectives table()
    {
        return {heddle::detail::plan_of<Element, LaneCount>, Scratch::capacity, run_tile<LaneCount>, run_tile<32>,
                call};
    }
};

//! The next functions return collectives for the given sizes, each with its widest alignment or with `Alignment`.
template <std::size_t... Size>
std::vector<collectives> collectives_of_sizes(std::index_sequence<Size...>)
{
    return {collectives_of<bytes<Size>, 32>::table()...};
}

template <unsigned LaneCount, std::size_t Alignment, std::size_t... Size>
std::vector<collectives> collectives_aligned_to()
{
    return {collectives_of<bytes<Size, Alignment>, LaneCount>::table()...};
}

template <unsigned LaneCount, std::size_t... Size>
std::vector<collectives> collectives_of_tile()
{
    return {collectives_of<bytes<Size>, LaneCount>::table()...};
}

template <unsigned Capacity, std::size_t Alignment, std::size_t... Size>
std::vector<collectives> collectives_through_stage()
{
    return {collectives_of<bytes<Size, Alignment>, 32, stage_of<Capacity>>::table()...};
}

template <std::size_t... Size>
using seq = std::index_sequence<Size...>;

//! Runs all scenarios for every type. Stops after the first type that fails.
void check_all(std::vector<collectives> const& types, char const* purpose);

template <unsigned Capacity, std::size_t Alignment, std::size_t... Size>
void check_sizes(seq<Size...>, char const* purpose)
{
    if constexpr (Capacity == 0) {
        check_all(collectives_aligned_to<32, Alignment, Size...>(), purpose);
    } else {
        check_all(collectives_through_stage<Capacity, Alignment, Size...>(), purpose);
    }
}

//! Checks a warp with a stage of Capacity elements, or without a stage if Capacity is 0.
template <unsigned Capacity, std::size_t Alignment, class All, class Representative = All>
void check(char const* purpose)
{
    check_sizes<Capacity, Alignment>(full_or<All, Representative>(), purpose);
}

}  // namespace heddle_test
