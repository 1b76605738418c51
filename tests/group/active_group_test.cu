// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests each function of a group and each collective, in active groups of random lanes on both sides of a branch.
#include "active_programs.hpp"
#include "common/gpu.cuh"

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

struct device_branches {
    static constexpr unsigned warp_count = 16 * warps_per_block;

    template <unsigned LaneCount, class Program, class Value>
    static void run(program_run<Program, Value>& whole, std::vector<branch_sets> const& sets)
    {
        device_vector<branch_sets> const device_sets(sets);
        device_vector<Value> const in(whole.in), out(whole.out);
        device_vector<std::uint32_t> const words(whole.words), out_words(whole.out_words);
        lane_io<Value> const io{LaneCount, in.data(), words.data(), out.data(), out_words.data()};
        run_on_both_sides<LaneCount, Program, Value><<<warp_count / warps_per_block, threads>>>(device_sets.data(), io);
        finish_kernel();
        whole.out = out.to_host(whole.out.size());
        whole.out_words = out_words.to_host(whole.out_words.size());
    }
};

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

TEST_F(active_group_test, loads_and_stores) { check_accesses_in_groups<device_branches>(); }
TEST_F(active_group_test, shuffles_and_moves) { check_moves_in_groups<device_branches>(); }
TEST_F(active_group_test, reduces_and_scans) { check_sums_in_groups<device_branches>(); }
TEST_F(active_group_test, sorts) { check_sorts_in_groups<device_branches>(); }

}  // namespace heddle_test::active_group_test
