// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything but Thrust, the pipeline from top to bottom:
#pragma once

#include "coalesced_ptr.cuh"  // a pointer whose dereference is
#include "coalesced_ref.cuh"  // a proxy that asks whether the warp is converged, then calls
#include "tile_access.cuh"    // load and store of a tile's elements, by
#include "rows.cuh"           // rows of words in memory, and
#include "transpose.cuh"      // their transpose in registers, by
#include "shuffle.cuh"        // shuffles between lanes, as laid down in
#include "plan.hpp"           // the plan of the element's size and alignment, and
#include "network.hpp"        // the network's arithmetic.
