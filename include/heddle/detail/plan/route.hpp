// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of an access, as a value for `heddle plan`, the documentation and the tests. load.cuh and store.cuh choose
// it step by step; the tests hold route_of() to what they did.
#pragma once

#include "../../config.cuh"
#include "plan.hpp"

namespace heddle::detail {

enum class access_kind { load, store };

//! How elements move between memory and registers.
enum class route {
    plain,        //!< per-thread, as the compiler copies a T
    per_thread,   //!< per-thread, in words
    rows,         //!< rows of words, transposed in registers
    dense_rows,   //!< rows without gaps: stores of consecutive elements of unaligned sizes
    sector_rows,  //!< rows that end at sectors: stores of other elements of unaligned sizes
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
    bool consecutive;      //!< the elements of all lanes, or of the first lanes in load_contiguous
    bool whole_words;      //!< valid elements begin with whole words; those of unaligned sizes need not
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
