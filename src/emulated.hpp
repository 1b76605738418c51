// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs work on emulated warps, and counts the memory traffic that the same work would cause on a GPU.
#pragma once

#include "mesh.hpp"

#include <heddle/detail/plan/route.hpp>
#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::program {

//! Elements of an array, one for each lane of a warp.
struct plain_elements {
    std::uint64_t first;  //!< the address of the first element; not 0
    std::size_t bytes;
    std::size_t alignment;
    unsigned count;              //!< at most 32
    std::size_t first_byte = 0;  //!< accesses begin at this byte of each element; a multiple of the alignment
};

//! Returns the traffic of a warp in which each lane loads or stores its element as the compiler copies a T: in words as
//! wide as the alignment. Does not access the memory.
transaction_count plain_accesses(detail::access_kind kind, plain_elements const& elements);

//! The traffic of a warp that copies 32 consecutive elements between two arrays, both of which begin at a cache line.
struct counted_copy {
    memory_traffic coalesced;
    std::optional<memory_traffic> staged;  //!< through shared memory, if the library uses it for such elements
};

//! A phrase for the end of a sentence, which lists the elements that count_copy() supports.
inline constexpr char const* counted_elements =
    "elements of 1 to 64 bytes, of multiples of 4 up to 128 and of multiples of 8 up to 256 at "
    "their widest alignment, and of multiples of 8 up to 64 aligned to 4";

//! Copies 32 elements of this size and alignment on an emulated warp. Returns nothing for elements that
//! counted_elements does not list, because copies are compiled only for the listed types.
std::optional<counted_copy> count_copy(std::size_t element_bytes, std::size_t alignment);

struct emulated_result {
    memory_traffic plain;      //!< the traffic that the kernel would cause through triangle*
    memory_traffic coalesced;  //!< the traffic counted while the kernel ran through coalesced_ptr<triangle>
};

//! Copies `in` to `out`, a mesh of the same size, with all normals recomputed. Uses all processors.
emulated_result repair_emulated(stl_mesh const& in, stl_mesh& out);

}  // namespace heddle::program
