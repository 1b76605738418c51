// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A litmus test of the look-back. Block 0 publishes values of several words, and other blocks wait for them. A waiting
// block must never read a mixture of two values.

#include "common/gpu.cuh"

#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/algorithm/detail/value_states.cuh>
#include <heddle/detail/group.cuh>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::look_back_test {
namespace {

using heddle::detail::tile_state;

template <unsigned Words>
struct equal_words {
    std::uint32_t word[Words];
};

template <unsigned Words>
using states_of = heddle::detail::value_states<equal_words<Words>>;

__host__ __device__ std::uint32_t word_of(std::size_t part, tile_state state)
{
    return static_cast<std::uint32_t>(3 * part + static_cast<unsigned>(state));
}

//! Block 0 publishes state `own` of each part, then state `all`. Other even blocks wait for any state, odd ones for
//! `all`.
template <unsigned Words>
__global__ void publish_and_await(std::uint64_t* words, std::size_t parts, unsigned long long* wrong)
{
    heddle::detail::full_warp const warp;
    states_of<Words> const states(words);
    for (std::size_t first = 0; first < parts; first += 32) {
        std::size_t const part = first + threadIdx.x;
        if (blockIdx.x == 0) {
            for (std::size_t p = first; p < first + 32; ++p) {
                for (tile_state const state : {tile_state::partial, tile_state::inclusive}) {
                    equal_words<Words> value;
                    for (std::uint32_t& word : value.word) word = word_of(p, state);
                    states.publish(warp, p, state, value);
                }
            }
        } else {
            tile_state const least = blockIdx.x % 2 == 0 ? tile_state::partial : tile_state::inclusive;
            auto const known =
                states.await(warp, part, heddle::detail::all_lanes_know<heddle::detail::full_warp>{warp, least});
            bool is_right = known.state >= least;
            for (std::uint32_t const word : known.value.word) {
                is_right = is_right && word == word_of(part, known.state);
            }
            if (!is_right) atomicAdd(wrong, 1ull);
        }
    }
}

class look_back_test : public gpu_test {
protected:
    template <unsigned Words>
    static void expect_whole_values()
    {
        constexpr unsigned blocks = 65;
        std::size_t const parts = usual_or_small(1u << 16, 1u << 10);
        device_vector<std::uint64_t> const words{std::vector<std::uint64_t>(parts * states_of<Words>::words_of_part)};
        device_vector<unsigned long long> const wrong{std::vector<unsigned long long>(1)};
        publish_and_await<Words><<<blocks, 32>>>(words.data(), parts, wrong.data());
        finish_kernel();
        EXPECT_EQ(0u, wrong.to_host(1)[0]) << Words << " words";
    }
};

TEST_F(look_back_test, values_are_seen_as_a_whole)
{
    expect_whole_values<1>();
    expect_whole_values<2>();
    expect_whole_values<7>();
    expect_whole_values<32>();
    expect_whole_values<62>();
}

}  // namespace
}  // namespace heddle_test::look_back_test
