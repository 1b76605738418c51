// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies of consecutive bytes between global and shared memory in chunks of 16 bytes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// Only pointers to global memory get a __builtin_assume, because the compiler knows without it that scratch is shared
// memory, and with assumptions about both memories nvcc 13.0 may drop a kernel's stores as unreachable.

//! Consecutive bytes in memory, divided into whole chunks, the head before them and the tail after them.
template <class Byte>
struct chunked_bytes {
    Byte* first;
    unsigned skew;  // offset of the first byte in its chunk
    unsigned head;
    unsigned chunks;
    unsigned tail;

    //! chunk_at returns the offset of a whole chunk. rest_at returns the offset of byte x of the rest: of the head,
    //! followed by the tail.
    HEDDLE_INLINE unsigned chunk_at(unsigned chunk) const { return head + chunk * chunk_bytes; }
    HEDDLE_INLINE unsigned rest_at(unsigned x) const { return x < head ? x : x + chunks * chunk_bytes; }

    HEDDLE_INLINE static chunked_bytes of(Byte* first, unsigned bytes)
    {
        unsigned const skew = detail::offset_in_word(first, chunk_bytes);
        unsigned const before = (chunk_bytes - skew) % chunk_bytes;
        unsigned const head = before < bytes ? before : bytes;
        return {first, skew, head, (bytes - head) / chunk_bytes, (bytes - head) % chunk_bytes};
    }
};

//! Copies Bytes bytes at once: from global to shared memory if Byte is const, otherwise from shared to global memory.
template <unsigned Bytes, class Group, class Byte>
HEDDLE_INLINE void move_unit(Group const& group, std::byte* shared, Byte* address, bool is_valid)
{
    constexpr bool loads = std::is_const_v<Byte>;
    using unit = part_of_bytes<Bytes>;
    if constexpr (loads) {
        detail::group_load<unit>(group, address, is_valid,
                                 [&](unit const& loaded) HEDDLE_INLINE_LAMBDA { detail::write_as(shared, loaded); });
    } else {
        detail::group_store<unit>(group, address, is_valid,
                                  [&]() HEDDLE_INLINE_LAMBDA { return detail::read_as<unit>(shared); });
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
