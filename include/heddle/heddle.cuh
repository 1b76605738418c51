// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Pointers, groups of lanes, updates, shuffles and plans. The collectives of warps and blocks (warp.cuh, block.cuh), the
// algorithms that the host calls (algorithm.cuh) and the policies for Thrust (thrust.cuh) have headers of their own.
#pragma once

// clang-format off
// A pointer that is used like a T*:
#include <heddle/coalesced_ptr.cuh>     // coalesced_ptr, make_coalesced
#include <heddle/coalesced_ref.cuh>     // the types of p[i] and p[i].member<&T::x>()
#include <heddle/fields.cuh>            // HEDDLE_FIELDS: p[i].x
#include <heddle/update.cuh>            // update, edit, load_if and store_if through a pointer
#include <heddle/atomic.cuh>            // atomic_add, atomic_min, atomic_max of records
#include <heddle/policy.cuh>            // in_block, whole_warps, lane_by_lane

// Groups of lanes:
#include <heddle/group_access.cuh>      // load, store, load_if, store_if, load_contiguous, store_contiguous
#include <heddle/blocked.cuh>           // blocked: several elements per lane
#include <heddle/scratch.cuh>           // block_scratch, warp_scratch
#include <heddle/active_group.cuh>      // active_group: groups of any active lanes of a warp
#include <heddle/transpose.cuh>         // rows_to_elements, elements_to_rows
#include <heddle/shuffle.cuh>           // shuffle, shuffle_up, shuffle_down, shuffle_xor

// Type traits, plans, and the version:
#include <heddle/bitwise_copyable.cuh>  // is_bitwise_copyable
#include <heddle/device_pointer.cuh>    // is_device_pointer
#include <heddle/plan.cuh>              // plan_of
#include <heddle/version.hpp>           // HEDDLE_VERSION
// clang-format on
