// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code that a host compiler must refuse: writes to const elements, elements that are not trivially copyable, and groups
// and tiles of wrong sizes. (refusals.py describes the test.)

#include <heddle/algorithm/members.cuh>
#include <heddle/block.cuh>
#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <cstdint>
#include <string>
#include <utility>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct vec {
    float x, y, z, w, t;
};
struct mat {
    float value[9];
};
using warp = heddle::emulated_group<32>;

// Writes through coalesced_ptr<T const>.

template <class T, class U>
void write(warp const& tile, heddle::coalesced_ptr<T> p, heddle::coalesced_ptr<U> numbers, T* raw,
           heddle::block_tile<T> const& in_tile, heddle::tile_stages<vec, 64, 2>& stages)
{
    p[3] = p[4];
    p[3].store(vec{});
    p[3].template member<&vec::z>() = 0.0f;
    numbers[3] += 2;
    ++numbers[3];
    swap(numbers[0], numbers[1]);
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
    heddle::edit(p + 3)->x = 0;
    heddle::store(tile, raw, vec{});
    heddle::store_contiguous(tile, p, vec{}, 20);
    in_tile.store(0, vec{});
    auto tiles = heddle::write_tiles(tile, stages, raw, 640);
    while (tiles.next()) tiles.tile().store(tile.thread_rank(), vec{});
}
template void write(warp const&, heddle::coalesced_ptr<vec>, heddle::coalesced_ptr<int>, vec*,
                    heddle::block_tile<vec> const&, heddle::tile_stages<vec, 64, 2>&);
void write_const(warp const& tile, heddle::coalesced_ptr<vec const> p, heddle::coalesced_ptr<int const> numbers,
                 vec const* raw, heddle::block_tile<vec const> const& in_tile, heddle::tile_stages<vec, 64, 2>& stages)
{
    // expect: cannot_write_through
    REFUSED(assign_proxy_through_const, p[3] = p[4];)
    REFUSED(store_through_const, p[3].store(vec{});)
    REFUSED(member_through_const, p[3].member<&vec::z>() = 0.0f;)
    REFUSED(add_through_const, numbers[3] += 2;)
    REFUSED(increment_through_const, ++numbers[3];)
    REFUSED(swap_through_const, swap(numbers[0], numbers[1]);)
    // expect: cannot write through
    REFUSED(update_through_const, heddle::update(p + 3, [](vec& v) { v.x = 0; });)
    REFUSED(update_if_through_const, heddle::update_if(true, raw, [](vec& v) { v.x = 0; });)
    REFUSED(edit_through_const, heddle::edit(p + 3)->x = 0;)
    // expect: cannot store through
    REFUSED(store_to_const, heddle::store(tile, raw, vec{});)
    REFUSED(store_contiguous_to_const, heddle::store_contiguous(tile, p, vec{}, 20);)
    // expect: cannot write to
    REFUSED(write_to_tile_of_const, in_tile.store(0, vec{});)
    // expect: cannot store through
    REFUSED(write_tiles_of_const, auto tiles = heddle::write_tiles(tile, stages, raw, 640);)
}

// Elements that are not trivially copyable.

void move_strings(warp const& tile, heddle::coalesced_ptr<std::string> p, std::string const& own, int number)
{
    *p.get() = own;
    static_cast<void>(heddle::load(tile, &number));
    heddle::store_contiguous(tile, &number, number);
    static_cast<void>(heddle::shuffle(tile, number, 0));
    static_cast<void>(heddle::reduce_to_all(tile, number));
    // expect: must be trivially copyable
    REFUSED(pointer_to_nontrivial, std::string const first = p[0];)
    REFUSED(pointer_stores_nontrivial, p[0] = own;)
    REFUSED(load_nontrivial, std::string const first = heddle::load(tile, p.get());)
    REFUSED(store_nontrivial, heddle::store_contiguous(tile, p.get(), own);)
    REFUSED(shuffle_nontrivial, std::string const first = heddle::shuffle(tile, own, 0);)
    REFUSED(reduce_nontrivial, std::string const all = heddle::reduce_to_all(tile, own);)
}

// A pair whose second member is not trivially copyable. The message must ask for a specialization for the pair.
struct counted {
    int value;
    counted() = default;
    counted(counted const& other) : value(other.value + 1) {}
};
template <class Second>
std::pair<int, Second> load_pair(warp const& tile, std::pair<int, Second> const* pairs)
{
    return heddle::load(tile, pairs);
}
template std::pair<int, float> load_pair(warp const&, std::pair<int, float> const*);
// expect: must be trivially copyable
// expect: is_bitwise_copyable<T>
// also: std::pair<int, counted>
REFUSED(pair_of_nontrivial, template std::pair<int, counted> load_pair(warp const&, std::pair<int, counted> const*);)

