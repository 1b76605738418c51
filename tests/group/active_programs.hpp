// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The programs of the warp toolbox that run in active groups on both sides of a branch, on the host and on a GPU.
#pragma once

#include "common/full_test.hpp"
#include "common/warp/accesses.hpp"
#include "common/warp/active_groups.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/sorts.hpp"

#include <cstdint>

namespace heddle_test {

//! Checks a program in groups of LaneCount lanes. Runner::run<LaneCount, Program>(whole, sets) runs it on both sides of
//! a branch in Runner::warp_count warps.
template <class Runner, class Program, class Value, unsigned LaneCount>
void check_in_groups_of(random_source& random)
{
    check_active_groups<LaneCount, Program, Value>(Runner::warp_count, random, [](auto& whole, auto const& sets) {
        Runner::template run<LaneCount, Program>(whole, sets);
    });
}
template <class Runner, class Program, class Value, unsigned... LaneCount>
void check_in_groups_of_each(random_source& random)
{
    (check_in_groups_of<Runner, Program, Value, LaneCount>(random), ...);
}

//! Checks a program in groups of LaneCount lanes, or of every size if all tests are compiled.
template <class Runner, class Program, class Value, unsigned LaneCount>
void check_in_groups(random_source& random)
{
    if constexpr (full) {
        check_in_groups_of_each<Runner, Program, Value, 2, 4, 8, 16, 32>(random);
    } else {
        check_in_groups_of<Runner, Program, Value, LaneCount>(random);
    }
}

template <class Runner>
void check_accesses_in_groups()
{
    random_source random("loads and stores by groups in branches");
    check_in_groups<Runner, accesses, bytes<28, 4>, 2>(random);
    check_in_groups<Runner, accesses, bytes<28, 4>, 32>(random);
    check_in_groups<Runner, accesses, bytes<8, 4>, 16>(random);
    check_in_groups<Runner, accesses, bytes<16, 4>, 8>(random);
    check_in_groups<Runner, accesses, bytes<13, 1>, 4>(random);
    check_in_groups<Runner, accesses, bytes<35, 1>, 8>(random);
    check_in_groups<Runner, accesses, bytes<50, 2>, 16>(random);
    check_in_groups<Runner, accesses, bytes<53, 1>, 2>(random);
    check_in_groups<Runner, accesses, bytes<64, 16>, 16>(random);
    check_in_groups<Runner, accesses, bytes<192, 16>, 32>(random);
}

template <class Runner>
void check_moves_in_groups()
{
    random_source random("shuffles and moves of groups in branches");
    check_in_groups<Runner, shuffles, bytes<13>, 4>(random);
    check_in_groups<Runner, shuffles, double, 8>(random);
    check_in_groups<Runner, moves, bytes<6>, 16>(random);
    check_in_groups<Runner, moves, int, 2>(random);
    check_in_groups<Runner, transposes<5>, bytes<20>, 32>(random);
    check_in_groups<Runner, transposes<12>, int, 16>(random);
}

template <class Runner>
void check_sums_in_groups()
{
    random_source random("reductions and scans of groups in branches");
    check_in_groups<Runner, reductions<compose>, bytes<28>, 4>(random);
    check_in_groups<Runner, reductions<known<heddle::plus>>, unsigned, 32>(random);
    check_in_groups<Runner, reductions<known<heddle::plus>>, unsigned, 8>(random);
    check_in_groups<Runner, reductions<known<heddle::maximum>>, double, 4>(random);
    check_in_groups<Runner, scans<compose>, bytes<3>, 8>(random);
    check_in_groups<Runner, scans<known<heddle::plus>>, unsigned, 16>(random);
    check_in_groups<Runner, scans<known<heddle::plus>>, std::uint64_t, 32>(random);
}

template <class Runner>
void check_sorts_in_groups()
{
    random_source random("sorts of groups in branches");
    check_in_groups<Runner, sorts, bytes<12>, 16>(random);
    check_in_groups<Runner, sorts, bytes<12>, 2>(random);
    check_in_groups<Runner, sorts_of_many<3>, unsigned, 8>(random);
}

}  // namespace heddle_test
