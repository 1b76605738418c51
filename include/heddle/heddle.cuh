// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything but Thrust, the pipeline from top to bottom:
#pragma once

// clang-format off
#include "update.cuh"          // one load and one store around code with several exits, or
#include "edited_element.cuh"  // around a scope, by lanes that came together, which
#include "active_lanes.cuh"    // stay together, through
#include "coalesced_ptr.cuh"   // a pointer whose dereference is
#include "coalesced_ref.cuh"   // a class that lies over an element, with
#include "element_operators.cuh"  // the operators of a T&, and
#include "fields.cuh"          // the fields that a line of the user's names, or
#include "vector_fields.cuh"   // those of CUDA's vector types; or
#include "member_ref.cuh"      // a reference to one field; it has
#include "policy.cuh"          // a policy that says how
#include "warp_access.cuh"     // the warp, where that is converged, or a user's tile by
#include "blocked_access.cuh"  // several elements a lane, or one:
#include "tile_access.cuh"     // load, store and their kin, do
#include "scratch.cuh"         // with the user's shared memory or without, do
#include "active_store.cuh"    // of some lanes by rank, in
#include "rank_group.cuh"      // groups of any lanes of a warp; do
#include "element_access.cuh"  // the one load and the one store there are: they
#include "element_places.cuh"  // find where its lanes' elements lie, move
#include "rows.cuh"            // rows of
#include "word_access.cuh"     // words, whole or in parts, and
#include "staged_access.cuh"   // through a stage in shared memory, in
#include "chunks.cuh"          // chunks of 16 bytes where they can, as laid out in
#include "stage.hpp"           // a stage free of bank conflicts; or
#include "transpose.cuh"       // transpose them in registers, by
#include "shuffle.cuh"         // shuffles between lanes, as laid down in
#include "plan.hpp"            // the plan of the element's size and alignment, and
#include "network.hpp"         // the network's arithmetic. Whole blocks have
#include "tile_pipeline.cuh"   // pipelines of tiles, or one at a time:
#include "block_tile.cuh"      // a tile of a block in shared memory, of which threads take
#include "shared_element.cuh"  // elements in
#include "shared_words.hpp"    // words free of bank conflicts, and which
#include "tile_stages.cuh"     // the stages that,
#include "tile_copy.cuh"       // chunk by chunk or all at once,
#include "copy_engine.cuh"     // a copy engine fills and empties for
#include "block.cuh"           // the block. Beside them stands
#include "warp.cuh"            // the warp toolbox: reduce, scan, sort and their kin.
// clang-format on
