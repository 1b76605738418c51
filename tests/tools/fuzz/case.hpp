// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A random case: a few accesses of one group, one after the other, and the places of their elements. A case is plain
// data, so that a GPU can run it, too.
#pragma once

#include <common/collectives.hpp>

#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

namespace heddle_test::fuzz {

HEDDLE_HOST_DEVICE constexpr bool is_contiguous(operation op)
{
    return op >= operation::load_contiguous && op <= operation::store_counted;
}
HEDDLE_HOST_DEVICE constexpr bool is_counted(operation op)
{
    return op == operation::load_counted || op == operation::store_counted;
}

//! The ways to access elements: with collectives for one element a lane, with collectives for several elements a lane
//! (blocked), or through a coalesced_ptr.
enum class interface : std::uint8_t { collectives, blocked, pointer };

//! The properties of a subject that are known at compile time.
struct subject_traits {
    unsigned element_bytes;
    unsigned alignment;
    unsigned lane_count;
    unsigned items;     //!< the number of elements of a lane
    unsigned capacity;  //!< the capacity of the scratch in elements, or 0 without scratch
    interface how;
    char const* policy;  //!< the name of a pointer's policy

    HEDDLE_HOST_DEVICE constexpr unsigned slot_count() const { return 2 * lane_count * items + 1; }
    HEDDLE_HOST_DEVICE constexpr unsigned array_bytes() const { return slot_count() * element_bytes; }
    //! Returns the size of a lane's value.
    HEDDLE_HOST_DEVICE constexpr unsigned value_bytes() const { return items * element_bytes; }
};

//! The pointer that a lane without an element passes. Any pointer is allowed.
enum class idle_pointer : std::uint8_t { valid, null, wild };

//! The number of memory windows that hold elements. The windows are more than 4 GiB apart.
inline constexpr unsigned window_count = 3;
inline constexpr unsigned max_lanes = 32;
inline constexpr unsigned max_steps = 4;

//! One access by all lanes.
struct step {
    operation op;
    char const* pattern;  //!< the pattern of the places, in words, for the description of the case
    std::uint32_t wanted;
    std::uint32_t count;
    idle_pointer idle;
    // The place of each lane's element. Contiguous accesses use only the place of the first element.
    std::uint8_t window[max_lanes];
    std::uint16_t slot[max_lanes];

    HEDDLE_HOST_DEVICE bool wants(unsigned lane) const { return (wanted >> lane & 1u) != 0; }
};

struct fuzz_case {
    std::uint64_t seed;
    std::uint64_t number;
    unsigned subject;
    unsigned group;         //!< the number of the group that runs the steps; the warp's other groups return at once
    std::uint32_t present;  //!< the lanes that run the steps; the group's other lanes return before the first step
    unsigned step_count;
    step steps[max_steps];
    std::uint32_t skew;  //!< the distance in bytes of the array from the start or the end of its window
    bool at_end;         //!< true if the array lies at the end of its window, false if it lies at the start

    HEDDLE_HOST_DEVICE std::uint64_t key(unsigned step_number, unsigned lane) const
    {
        return (seed * 31 + number) * 4 * max_lanes + step_number * max_lanes + lane;
    }
};

//! Fills `bytes` with the value that a key gives. Each lane has a different key in each step.
HEDDLE_HOST_DEVICE inline void fill_value(std::uint64_t key, unsigned char* bytes, unsigned size)
{
    std::uint64_t state = key * 0x9e3779b97f4a7c15u + 1;
    for (unsigned i = 0; i < size; ++i) {
        if (i % 4 == 0) state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = static_cast<unsigned char>(state >> (32 + i % 4 * 8));
    }
}

}  // namespace heddle_test::fuzz
