// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random walks: each thread loads the state of its curand generator, draws numbers and stores the state.
#if defined(__CUDACC__)
#    define QUALIFIERS static inline __host__ __device__  // of curand's functions, which the emulated warp runs, too
#else
#    define QUALIFIERS static inline
#    define __host__
#    define __device__
#endif
#include <curand_kernel.h>

#include "compare.cuh"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

static_assert(sizeof(curandStateXORWOW) == 48 && alignof(curandStateXORWOW) == 8);
static_assert(sizeof(curandStateMRG32k3a) == 48 && alignof(curandStateMRG32k3a) == 8);
static_assert(sizeof(curandStatePhilox4_32_10) == 64 && alignof(curandStatePhilox4_32_10) == 16);

// States of 48 bytes have padding before their last member. A store may change this padding.
template <class State>
static bool is_same_state(State const& a, State const& b)
{
    return std::memcmp(&a, &b, offsetof(State, boxmuller_extra) + sizeof a.boxmuller_extra) == 0 &&
           a.boxmuller_extra_double == b.boxmuller_extra_double;
}
static bool is_same_element(curandStateXORWOW const& a, curandStateXORWOW const& b) { return is_same_state(a, b); }
static bool is_same_element(curandStateMRG32k3a const& a, curandStateMRG32k3a const& b) { return is_same_state(a, b); }

// Instantiated with T* it is the baseline, with coalesced_ptr the ported kernel.
template <class State>
struct walk {
    int steps;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer states, float* positions, int i) const
    {
        State state = states[i];
        float x = positions[i];
        for (int k = 0; k < steps; ++k) x += curand_normal(&state);
        positions[i] = x;
        states[i] = state;
    }
};

// Moves states through shared memory. The harness launches blocks of 256 threads.
template <class State>
struct walk_in_block {
    int steps;

    HEDDLE_HOST_DEVICE void operator()(State* states, float* positions, int i) const
    {
        walk<State>{steps}(heddle::coalesced_ptr<State, heddle::in_block<256>>(states), positions, i);
    }
};

//! Sets a state. curand_init takes microseconds, so it sets only the first states. Each other state copies an earlier one
//! and draws a number from it.
template <class State>
static void seed(std::vector<State>& states, std::size_t i)
{
    constexpr std::size_t seeds = 4096;
    if (i < seeds) {
        curand_init(i, 0, 0, &states[i]);
    } else {
        states[i] = states[i - seeds];
        curand(&states[i]);
    }
}

template <class State>
static bool compare_states(heddle_examples::options const& chosen, char const* generator)
{
    using namespace heddle_examples;
    std::size_t const count = chosen.count_of(sizeof(State));
    std::vector<State> states(count);
    for (std::size_t i = 0; i < count; ++i) seed(states, i);
    std::vector<float> const positions(count);
    int const steps = 4;
    return compare(std::string("random_numbers, ") + generator, chosen,
                   arrays(changes(states), raw(changes(positions))), plain("plain", walk<State>{steps}),
                   moved("word alone", walk<State>{steps}), plain("in_block", walk_in_block<State>{steps}),
                   soa("SoA", walk<State>{steps}));
}

int main(int argc, char** argv)
{
    return heddle_examples::run_example(
        argc, argv, "Draws random numbers from states of curand", nullptr, [](heddle_examples::options const& chosen) {
            bool const is_right[] = {compare_states<curandStateXORWOW>(chosen, "XORWOW"),
                                     compare_states<curandStateMRG32k3a>(chosen, "MRG32k3a"),
                                     compare_states<curandStatePhilox4_32_10>(chosen, "Philox4_32_10")};
            return is_right[0] && is_right[1] && is_right[2];
        });
}
