// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work on a mesh without a GPU, and what its memory accesses would cost on one.
#pragma once

#include "mesh_statistics.hpp"
#include "stl_mesh.hpp"

#include <heddle/emulation/transactions.hpp>

namespace heddle::program {

struct emulated_result {
    mesh_statistics statistics;
    memory_traffic plain;      //!< of the same kernel through triangle*
    memory_traffic coalesced;  //!< counted while it ran
};

//! `out`, a mesh of the same size, is afterwards `in` with all normals recomputed.
emulated_result repair_emulated(stl_mesh const& in, stl_mesh& out);

}  // namespace heddle::program
