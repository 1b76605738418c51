// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines subjects (functions under test). A subject has an element type, a group size and a way to access elements.
// Each lane calls the subject for each step of a case. Host and device use the same code.
#pragma once

#include "case.hpp"

#include <common/bytes.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <cstring>
#include <type_traits>

namespace heddle_test::fuzz {

//! The arrays of a case, and memory for the results of its lanes.
struct case_memory {
    unsigned char* array[window_count];
    unsigned char* results;  //!< value_bytes() bytes for each step and lane

    HEDDLE_HOST_DEVICE unsigned char* result(unsigned value_bytes, unsigned step_number, unsigned lane) const
    {
        return results + (step_number * max_lanes + lane) * std::size_t{value_bytes};
    }
};

namespace detail {

template <class Value>
HEDDLE_HOST_DEVICE Value make_value(std::uint64_t key)
{
    Value value;
    fill_value(key, reinterpret_cast<unsigned char*>(&value), sizeof(Value));
    return value;
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element>
HEDDLE_HOST_DEVICE Element* element_of(step const& s, unsigned lane, case_memory const& memory)
{
    if (!s.wants(lane) && s.idle != idle_pointer::valid &&
        (s.op == operation::load_if || s.op == operation::store_if)) {
        return s.idle == idle_pointer::null ? nullptr : reinterpret_cast<Element*>(alignof(Element) * 5);
    }
    unsigned const from = is_contiguous(s.op) ? 0 : lane;
    return reinterpret_cast<Element*>(memory.array[s.window[from]]) + s.slot[from];
}

}  // namespace detail

//! Accesses Items elements per lane with collectives, or one element if Items is 0. Uses scratch if Capacity is not 0.
template <unsigned Bytes, unsigned Alignment, unsigned LaneCount, unsigned Items, unsigned Capacity = 0>
struct of_blocked {
    using element = bytes<Bytes, Alignment>;
    using values = std::conditional_t<Items == 0, element, heddle::blocked<element, Items == 0 ? 1 : Items>>;
    using staged = values;
    static constexpr subject_traits traits{Bytes,     Alignment,
                                           LaneCount, Items == 0 ? 1 : Items,
                                           Capacity,  Items == 0 ? interface::collectives : interface::blocked,
                                           ""};

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Group, class... Scratch>
    HEDDLE_HOST_DEVICE static values run(Group const& group, step const& s, unsigned lane, case_memory const& memory,
                                         std::uint64_t key, Scratch&... scratch)
    {
        element* const out = detail::element_of<element>(s, lane, memory);
        element const* const in = out;
        values const value = detail::make_value<values>(key);
        if constexpr (Items == 0) {
            if (s.op == operation::load) return heddle::load(group, in, scratch...);
            if (s.op == operation::load_if) return heddle::load_if(group, s.wants(lane), in, value, scratch...);
            if (s.op == operation::store) heddle::store(group, out, value, scratch...);
            if (s.op == operation::store_if) heddle::store_if(group, s.wants(lane), out, value, scratch...);
        }
        if (s.op == operation::load_contiguous) return heddle::load_contiguous<Items>(group, in, scratch...);
        if (s.op == operation::load_counted) return heddle::load_contiguous<Items>(group, in, s.count, scratch...);
        if (s.op == operation::store_contiguous) heddle::store_contiguous<Items>(group, out, value, scratch...);
        if (s.op == operation::store_counted) heddle::store_contiguous<Items>(group, out, value, s.count, scratch...);
        return value;
    }
};
template <unsigned Bytes, unsigned Alignment, unsigned LaneCount, unsigned Capacity = 0>
using of_collectives = of_blocked<Bytes, Alignment, LaneCount, 0, Capacity>;

template <class Policy>
inline constexpr char const* name_of = "in_block";
template <>
inline constexpr char const* name_of<heddle::by_plan> = "by_plan";
template <>
inline constexpr char const* name_of<heddle::lane_by_lane> = "lane_by_lane";
template <>
inline constexpr char const* name_of<heddle::whole_warps> = "whole_warps";

//! Accesses elements through a coalesced_ptr, in whole and in diverged warps.
template <unsigned Bytes, unsigned Alignment, class Policy = heddle::by_plan>
struct of_pointer {
    using element = bytes<Bytes, Alignment>;
    static constexpr subject_traits traits{Bytes, Alignment, 32, 1, 0, interface::pointer, name_of<Policy>};

    template <class Group>
    HEDDLE_HOST_DEVICE static element run(Group const&, step const& s, unsigned lane, case_memory const& memory,
                                          std::uint64_t key)
    {
        heddle::coalesced_ptr<element, Policy> const p(detail::element_of<element>(s, lane, memory));
        element const value = detail::make_value<element>(key);
        switch (s.op) {
            case operation::load:
                return *p;
            case operation::store:
                *p = value;
                break;
            case operation::load_if:
                if (s.wants(lane)) return p[0];
                break;
            case operation::store_if:
                if (s.wants(lane)) p[0] = value;
                break;
            case operation::load_else_load:
                if (s.wants(lane)) return *p;
                return p[0].load();
            default:
                if (s.wants(lane)) return *p;
                p[0] = value;
        }
        return value;
    }
};

//! Runs the calling lane's part of a case. sync() waits for the other lanes that are present.
HEDDLE_EXEC_CHECK_DISABLE
template <class Subject, class Group, class Sync, class... Scratch>
HEDDLE_HOST_DEVICE void run_steps(Group const& group, unsigned lane, fuzz_case const& c, case_memory const& memory,
                                  Sync const& sync, Scratch&... scratch)
{
    constexpr unsigned value_bytes = Subject::traits.value_bytes();
    for (unsigned k = 0; k < c.step_count; ++k) {
        auto const value = Subject::run(group, c.steps[k], lane, memory, c.key(k, lane), scratch...);
        std::memcpy(memory.result(value_bytes, k, lane), &value, sizeof value);
        sync();
    }
}

}  // namespace heddle_test::fuzz
