// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of an access. route_of is the only function that chooses it: load.cuh and store.cuh ask it with an access,
// `heddle plan` and the tests with constants.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class access_kind { load, store };

//! The ways to move elements between memory and registers.
enum class route {
    plain,        //!< per-thread, with the compiler's own copy of a T
    per_thread,   //!< per-thread, word by word
    compacted,    //!< stores by the active lanes, in groups of 8 if their elements are far enough apart
    rows,         //!< rows of words, transposed in registers
    dense_rows,   //!< rows without gaps, for stores of consecutive elements of unaligned sizes
    sector_rows,  //!< rows that end at sector boundaries, for stores of other elements of unaligned sizes
    staged,       //!< chunks of 16 bytes, transposed in shared memory
};

HEDDLE_HOST_DEVICE constexpr char const* to_string(route r)
{
    constexpr char const* names[] = {"plain", "per-thread", "compacted", "rows", "dense rows", "sector rows", "staged"};
    return names[static_cast<unsigned>(r)];
}

//! The properties of an access, as constants.
struct runtime_properties {
    unsigned valid_lanes;  //!< lanes that have an element to move; 0 unless the group is converged
    bool consecutive;      //!< the elements of all lanes (with a `count`: of the first lanes) are consecutive; of
                           //!< elements with gaps: they are near each other
    bool whole_words;      //!< valid elements begin with whole words; true for unaligned sizes
    bool has_scratch;      //!< the group has shared memory for its elements
    bool compacts{false};  //!< if the group does not cooperate, its active lanes may

    HEDDLE_HOST_DEVICE constexpr bool is_consecutive() const { return consecutive; }
    HEDDLE_HOST_DEVICE constexpr bool is_cached() const { return consecutive; }
    HEDDLE_HOST_DEVICE constexpr bool begins_with_words() const { return whole_words; }
    HEDDLE_HOST_DEVICE constexpr bool words_are_consecutive() const { return consecutive && whole_words; }
};

template <route Route>
using route_constant = std::integral_constant<route, Route>;

//! Calls use(route_constant<the route of an access>()), and returns the result. The route is passed as a type, because
//! nvcc 13.0 does not always find out that a value is known in a branch, and would not keep the branches of an access
//! apart.
//! Access: an access (access.cuh), or runtime_properties. An access takes a vote for the first answer of
//!         is_cached, is_consecutive and begins_with_words, so the order of the questions is that of the votes
//! Requires: p.moves_words; other elements take route::plain
HEDDLE_EXEC_CHECK_DISABLE
template <class Access, class Use>
HEDDLE_INLINE constexpr auto with_route(plan const& p, access_kind kind, Access&& access, Use const& use)
{
    bool const loads = kind == access_kind::load;
    bool const together = (loads ? p.loads_together : p.cooperates) && access.valid_lanes >= p.min_valid_lanes &&
                          !(loads && p.loads_through_cache && access.is_cached());
    if (!together) {
        if (!loads && access.compacts) return use(route_constant<route::compacted>());
        return use(route_constant<route::per_thread>());
    }
    if (access.begins_with_words() && access.is_consecutive() && access.has_scratch) {
        return use(route_constant<route::staged>());
    }
    if (loads || !p.stores_sectors) return use(route_constant<route::rows>());
    if (access.valid_lanes == p.lane_count && access.words_are_consecutive()) {
        return use(route_constant<route::dense_rows>());
    }
    return use(route_constant<route::sector_rows>());
}

struct value_of_route {
    template <route Route>
    HEDDLE_HOST_DEVICE constexpr route operator()(route_constant<Route>) const
    {
        return Route;
    }
};

HEDDLE_HOST_DEVICE constexpr route route_of(plan const& p, access_kind kind, runtime_properties const& access)
{
    return p.moves_words ? detail::with_route(p, kind, access, value_of_route()) : route::plain;
}

//! Returns whether an access can take a route. Other routes need not be compiled.
HEDDLE_HOST_DEVICE constexpr bool is_possible(plan const& p, access_kind kind, route wanted, bool has_scratch,
                                              bool compacts)
{
    for (unsigned bits = 0; bits < 16; ++bits) {
        runtime_properties const access{(bits & 1) != 0 ? p.lane_count : 0, (bits & 2) != 0, (bits & 4) != 0,
                                        has_scratch && (bits & 8) != 0, compacts};
        if (detail::route_of(p, kind, access) == wanted) return true;
    }
    return false;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
