// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls functions of the user, without their namespace, with objects of heddle. The user has a function of every name
// that heddle's headers define or call. The compiler must choose the user's function for each list of arguments. (The
// policies are not among the objects: with them, Thrust's own functions are found, too.)
#include <heddle/algorithm.cuh>
#include <heddle/block.cuh>
#include <heddle/emulation.hpp>
#include <heddle/exchange.cuh>
#include <heddle/heddle.cuh>
#include <heddle/mdspan.cuh>
#include <heddle/records.cuh>
#include <heddle/thrust.cuh>
#include <heddle/warp.cuh>

#include <type_traits>
#include <utility>

struct particle {
    float x, y, mass;
};
HEDDLE_FIELDS(particle, x, y, mass);

namespace objects {

struct body {
    __host__ __device__ void operator()(particle&) const {}
};
struct sum {
    __host__ __device__ particle operator()(particle const& a, particle const&) const { return a; }
};

//! The result of all functions of the user.
struct chosen {};

using pointer = heddle::coalesced_ptr<particle>;
using constant = heddle::coalesced_ptr<particle const, heddle::in_block<64>> const&;
using reference = pointer::reference;
using member = decltype(std::declval<reference>().member<&particle::x>());
using edited = decltype(std::declval<reference>().edit())&;
using group = heddle::active_group<8> const&;
using scratch = heddle::warp_scratch<particle>&;
using stages = heddle::tile_stages<particle, 64>&;
using tile = heddle::block_tile<particle>&;
using block = heddle::this_block<64> const&;
using tiles = decltype(heddle::read_tiles(std::declval<block>(), std::declval<stages>(), std::declval<pointer>(), 1));

}  // namespace objects

namespace user {

#define HEDDLE_TEST_NAME(name)                                                                      \
    template <class... Argument>                                                                    \
    objects::chosen name(Argument const&...);                                                       \
    template <class... Argument>                                                                    \
    struct calls_##name {                                                                           \
        static_assert(std::is_same_v<decltype(name(std::declval<Argument>()...)), objects::chosen>, \
                      "a function of heddle takes the place of the user's function called " #name); \
        static constexpr bool is_true = true;                                                       \
    };
#define HEDDLE_TEST_NAME_OF_THRUST(name) HEDDLE_TEST_NAME(name)
#include "names.inc"
#undef HEDDLE_TEST_NAME

//! Calls all functions of the user with some arguments.
template <class... Argument>
constexpr bool all_are_chosen()
{
#define HEDDLE_TEST_NAME(name) &&calls_##name<Argument...>::is_true
    return true
#include "names.inc"
        ;
#undef HEDDLE_TEST_NAME
}

}  // namespace user

namespace objects {

using user::all_are_chosen;

//! Calls all functions with an object and the arguments that functions of heddle take.
template <class Object>
constexpr bool are_chosen_for()
{
    return all_are_chosen<Object>() && all_are_chosen<Object, body>() && all_are_chosen<Object, int>() &&
           all_are_chosen<Object, Object>() && all_are_chosen<Object, Object, Object, sum>();
}

static_assert(are_chosen_for<pointer>() && are_chosen_for<constant>() && are_chosen_for<reference>() &&
              are_chosen_for<member>() && are_chosen_for<edited>() && are_chosen_for<group>() &&
              are_chosen_for<scratch>() && are_chosen_for<stages>() && are_chosen_for<tile>() &&
              are_chosen_for<block>() && are_chosen_for<tiles>());
static_assert(are_chosen_for<heddle::by_plan>() && are_chosen_for<heddle::in_block<64>>() &&
              are_chosen_for<heddle::blocked<float, 4>&>() && are_chosen_for<heddle::plus>() &&
              are_chosen_for<heddle::emulated_group<32> const&>() && are_chosen_for<heddle::memory_traffic&>() &&
              are_chosen_for<heddle::plan>() && are_chosen_for<heddle::members<float, float>>() &&
              are_chosen_for<heddle::aosoa<32, float>>() && are_chosen_for<heddle::block_of_many>() &&
              are_chosen_for<heddle::coalesced_accessor<particle>>() &&
              are_chosen_for<heddle::block_reduce_scratch<particle, 8>&>() &&
              are_chosen_for<heddle::grid_reduce_memory<particle>>() && are_chosen_for<heddle::copy_engine>() &&
              are_chosen_for<heddle::operation_kind>());
static_assert(all_are_chosen<bool, pointer>() && all_are_chosen<bool, pointer, body>() &&
              all_are_chosen<bool, pointer, int>() && all_are_chosen<bool, pointer, int, body>() &&
              all_are_chosen<bool, pointer, particle>() && all_are_chosen<bool, pointer, int, particle>());
static_assert(all_are_chosen<group, pointer>() && all_are_chosen<group, pointer, particle>() &&
              all_are_chosen<group, bool, pointer>() && all_are_chosen<group, bool, pointer, particle>() &&
              all_are_chosen<group, pointer, scratch>() && all_are_chosen<group, particle, unsigned>() &&
              all_are_chosen<group, particle, sum>() && all_are_chosen<group, particle, bool, sum>() &&
              all_are_chosen<group, particle, sum, particle>() && all_are_chosen<group, particle (&)[8]>());
static_assert(all_are_chosen<block, stages, pointer, unsigned>() && all_are_chosen<block, stages, tile>() &&
              all_are_chosen<block, tile, body>());
static_assert(all_are_chosen<cudaStream_t, pointer, pointer, body>() &&
              all_are_chosen<cudaStream_t, pointer, pointer, pointer, sum>() &&
              all_are_chosen<void*, std::size_t&, cudaStream_t, pointer, pointer, pointer, sum>());

}  // namespace objects

int main() {}
