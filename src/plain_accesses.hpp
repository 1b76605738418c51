// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The memory traffic of code that uses a T*.
#pragma once

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

}  // namespace heddle::program
