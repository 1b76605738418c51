// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A random case: a few successive accesses by one group, and the positions of their elements. A case is plain data.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

namespace heddle_test::fuzz {

//! The functions that a step calls. A load precedes the store like it.
enum class operation : std::uint8_t {
    load,
    store,
    load_if,
    store_if,
    load_contiguous,
    store_contiguous,
    load_counted,
    store_counted,
    load_else_load,   //!< valid lanes load in one branch, the other lanes load in another branch
    load_else_store,  //!< valid lanes load in one branch, the other lanes store in another branch
};

constexpr bool is_store(operation op) { return static_cast<unsigned>(op) % 2 == 1; }
HEDDLE_HOST_DEVICE constexpr bool is_contiguous(operation op)
{
    return op >= operation::load_contiguous && op <= operation::store_counted;
}
HEDDLE_HOST_DEVICE constexpr bool is_counted(operation op)
{
    return op == operation::load_counted || op == operation::store_counted;
}

//! The ways to access elements: with collectives for one element per lane, with collectives for several elements per
//! lane (blocked), or with a coalesced_ptr.
enum class interface : std::uint8_t { collectives, blocked, pointer };

//! The properties of a subject (a function under test, see subject.hpp) that are known at compile time.
struct subject_traits {
    unsigned element_bytes;
    unsigned alignment;
    unsigned lane_count;
    unsigned items;     //!< the number of elements per lane
    unsigned capacity;  //!< the capacity of the scratch in elements, or 0 if there is no scratch
    interface how;
    char const* policy;  //!< the name of the policy of coalesced_ptr

    HEDDLE_HOST_DEVICE constexpr unsigned slot_count() const { return 2 * lane_count * items + 1; }
    HEDDLE_HOST_DEVICE constexpr unsigned array_bytes() const { return slot_count() * element_bytes; }
    HEDDLE_HOST_DEVICE constexpr unsigned value_bytes() const { return items * element_bytes; }
};

//! The kind of pointer that a lane without an element passes. The library must not use this pointer.
enum class idle_pointer : std::uint8_t { valid, null, wild };

//! The number of windows: ranges of memory that contain elements, and that are more than 4 GiB apart.
inline constexpr unsigned window_count = 3;
inline constexpr unsigned max_lanes = 32;
inline constexpr unsigned max_steps = 4;

struct step {
    operation op;
    char const* pattern;  //!< the name of the pattern of the positions, for messages
    std::uint32_t wanted;
    std::uint32_t count;
    idle_pointer idle;
    // The window and the index of each lane's element. Contiguous accesses use only those of lane 0.
    std::uint8_t window[max_lanes];
    std::uint16_t slot[max_lanes];

    HEDDLE_HOST_DEVICE bool wants(unsigned lane) const { return (wanted >> lane & 1u) != 0; }
};

struct fuzz_case {
    std::uint64_t seed;
    std::uint64_t number;
    unsigned subject;
    unsigned group;         //!< the index of the group that runs the steps; other groups of the warp return at once
    std::uint32_t present;  //!< lanes that run the steps; other lanes of the group return before the first step
    unsigned step_count;
    step steps[max_steps];
    std::uint32_t skew;  //!< the distance in bytes between the array and the start or the end of its window
    bool at_end;         //!< true if the array lies at the end of its window; false if it lies at the start

    HEDDLE_HOST_DEVICE std::uint64_t key(unsigned step_number, unsigned lane) const
    {
        return (seed * 31 + number) * 4 * max_lanes + step_number * max_lanes + lane;
    }
};

//! Fills `bytes` with a value computed from `key`. Keys differ between the lanes and between the steps.
HEDDLE_HOST_DEVICE inline void fill_value(std::uint64_t key, unsigned char* bytes, unsigned size)
{
    std::uint64_t state = key * 0x9e3779b97f4a7c15u + 1;
    for (unsigned i = 0; i < size; ++i) {
        if (i % 4 == 0) state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = static_cast<unsigned char>(state >> (32 + i % 4 * 8));
    }
}

}  // namespace heddle_test::fuzz
