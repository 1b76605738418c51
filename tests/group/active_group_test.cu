// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests each function of a group and each collective, in active groups of random lanes on both sides of a branch.
#include "common/gpu.cuh"
#include "common/warp/accesses.hpp"
#include "common/warp/active_groups.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/sorts.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::active_group_test {

using active_group_test = gpu_test;

constexpr unsigned threads = 128;
constexpr unsigned warps_per_block = threads / 32;

//! Returns the side that the thread takes: 0, 1, or 2 for neither. Sets `lanes` to the mask of the lanes on that side.
__device__ unsigned side_of_thread(branch_sets const& sets, std::uint32_t& lanes)
{
    unsigned const lane = threadIdx.x % 32;
    bool const is_first = (sets.lanes[0] >> lane & 1u) != 0;
    bool const is_second = (sets.lanes[1] >> lane & 1u) != 0;
    std::uint32_t const first = __ballot_sync(0xffffffffu, is_first);
    std::uint32_t const second = __ballot_sync(0xffffffffu, is_second);
    lanes = is_first ? first : second;
    return is_first ? 0 : is_second ? 1 : 2;
}

//! Calls body(side, lanes, sets) on each side of the branch. The asm statements keep compilers from merging the calls.
template <class Body>
__device__ void on_both_sides(branch_sets const* warps, Body const& body)
{
    branch_sets const sets = warps[(blockIdx.x * blockDim.x + threadIdx.x) / 32];
    std::uint32_t lanes;
    unsigned const side = side_of_thread(sets, lanes);
    if (side == 0) {
        body(0, lanes, sets);
        asm volatile("// the first side");
    } else if (side == 1) {
        body(1, lanes, sets);
        asm volatile("// the second side");
    }
}

template <unsigned LaneCount, class Program, class Value>
__global__ void run_on_both_sides(branch_sets const* warps, lane_io<Value> all)
{
    on_both_sides(warps, [&](unsigned side, std::uint32_t lanes, branch_sets const& sets) {
        run_in_group<LaneCount, Program>(lanes, sets.first_group[side], threadIdx.x % 32, all);
    });
}

template <unsigned LaneCount>
__global__ void count_wrong_functions(branch_sets const* warps, unsigned* wrong)
{
    on_both_sides(warps, [&](unsigned, std::uint32_t lanes, branch_sets const&) {
        wrong[blockIdx.x * blockDim.x + threadIdx.x] = wrong_functions<LaneCount>(lanes, threadIdx.x % 32);
    });
}

template <unsigned LaneCount>
void check_functions(random_source& random)
{
    constexpr unsigned warp_count = 256 * warps_per_block;
    unsigned group_count = 0;
    auto const sets = make_branch_sets(random, warp_count, LaneCount, group_count);
    ASSERT_LT(0u, group_count);
    device_vector<branch_sets> const device_sets(sets);
    device_vector<unsigned> const wrong{std::vector<unsigned>(32 * warp_count)};
    count_wrong_functions<LaneCount><<<warp_count / warps_per_block, threads>>>(device_sets.data(), wrong.data());
    finish_kernel();
    auto const found = wrong.to_host(32 * warp_count);
    for (unsigned thread = 0; thread < found.size(); ++thread) {
        ASSERT_EQ(0u, found[thread]) << "groups of " << LaneCount << ", lane " << thread % 32 << ", sets " << std::hex
                                     << sets[thread / 32].lanes[0] << " and " << sets[thread / 32].lanes[1];
    }
}

template <class Program, class Value, unsigned LaneCount>
std::size_t check_program(random_source& random)
{
    constexpr unsigned warp_count = 16 * warps_per_block;
    return check_active_groups<LaneCount, Program, Value>(
        warp_count, random, [](auto& whole, std::vector<branch_sets> const& sets) {
            device_vector<branch_sets> const device_sets(sets);
            device_vector<Value> const in(whole.in), out(whole.out);
            device_vector<std::uint32_t> const words(whole.words), out_words(whole.out_words);
            lane_io<Value> const io{LaneCount, in.data(), words.data(), out.data(), out_words.data()};
            run_on_both_sides<LaneCount, Program, Value>
                <<<warp_count / warps_per_block, threads>>>(device_sets.data(), io);
            finish_kernel();
            whole.out = out.to_host(whole.out.size());
            whole.out_words = out_words.to_host(whole.out_words.size());
        });
}

template <unsigned... LaneCount>
void check_functions_in_groups(random_source& random)
{
    (check_functions<LaneCount>(random), ...);
}

TEST_F(active_group_test, each_function_agrees_with_plain_arithmetic)
{
    random_source random("functions of active groups");
    check_functions_in_groups<2, 4, 8, 16, 32>(random);
}

template <class Program, class Value, unsigned... LaneCount>
void check_programs(random_source& random)
{
    (check_program<Program, Value, LaneCount>(random), ...);
}

template <class Program, class Value>
void check_program_in_all_groups(random_source& random)
{
    check_programs<Program, Value, 2, 4, 8, 16, 32>(random);
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
