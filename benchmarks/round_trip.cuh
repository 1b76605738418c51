// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Persistent blocks that pass over an array several times.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

namespace heddle_bench {

//! Describes how a kernel passes over an array several times, in rounds. The array is divided into shares, and a block
//! processes one share at a time. Each round begins `shift` shares later than the previous round, so that a block never
//! gets the same share twice in a row, which might still be in the L1 cache.
struct round_trip {
    unsigned shares, rounds, shift;
};

constexpr round_trip trip_of(unsigned shares, unsigned rounds) { return {shares, rounds, 37 % shares}; }

struct share_walk {
    unsigned place, first, passed;  //!< `first`: share with which the round begins; `passed`: number of earlier rounds
};

//! Calls visit(share) for the shares of one block in all rounds. The blocks together get every share once in each
//! round. Blocks do not wait for the end of a round. If there are more blocks than shares, a block may have no share in
//! several successive rounds.
template <class Visit>
HEDDLE_INLINE void for_each_share(round_trip trip, unsigned block, unsigned blocks, Visit const& visit)
{
    share_walk walk = {block, 0, 0};
    auto const enter_round = [&] {
        for (; walk.place >= trip.shares; walk.place -= trip.shares) {
            ++walk.passed;
            walk.first += trip.shift;
            if (walk.first >= trip.shares) walk.first -= trip.shares;
        }
    };
    for (enter_round(); walk.passed < trip.rounds; enter_round()) {
        unsigned const share = walk.first + walk.place;
        visit(std::size_t{share < trip.shares ? share : share - trip.shares});
        walk.place += blocks;
    }
}

}  // namespace heddle_bench
