// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the GPU tests for a few types, because this file is compiled for each mutant. Together, these
// types use every instruction that the warp toolbox uses only on a GPU.

#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/warp_runner.cuh"
#include "group/active_groups.cuh"

namespace heddle_test {
namespace {

template <class Program, class Value>
std::size_t check_some_tiles(random_source& random)
{
    program_run<Program, Value> small(8, 8, random), warps(32, 2, random);
    device_runner<Program, Value, 8>::run(small);
    device_runner<Program, Value, 32>::run(warps);
    std::size_t checked = 0;
    EXPECT_EQ(0u, small.count_wrong(checked)) << Program::name << " in tiles of 8";
    EXPECT_EQ(0u, warps.count_wrong(checked)) << Program::name << " in warps";
    return checked;
}

using gpu_warp = gpu_test;

TEST_F(gpu_warp, shuffles)
{
    random_source random("shuffles");
    for (unsigned round = 0; round < 8; ++round) {
        EXPECT_EQ(2u * 64 * 8, (check_some_tiles<shuffles, int>(random)));
    }
}

TEST_F(gpu_warp, reduces)
{
    random_source random("reductions");
    for (unsigned round = 0; round < 8; ++round) {
        EXPECT_EQ(2u * 64 * 4, (check_some_tiles<reductions<compose>, bytes<6>>(random)));
        EXPECT_EQ(2u * 64 * 4, (check_some_tiles<reductions<known<heddle::minimum>>, int>(random)));
        EXPECT_EQ(2u * 64 * 4, (check_some_tiles<reductions<known<heddle::bit_xor>>, std::uint64_t>(random)));
    }
}

TEST_F(gpu_warp, scans)
{
    random_source random("scans");
    for (unsigned round = 0; round < 8; ++round) {
        EXPECT_EQ(2u * 64 * 4, (check_some_tiles<scans<compose>, bytes<6>>(random)));
        EXPECT_EQ(2u * 64 * 4, (check_some_tiles<scans<known<heddle::plus>>, int>(random)));
    }
}

TEST_F(gpu_warp, active_groups)
{
    random_source random("active groups");
    active_groups::check_functions<8>(random);
    active_groups::check_functions<16>(random);
    active_groups::check_program<reductions<compose>, bytes<6>, 8>(random);
}

}  // namespace
}  // namespace heddle_test
