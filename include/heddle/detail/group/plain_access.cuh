// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each lane's own element, as plain code copies a T.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "element_bytes.cuh"
#include "group.cuh"
#include "word_access.cuh"

namespace heddle::detail {

template <class Element>
HEDDLE_INLINE bool is_aligned(Element const* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % alignof(Element) == 0;
}

//! Tells a group that observes accesses which ones plain code makes for one element a lane.
HEDDLE_EXEC_CHECK_DISABLE
template <bool Stores, class Group, class Element>
HEDDLE_INLINE void announce_plain(Group const& group, Element* pointer, bool wanted)
{
    if constexpr (observes_accesses<Group>::value) {
        constexpr unsigned bytes = words_of<Element>().part_bytes();
        auto const* const first = reinterpret_cast<std::byte const*>(pointer);
        for (unsigned at = 0; at < sizeof(Element); at += bytes) {
            announce_access<Stores>(group, HEDDLE_BYTES_AFTER(first, at), bytes, wanted);
        }
    }
}

}  // namespace heddle::detail
