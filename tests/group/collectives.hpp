// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Wraps the collectives for one element type and one group size in function pointers. The scenarios are therefore
// compiled once for hundreds of types.
#pragma once

#include "common/expected_traffic/expected_traffic.hpp"

#include <common/bytes.hpp>

#include <heddle/detail/plan/plan.hpp>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <cstddef>
#include <cstring>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace heddle_test {

//! Values are passed as bytes. All lanes of the group call each function.
struct collectives {
    using lane = heddle::detail::emulated_lane;

    heddle::plan plan;
    // Returns the expected transactions. If `contiguous`, these are the transactions of load_contiguous and
    // store_contiguous.
    heddle::transaction_count (*expected)(group_elements const&, heddle::detail::access_kind, bool contiguous);
    heddle::memory_traffic (*run)(std::function<void(lane&)> const& body);
    heddle::memory_traffic (*run_in_warp)(std::function<void(lane&)> const& body);
    void (*load)(lane&, void const* pointer, void* value);
    void (*load_if)(lane&, bool wanted, void const* pointer, void* value);  // `value` is also the fallback
    void (*load_contiguous)(lane&, void const* first, void* value);
    void (*load_counted)(lane&, void const* first, std::size_t count, void* value);
    void (*store)(lane&, void* pointer, void const* value);
    void (*store_if)(lane&, bool wanted, void* pointer, void const* value);
    void (*store_contiguous)(lane&, void* first, void const* value);
    void (*store_counted)(lane&, void* first, std::size_t count, void const* value);

    friend std::ostream& operator<<(std::ostream& out, collectives const& c)
    {
        return out << c.plan.element_bytes << " bytes aligned to " << c.plan.alignment << ", " << c.plan.lane_count
                   << " lanes";
    }
};

//! Runs body in the lanes of one group.
template <unsigned LaneCount>
heddle::memory_traffic run_tile(std::function<void(heddle::detail::emulated_lane&)> const& body)
{
    return heddle::emulate_group<LaneCount>([&](auto const&) { body(*heddle::detail::emulated_lane::current()); });
}

// Two ways to pass scratch to a call: no scratch, or a stage of Capacity elements.
struct no_scratch {
    template <class Element, class Call>
    static void pass_to(Call const& call)
    {
        call();
    }
    template <class Element, unsigned LaneCount>
    static heddle::transaction_count expected(group_elements const& elements, heddle::detail::access_kind kind,
                                              bool contiguous)
    {
        return expected_transactions(heddle::plan_of<Element, LaneCount>(), elements, kind, contiguous);
    }
};

template <unsigned Capacity>
struct stage_of {
    // One stage per thread is enough, because a thread runs one emulated warp at a time.
    template <class Element, class Call>
    static void pass_to(Call const& call)
    {
        static thread_local heddle::warp_scratch<Element, Capacity> scratch;
        call(scratch);
    }
    template <class Element, unsigned LaneCount>
    static heddle::transaction_count expected(group_elements const& elements, heddle::detail::access_kind kind,
                                              bool contiguous)
    {
        constexpr heddle::plan p = heddle::plan_of<Element, LaneCount>();
        if (!p.cooperates() || LaneCount < 32) {
            return expected_transactions(p, elements, kind, contiguous);
        }
        return expected_staged_transactions(make_stage_layout(p, Capacity), elements, kind, contiguous);
    }
};

template <class Element, unsigned LaneCount, class Scratch = no_scratch>
struct collectives_of {
    using lane = heddle::detail::emulated_lane;
    using tile = heddle::emulated_group<LaneCount>;

    template <class Call>
    static void with_scratch(Call const& call)
    {
        Scratch::template pass_to<Element>(call);
    }

    static Element const* in(void const* pointer) { return static_cast<Element const*>(pointer); }
    static Element* out(void* pointer) { return static_cast<Element*>(pointer); }
    static Element from(void const* value)
    {
        Element element;
        std::memcpy(&element, value, sizeof element);
        return element;
    }
    static void give(void* value, Element const& element) { std::memcpy(value, &element, sizeof element); }

    static void load(lane& l, void const* pointer, void* value)
    {
        with_scratch([&](auto&... s) { give(value, heddle::load(tile(l), in(pointer), s...)); });
    }
    static void load_if(lane& l, bool wanted, void const* pointer, void* value)
    {
        with_scratch(
            [&](auto&... s) { give(value, heddle::load_if(tile(l), wanted, in(pointer), from(value), s...)); });
    }
    static void load_contiguous(lane& l, void const* first, void* value)
    {
        with_scratch([&](auto&... s) { give(value, heddle::load_contiguous(tile(l), in(first), s...)); });
    }
    static void load_counted(lane& l, void const* first, std::size_t count, void* value)
    {
        with_scratch([&](auto&... s) { give(value, heddle::load_contiguous(tile(l), in(first), count, s...)); });
    }
    static void store(lane& l, void* pointer, void const* value)
    {
        with_scratch([&](auto&... s) { heddle::store(tile(l), out(pointer), from(value), s...); });
    }
    static void store_if(lane& l, bool wanted, void* pointer, void const* value)
    {
        with_scratch([&](auto&... s) { heddle::store_if(tile(l), wanted, out(pointer), from(value), s...); });
    }
    static void store_contiguous(lane& l, void* first, void const* value)
    {
        with_scratch([&](auto&... s) { heddle::store_contiguous(tile(l), out(first), from(value), s...); });
    }
    static void store_counted(lane& l, void* first, std::size_t count, void const* value)
    {
        with_scratch([&](auto&... s) { heddle::store_contiguous(tile(l), out(first), from(value), count, s...); });
    }

    static collectives table()
    {
        return {heddle::plan_of<Element, LaneCount>(),
                Scratch::template expected<Element, LaneCount>,
                run_tile<LaneCount>,
                run_tile<32>,
                load,
                load_if,
                load_contiguous,
                load_counted,
                store,
                store_if,
                store_contiguous,
                store_counted};
    }
};

//! Returns the collectives of whole warps for elements of the given sizes, each with its widest alignment.
template <std::size_t... Size>
std::vector<collectives> collectives_of_sizes(std::index_sequence<Size...>)
{
    return {collectives_of<bytes<Size>, 32>::table()...};
}

//! Returns the collectives of groups of one size for elements of the given sizes with one alignment.
template <unsigned LaneCount, std::size_t Alignment, std::size_t... Size>
std::vector<collectives> collectives_aligned_to()
{
    return {collectives_of<bytes<Size, Alignment>, LaneCount>::table()...};
}

//! Returns the collectives of groups of one size for elements of the given sizes, each with its widest alignment.
template <unsigned LaneCount, std::size_t... Size>
std::vector<collectives> collectives_of_tile()
{
    return {collectives_of<bytes<Size>, LaneCount>::table()...};
}

//! Returns the collectives of whole warps with a stage of Capacity elements, for the given sizes with one alignment.
template <unsigned Capacity, std::size_t Alignment, std::size_t... Size>
std::vector<collectives> collectives_through_stage()
{
    return {collectives_of<bytes<Size, Alignment>, 32, stage_of<Capacity>>::table()...};
}

}  // namespace heddle_test
