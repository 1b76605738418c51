// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Work on emulated warps, and the memory traffic that it would cause on a GPU.
#pragma once

#include "mesh.hpp"

#include <heddle/detail/plan/route.hpp>
#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::program {

//! Elements of an array, one for each lane of a warp.
struct plain_elements {
    std::uint64_t first;  //!< the address of the first one; not 0
    std::size_t bytes;
    std::size_t alignment;
    unsigned count;              //!< at most 32
    std::size_t first_byte = 0;  //!< of each element that is accessed; a multiple of the alignment
};

//! Runs an emulated warp whose lanes load, or store, their elements by words as wide as the alignment, as the compiler
//! copies a T, and returns the traffic. The memory is not touched.
transaction_count plain_accesses(detail::access_kind kind, plain_elements const& elements);

struct emulated_result {
    mesh_statistics statistics;
    memory_traffic plain;      //!< of the same kernel through triangle*
    memory_traffic coalesced;  //!< counted while it ran
};

//! Makes `out`, a mesh of the same size, `in` with all normals recomputed, on all processors.
emulated_result repair_emulated(stl_mesh const& in, stl_mesh& out);

}  // namespace heddle::program
