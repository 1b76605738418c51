// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of an access, as a value: what the ladders of load.cuh and store.cuh do with it. `heddle plan`, the
// documentation and the tests ask route_of(); the tests hold it to what the ladders did.
#pragma once

#include "../../config.cuh"
#include "plan.hpp"

namespace heddle::detail {

enum class access_kind { load, store };

//! How elements are moved between memory and registers.
enum class route {
    plain,        //!< per-thread: each lane its own element, as the compiler copies a T
    per_thread,   //!< each lane its own element, in words
    rows,         //!< rows of words, transposed in registers
    dense_rows,   //!< rows without gaps: stores of consecutive elements of unaligned sizes
    sector_rows,  //!< rows that end with sectors: stores of other elements of unaligned sizes
    staged,       //!< chunks of 16 bytes, transposed in shared memory
};

//! The name of a route in documentation and in `heddle plan`.
HEDDLE_HOST_DEVICE constexpr char const* to_string(route r)
{
    constexpr char const* names[] = {"plain",      "per-thread",  "rows",
                                     "dense rows", "sector rows", "staged"};
    return names[static_cast<unsigned>(r)];
}

//! What is known of one access when it runs.
struct runtime_properties {
    unsigned valid_lanes;  //!< lanes that have an element to move; 0 unless the group is converged
    bool
        consecutive;  //!< the elements of all lanes; of load_contiguous also those of the first lanes
    bool whole_words;  //!< valid elements begin with whole words; those of unaligned sizes need not
    bool has_scratch;  //!< the group has shared memory for its elements
};

//! Returns the route by which a group moves its elements.
HEDDLE_HOST_DEVICE constexpr route route_of(plan const& p, access_kind kind,
                                            runtime_properties const& access)
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
