// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Persistent blocks that go round an array.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

namespace heddle_bench {

//! How a kernel goes round: the array has so many shares, each as large as what a block moves at a time. A round begins
//! `shift` shares behind the last one, so that no block has a share twice in a row, which might still be in the L1 cache.
struct round_trip {
    unsigned shares, rounds, shift;
};

constexpr round_trip trip_of(unsigned shares, unsigned rounds) { return {shares, rounds, 37 % shares}; }

//! The shares of one of so many blocks, in all rounds. All blocks together have every share once in each round. Nothing
//! waits for the end of a round.
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
    //! If there are more blocks than shares, a step passes several rounds.
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
    unsigned place_;      //!< within the round
    unsigned first_ = 0;  //!< the share that the round begins with
    unsigned round_ = 0;
};

}  // namespace heddle_bench
