// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests each function of a group and each collective, in active groups of random lanes on both sides of a branch.
#include "active_groups.cuh"
#include "common/gpu.cuh"
#include "common/warp/accesses.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/sorts.hpp"

#include <cstdint>

namespace heddle_test::active_group_test {

using active_groups::check_functions;
using active_groups::check_program;
using active_group_test = gpu_test;

TEST_F(active_group_test, each_function_agrees_with_plain_arithmetic)
{
    random_source random("functions of active groups");
    check_functions<2>(random);
    check_functions<4>(random);
    check_functions<8>(random);
    check_functions<16>(random);
    check_functions<32>(random);
}

template <class Program, class Value>
void check_program_in_all_groups(random_source& random)
{
    check_program<Program, Value, 2>(random);
    check_program<Program, Value, 4>(random);
    check_program<Program, Value, 8>(random);
    check_program<Program, Value, 16>(random);
    check_program<Program, Value, 32>(random);
}

//! Checks a program in groups of 8 lanes, or of every size if all tests are compiled.
template <class Program, class Value>
void check_program_in_groups(random_source& random)
{
    if constexpr (full) {
        check_program_in_all_groups<Program, Value>(random);
    } else {
        check_program<Program, Value, 8>(random);
    }
}

TEST_F(active_group_test, loads_and_stores_in_groups_of_every_size)
{
    random_source random("loads and stores by groups in branches");
    check_program<accesses, bytes<28, 4>, 2>(random);
    check_program<accesses, bytes<13, 1>, 4>(random);
    check_program<accesses, bytes<53, 1>, 2>(random);
    check_program<accesses, bytes<35, 1>, 8>(random);
    check_program<accesses, bytes<50, 2>, 16>(random);
    check_program<accesses, bytes<28, 4>, 32>(random);
}

FULL_TEST_F(active_group_test, loads_and_stores_elements_of_every_kind)
{
    random_source random("loads and stores by groups in branches");
    check_program_in_groups<accesses, bytes<8, 4>>(random);
    check_program_in_groups<accesses, bytes<16, 4>>(random);
    check_program_in_groups<accesses, bytes<13, 1>>(random);
    check_program_in_groups<accesses, bytes<28, 4>>(random);
    check_program_in_groups<accesses, bytes<35, 1>>(random);
    check_program_in_groups<accesses, bytes<50, 2>>(random);
    check_program_in_groups<accesses, bytes<53, 1>>(random);
    check_program_in_groups<accesses, bytes<64, 16>>(random);
}

TEST_F(active_group_test, shuffles_and_moves)
{
    random_source random("shuffles and moves of groups in branches");
    check_program_in_groups<shuffles, bytes<13>>(random);
    check_program_in_groups<shuffles, double>(random);
    check_program_in_groups<moves, bytes<6>>(random);
    check_program_in_groups<transposes<5>, bytes<20>>(random);
    check_program_in_groups<transposes<12>, int>(random);
    check_program_in_all_groups<moves, int>(random);
}

TEST_F(active_group_test, reduces_and_scans)
{
    random_source random("reductions and scans of groups in branches");
    check_program_in_groups<reductions<compose>, bytes<28>>(random);
    check_program_in_groups<reductions<known<heddle::maximum>>, double>(random);
    check_program_in_groups<scans<compose>, bytes<3>>(random);
    check_program_in_groups<scans<known<heddle::plus>>, std::uint64_t>(random);
    check_program_in_all_groups<reductions<known<heddle::plus>>, unsigned>(random);
    check_program_in_all_groups<scans<known<heddle::plus>>, unsigned>(random);
}

TEST_F(active_group_test, sorts)
{
    random_source random("sorts of groups in branches");
    check_program_in_groups<sorts, bytes<12>>(random);
    check_program_in_groups<sorts_of_many<3>, unsigned>(random);
}

}  // namespace heddle_test::active_group_test
