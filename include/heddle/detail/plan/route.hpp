// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the route of an access as a value, for `heddle plan`, the documentation and the tests. load.cuh and
// store.cuh choose the same route step by step; the tests compare their choices with route_of().
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class access_kind { load, store };

//! How elements move between memory and registers.
enum class route {
    plain,        //!< per-thread, with the compiler's own copy of a T
    per_thread,   //!< per-thread, word by word
    rows,         //!< rows of words, transposed in registers
    dense_rows,   //!< rows without gaps, for stores of consecutive elements of unaligned sizes
    sector_rows,  //!< rows that end at sector boundaries, for stores of other elements of unaligned sizes
    staged,       //!< chunks of 16 bytes, transposed in shared memory
};

HEDDLE_HOST_DEVICE constexpr char const* to_string(route r)
{
    constexpr char const* names[] = {"plain", "per-thread", "rows", "dense rows", "sector rows", "staged"};
    return names[static_cast<unsigned>(r)];
}

//! Runtime properties of one access.
struct runtime_properties {
    unsigned valid_lanes;  //!< lanes that have an element to move; 0 unless the group is converged
    bool consecutive;      //!< the elements of all lanes (with a `count`: of the first lanes) are consecutive
    bool whole_words;      //!< valid elements begin with whole words; true for unaligned sizes
    bool has_scratch;      //!< the group has shared memory for its elements
};

HEDDLE_HOST_DEVICE constexpr route route_of(plan const& p, access_kind kind, runtime_properties const& access)
{
    bool const loads = kind == access_kind::load;
    if (!p.moves_words()) return route::plain;
    if (loads ? !p.loads_together() : !p.cooperates()) return route::per_thread;
    if (!p.cooperates_for(access.valid_lanes)) return route::per_thread;
    if (loads && p.loads_through_cache() && access.consecutive) return route::per_thread;
    if (access.has_scratch && access.consecutive && access.whole_words) return route::staged;
    if (loads || !p.stores_sectors()) return route::rows;
    bool const is_full = access.valid_lanes == p.lane_count;
    return access.consecutive && is_full ? route::dense_rows : route::sector_rows;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
