// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 1: how a tile moves elements of a given size and alignment: a constexpr value that the
// collectives obey, the tests prove and `heddle plan` prints. Every threshold stands here.
#pragma once

#include "config.cuh"
#include "network.hpp"

#include <cstddef>

namespace heddle {

//! How a plan is carried out.
enum class access_path {
    direct,   //!< every lane moves its own element, as plain code does
    shuffle,  //!< rows of words, transposed in registers
    shared,   //!< rows of 16-byte words, transposed in shared memory (not yet chosen)
    bulk,     //!< whole tiles of a block by the copy engine (not yet chosen)
};

HEDDLE_HOST_DEVICE constexpr char const* to_string(access_path path)
{
    return path == access_path::direct    ? "direct"
           : path == access_path::shuffle ? "shuffle"
           : path == access_path::shared  ? "shared"
                                          : "bulk";
}

//! Measured on an H200, one element a thread (benchmarks/README.md): up to this size plain access
//! is as fast as memory, and whatever the transpose costs is lost.
inline constexpr std::size_t largest_direct_bytes = 12;

//! The rows of a tile wait in registers, one for each word of up to 4 bytes. A thread has 255.
inline constexpr unsigned most_row_registers = 64;

//! Measured there too, scattered over a tile or not: with no more than this share of its lanes
//! wanting an element, each is faster alone.
inline constexpr unsigned lanes_per_too_few = 8;

//! How a tile of `lane_count` lanes moves its elements, and what that costs each lane.
struct plan {
    std::size_t element_bytes;
    std::size_t alignment;  //!< of the element, in bytes
    unsigned lane_count;    //!< n
    unsigned word_bytes;    //!< 16, 8, 4, 2 or 1: the widest that the alignment allows
    unsigned word_count;    //!< m
    access_path path;
    unsigned registers_per_word;  //!< 32-bit registers that hold one word
    unsigned row_accesses;        //!< memory instructions to load, or store, all elements
    unsigned shuffles;            //!< 32-bit shuffles in one transpose
    unsigned selects;             //!< 32-bit selects in one transpose
    unsigned index_shuffles;      //!< further shuffles that tell every lane where elements lie

    //! Whether a tile all of whose lanes want an element moves them together.
    HEDDLE_HOST_DEVICE constexpr bool cooperates() const { return path != access_path::direct; }

    //! Whether a tile in which only so many lanes want an element does.
    HEDDLE_HOST_DEVICE constexpr bool cooperates_for(unsigned wanting_lanes) const
    {
        return cooperates() && wanting_lanes > lane_count / lanes_per_too_few;
    }
};

//! The plan for elements of a size and an alignment.
//! Requires: alignment is a power of two that divides element_bytes; lane_count is 1, 2, 4, … 32.
HEDDLE_HOST_DEVICE constexpr plan make_plan(std::size_t element_bytes, std::size_t alignment,
                                            unsigned lane_count = 32)
{
    unsigned const word_bytes = alignment < 16 ? static_cast<unsigned>(alignment) : 16u;
    unsigned const word_count = static_cast<unsigned>(element_bytes / word_bytes);
    unsigned const registers = word_bytes < 4 ? 1 : word_bytes / 4;

    bool const cooperates = lane_count > 1 && word_count > 1 &&
                            element_bytes > largest_direct_bytes &&
                            word_count <= most_row_registers / registers;
    if (!cooperates) {
        return {element_bytes, alignment,  lane_count, word_bytes, word_count, access_path::direct,
                registers,     word_count, 0,          0,          0};
    }
    network const transpose(word_count, lane_count);
    return {element_bytes,
            alignment,
            lane_count,
            word_bytes,
            word_count,
            access_path::shuffle,
            registers,
            word_count,
            word_count * registers,
            transpose.select_count() * registers,
            2 + word_count};  // one lane's 64-bit address, then an offset for each row
}

//! The plan by which a tile of `LaneCount` lanes moves elements of type Element.
template <class Element, unsigned LaneCount = 32>
HEDDLE_HOST_DEVICE constexpr plan plan_of()
{
    return make_plan(sizeof(Element), alignof(Element), LaneCount);
}

}  // namespace heddle