template class heddle::members<float, std::pair<int, float>>;
// expect: members must be
REFUSED(members_nontrivial, template class heddle::members<float, std::string>;)

struct owner {
    owner() = default;
    // expect: must be trivially copyable
    REFUSED(tile_of_nontrivial, owner(owner const& other) : value(other.value){})
    int value = 0;
};
void tile_of_owners(warp const& block, heddle::tile_stages<owner, 64>& stages, owner* p)
{
    heddle::store_tile(block, stages, heddle::make_tile(block, stages, p, 64));
}

// is_bitwise_copyable is specialized for this type. The library does not destroy its copies of the bytes.
struct destroyed {
    float value[5];
    // expect: the destructor of T
    REFUSED(destructor_that_is_written_out, ~destroyed(){})
};
template <>
struct heddle::is_bitwise_copyable<destroyed> : std::true_type {
};
void update_destroyed(heddle::coalesced_ptr<destroyed> p)
{
    heddle::update(p + 3, [](destroyed& s) { s.value[0] = 0; });
}

// A coalesced_ptr to an undefined or abstract class may be passed to functions, like a T*.
struct declared;
struct interface {
    float x[7];
    virtual float f() = 0;
};
declared* pass_on(heddle::coalesced_ptr<declared> p, heddle::coalesced_ptr<interface> q)
{
    // expect: must be defined
    // also: p_plus_i_arrow<declared
    // also: p_plus_i_arrow<interface
    REFUSED(element_without_values, p[0].load(); q[0].load();)
    return p.get();
}

int read_volatile(heddle::coalesced_ptr<int volatile> p, heddle::coalesced_ptr<int> q)
{
    // expect: must not be volatile
    REFUSED(volatile_element, return p[0];)
    return q[0];
}

// Group sizes, and parameters of collectives.

template <unsigned LaneCount>
struct group_of {
    static constexpr unsigned num_threads() { return LaneCount; }
    unsigned thread_rank() const;
    void sync() const;
    std::uint32_t shfl(std::uint32_t value, unsigned lane) const;
    unsigned ballot(bool condition) const;
    bool all(bool condition) const;
};
vec load_by(group_of<4> const& four, group_of<3> const& three, vec const* p)
{
    // expect: tiled_partition<32>(block)
    REFUSED(tile_of_three_lanes, return heddle::load(three, p);)
    return heddle::load(four, p);
}

template <unsigned LaneCount>
struct emulated_lanes : heddle::emulated_group<4> {
    using emulated_group::emulated_group;
    static constexpr unsigned num_threads() { return LaneCount; }
};
void order(emulated_lanes<4> const& four, emulated_lanes<3> const& three, int& key)
{
    heddle::bitonic_sort(four, key);
    // expect: a group must have
    REFUSED(sort_in_three_lanes, heddle::bitonic_sort(three, key);)
}

heddle::blocked<float, 1> one_item;
// expect: a lane takes
REFUSED(blocked_of_nothing, heddle::blocked<float, 0> no_items;)

void exchange_slots(warp const& tile, int (&three)[3], int (&four)[4])
{
    heddle::exchange<2>(tile, four, 2);
    // expect: exchange of slots
    REFUSED(exchange_of_odd_slots, heddle::exchange<1>(tile, three, 1);)
}

// Shared memory.

heddle::warp_scratch<vec, 4> scratch_of_4;
// expect: the capacity of a
REFUSED(scratch_of_three_elements, heddle::warp_scratch<vec, 3> scratch_of_3;)

heddle::block_scratch<vec, 1024> scratch_of_1024;
// expect: a block has
REFUSED(scratch_of_too_large_a_block, heddle::block_scratch<vec, 2048> scratch_of_2048;)

heddle::tile_stages<int, 1> tile_of_1;
// expect: a tile has
REFUSED(tile_of_no_elements, heddle::tile_stages<int, 0> tile_of_0;)

heddle::tile_stages<vec, 1000, 2> stages_of_40_kb;
// expect: static shared memory ends
REFUSED(tiles_too_large_for_static_memory, heddle::tile_stages<vec, 1000, 3> stages_of_60_kb;)

template <unsigned Capacity>
using dynamic_stages = heddle::tile_stages<vec, Capacity, 3, heddle::max_dynamic_shared_bytes>;
static_assert(sizeof(dynamic_stages<3000>) > 0);
// expect: no block has more
REFUSED(tiles_too_large_for_a_block, static_assert(sizeof(dynamic_stages<4000>) > 0);)

vec load_tile_of(warp const& block, heddle::tile_stages<vec, 64>& stages, heddle::tile_stages<mat, 64>& others,
                 vec const* p)
{
    // expect: the stages must be
    REFUSED(tile_of_another_type, return heddle::load_tile(block, others, p, 64).load(0);)
    return heddle::load_tile(block, stages, p, 64).load(0);
}
