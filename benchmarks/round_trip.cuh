// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Persistent blocks that pass over an array several times.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

namespace heddle_bench {

//! Describes how a kernel passes over an array several times, in rounds. The array is divided into shares; a block
//! moves one share at a time. Each round begins `shift` shares after the beginning of the previous round. So no block
//! gets the same share twice in a row. Such a share might still be in the L1 cache.
struct round_trip {
    unsigned shares, rounds, shift;
};

constexpr round_trip trip_of(unsigned shares, unsigned rounds) { return {shares, rounds, 37 % shares}; }

//! The shares of one block in all rounds. All blocks together get every share once in each round. Blocks do not wait
//! for the end of a round.
class share_walk {
public:
    HEDDLE_INLINE share_walk(round_trip trip, unsigned block, unsigned blocks)
        : trip_(trip), blocks_(blocks), place_(block)
    {
        enter_round();
    }

    HEDDLE_INLINE bool has_share() const { return round_ < trip_.rounds; }
    HEDDLE_INLINE std::size_t share() const
    {
        unsigned const share = first_ + place_;
        return share < trip_.shares ? share : share - trip_.shares;
    }
    HEDDLE_INLINE void advance()
    {
        place_ += blocks_;
        enter_round();
    }

private:
    //! Enters the round of the current place. One step may pass several rounds if there are more blocks than shares.
    HEDDLE_INLINE void enter_round()
    {
        for (; place_ >= trip_.shares; place_ -= trip_.shares) {
            ++round_;
            first_ += trip_.shift;
            if (first_ >= trip_.shares) first_ -= trip_.shares;
        }
    }

    round_trip trip_;
    unsigned blocks_;
    unsigned place_;      //!< the position within the round
    unsigned first_ = 0;  //!< the share that the round begins with
    unsigned round_ = 0;
};

}  // namespace heddle_bench
