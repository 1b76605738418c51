// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code that a host compiler must refuse (expect_refusal.cmake describes the test).

#include <heddle/algorithm/members.cuh>
#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct vec {
    float x, y, z, w, t;
    float length() const;
};
struct mat {
    float value[9];
};
struct particle {
    float x[7];
};
using warp = heddle::emulated_group<32>;

// Writes through coalesced_ptr<T const>.

vec write_element(heddle::coalesced_ptr<vec const> p, heddle::coalesced_ptr<vec> q)
{
    q[3] = vec{};
    q[3] = p[3];
    q[3].store(vec{});
    q[3].member<&vec::z>() = p[3].member<&vec::z>();
#ifdef assign_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    p[3] = vec{};
#endif
#ifdef assign_proxy_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    p[3] = q[4];
#endif
#ifdef store_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    p[3].store(vec{});
#endif
#ifdef member_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    p[3].member<&vec::z>() = 0.0f;
#endif
    return p[3].load();
}

int write_number(heddle::coalesced_ptr<int const> p, heddle::coalesced_ptr<int> q)
{
    q[3] += 2;
    ++q[3];
    swap(q[0], q[1]);
#ifdef add_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    p[3] += 2;
#endif
#ifdef increment_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    ++p[3];
#endif
#ifdef swap_through_const
    // expect: heddle: cannot write through coalesced_ptr<T const>
    swap(p[0], p[1]);
#endif
    return p[3] + 1;
}

void update_const(heddle::coalesced_ptr<vec const> p, vec const* raw, vec* q)
{
    heddle::update(q, [](vec& v) { v.x = 0; });
    auto w = heddle::edit(q);
    w->x = heddle::load_if(true, p + 3).x;
    static_cast<void>(raw);
#ifdef update_through_const
    // expect: heddle: cannot write through a pointer to const T
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
    heddle::update_if(true, raw, [](vec& v) { v.x = 0; });
#endif
#ifdef edit_through_const
    // expect: heddle: cannot write through a pointer to const T
    auto v = heddle::edit(p + 3);
    v->x = 0;
#endif
}

vec store_const(warp const& tile, heddle::coalesced_ptr<vec const> p, vec const* raw, vec* q)
{
    heddle::store(tile, q, heddle::load(tile, raw));
    heddle::store_contiguous(tile, q, heddle::load_contiguous(tile, p, 20), 20);
#ifdef store_to_const
    // expect: heddle: cannot store through a pointer to const T
    heddle::store(tile, raw, vec{});
#endif
#ifdef store_contiguous_to_const
    // expect: heddle: cannot store through a pointer to const T
    heddle::store_contiguous(tile, p, vec{}, 20);
#endif
    return *q;
}

void write_tile(heddle::block_tile<vec> const& tile, heddle::block_tile<vec const> const& read_only)
{
    tile.store(0, read_only.load(0));
#ifdef write_to_tile_of_const
    // expect: heddle: cannot write to a block_tile<T const>
    read_only.store(0, vec{});
#endif
}

void write_pipeline(warp const& block, heddle::tile_stages<vec, 64, 2>& stages, vec* p, vec const* read_only)
{
    auto out = heddle::write_tiles(block, stages, p, 640);
    while (out.next()) out.tile().store(block.thread_rank(), vec{});
    static_cast<void>(read_only);
#ifdef write_tiles_of_const
    // expect: heddle: cannot store through a pointer to const T
    auto refused = heddle::write_tiles(block, stages, read_only, 640);
    while (refused.next()) refused.tile().store(block.thread_rank(), vec{});
#endif
}

// Elements that are not trivially copyable.

void move_strings(warp const& tile, heddle::coalesced_ptr<std::string> p, std::string const& own, int number)
{
    *p.get() = own;
    static_cast<void>(heddle::load(tile, &number));
    heddle::store_contiguous(tile, &number, number);
    static_cast<void>(heddle::shuffle(tile, number, 0));
    static_cast<void>(heddle::reduce_to_all(tile, number));
#ifdef pointer_to_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    std::string const first = p[0];
#endif
#ifdef pointer_stores_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    p[0] = own;
#endif
#ifdef load_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    std::string const first = heddle::load(tile, p.get());
#endif
#ifdef store_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    heddle::store_contiguous(tile, p.get(), own);
#endif
#ifdef shuffle_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    std::string const first = heddle::shuffle(tile, own, 0);
#endif
#ifdef reduce_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    std::string const all = heddle::reduce_to_all(tile, own);
#endif
}

// A pair with a member that is not trivially copyable. The message says to specialize is_bitwise_copyable for the pair.
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
#ifdef pair_of_nontrivial
// expect first: heddle: T must be trivially copyable, because its bytes are moved by other lanes
// expect first: if copying its bytes copies it, specialize heddle::is_bitwise_copyable<T> for T itself, not only for its members: template <> struct heddle::is_bitwise_copyable<T> : std::true_type {};
// expect: std::pair<int, counted>
template std::pair<int, counted> load_pair(warp const&, std::pair<int, counted> const*);
#endif

template class heddle::members<float, std::pair<int, float>>;
#ifdef members_nontrivial
// expect: heddle: members must be trivially copyable
template class heddle::members<float, std::string>;
#endif

struct owner {
    owner() = default;
#ifdef tile_of_nontrivial
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    owner(owner const& other) : value(other.value) {}
#endif
    int value = 0;
};
void tile_of_owners(warp const& block, heddle::tile_stages<owner, 64>& stages, owner* p)
{
    heddle::store_tile(block, stages, heddle::make_tile(block, stages, p, 64));
}

// is_bitwise_copyable is specialized for this type. Copies of its bytes are not destroyed, so its destructor must do
// nothing.
struct destroyed {
    float value[5];
#ifdef destructor_that_is_written_out
    // expect: heddle: the destructor of T must do nothing, because copies of its bytes are not destroyed
    ~destroyed() {}
#endif
};
template <>
struct heddle::is_bitwise_copyable<destroyed> : std::true_type {
};
void update_destroyed(heddle::coalesced_ptr<destroyed> p)
{
    heddle::update(p + 3, [](destroyed& s) { s.value[0] = 0; });
}

// A coalesced_ptr to an undefined or an abstract class may be passed on, as a T* may.
struct declared;
struct interface {
    float x[7];
    virtual float f() = 0;
};
declared* pass_on(heddle::coalesced_ptr<declared> p, heddle::coalesced_ptr<interface> q)
{
    static_cast<void>(q);
#ifdef element_without_values
    // expect first: heddle: p[i] is a whole T: T must be defined, not only declared, where p[i] is written, and must not be abstract
    // expect: arrow_field<declared
    // expect: arrow_field<interface
    p[0].load();
    q[0].load();
#endif
    return p.get();
}

int read_volatile(heddle::coalesced_ptr<int volatile> p, heddle::coalesced_ptr<int> q)
{
    static_cast<void>(p);
#ifdef volatile_element
    // expect first: heddle: T must not be volatile: other lanes move its bytes, as wider words
    return p[0];
#endif
    return q[0];
}

// Construction of a coalesced_ptr.

heddle::coalesced_ptr p_of_floats = static_cast<float*>(nullptr);
#ifdef pointer_to_no_object
// expect first: heddle: the T of coalesced_ptr<T> is a struct or a number: not a reference, not void, no function, and no array (put it into a struct, or point to its first number)
// expect: coalesced_ptr<void
// expect: coalesced_ptr<double
// expect: coalesced_ptr<float
// expect: coalesced_ptr<int
int function();
heddle::coalesced_ptr p_of_void = nullptr;
heddle::coalesced_ptr<double[3]> p_of_arrays;
auto p_of_functions = heddle::make_coalesced(&function);
heddle::coalesced_ptr<float&> p_of_references;
#endif

void make_of(std::vector<float>& numbers)
{
    heddle::make_coalesced(numbers.data());
#ifdef make_coalesced_of_no_pointer
    // expect first: heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which heddle::is_device_pointer holds; for a vector pass its data(), for an iterator of Thrust include heddle/thrust.cuh, for nullptr write coalesced_ptr<T>()
    // expect: has_raw_pointer<int>
    // expect: has_raw_pointer<std::vector<
    heddle::make_coalesced(nullptr);
    heddle::make_coalesced(5);
    heddle::make_coalesced(numbers);
#endif
}

// A smart pointer may have destroyed its element before the kernel reads it.
heddle::coalesced_ptr<particle> make_of_owner(warp const& tile, std::unique_ptr<particle> const& unique,
                                              std::shared_ptr<particle> const& shared)
{
    heddle::make_coalesced(unique.get());
    static_cast<void>(heddle::load(tile, shared.get()));
#ifdef make_coalesced_of_unique_ptr
    // expect: write p.get() if that outlives the kernel, or specialize heddle::is_device_pointer<Pointer>
    heddle::make_coalesced(unique);
#endif
#ifdef load_through_shared_ptr
    // expect: write p.get() if that outlives the kernel, or specialize heddle::is_device_pointer<Pointer>
    static_cast<void>(heddle::load(tile, shared));
#endif
#ifdef pointer_from_unique_ptr
    // expect: this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer
    return unique;
#endif
    return unique.get();
}

heddle::coalesced_ptr<float> without_policy(heddle::coalesced_ptr<float, heddle::lane_by_lane> p)
{
#ifdef pointer_of_another_policy
    // expect: lane_by_lane
    return p;
#endif
    return heddle::coalesced_ptr<float>(p);
}

heddle::coalesced_ptr<particle, heddle::in_block<256>> p_in_block;
heddle::coalesced_ptr<particle, heddle::lane_by_lane> p_by_lane;
heddle::coalesced_ptr<particle> p_by_plan;
#ifdef policy_that_is_none
// expect first: heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last argument of load, store and the related functions
// expect: coalesced_ptr<particle, int>
// expect: coalesced_ptr<particle, heddle::block_scratch<particle, 256
// expect: coalesced_ptr<particle, particle>
heddle::coalesced_ptr<particle, int> p_of_int;
heddle::coalesced_ptr<particle, heddle::block_scratch<particle, 256>> p_of_scratch;
heddle::coalesced_ptr<particle, particle> p_of_particle;
#endif

heddle::coalesced_ptr<float, heddle::in_block<1>> p_in_1;
heddle::coalesced_ptr<float, heddle::in_block<100>> p_in_100;
heddle::coalesced_ptr<float, heddle::in_block<1024>> p_in_1024;
#ifdef in_block_of_no_block
// expect first: heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>
// expect: in_block<0
// expect: in_block<2048
heddle::coalesced_ptr<float, heddle::in_block<0>> p_in_0;
heddle::coalesced_ptr<float, heddle::in_block<2048>> p_in_2048;
#endif

void with_scratch(particle* p, heddle::warp_scratch<particle>& scratch)
{
    heddle::coalesced_ptr<particle, heddle::in_block<256>> const q(p);
    q[0] = q[1];
    static_cast<void>(scratch);
#ifdef pointer_with_scratch
    // expect first: heddle: make_coalesced takes the pointer alone: pass a warp_scratch or block_scratch as the last argument of load, store and the related functions, or let the pointer declare it: coalesced_ptr<T, in_block<256>> q(p), for a launch <<<grid, 256>>>
    auto const r = heddle::make_coalesced(p, scratch);
    r[0] = r[1];
#endif
}

// Members: member<> names one field, HEDDLE_FIELDS all fields.

float member_of(heddle::coalesced_ptr<vec> p)
{
#ifdef member_function
    // expect: heddle: member<> takes a pointer to a data member, as in member<&T::x>()
    p[0].member<&vec::length>();
#endif
#ifdef member_number
    // expect: heddle: member<> takes a pointer to a data member, as in member<&T::x>()
    p[0].member<0>();
#endif
    return p[0].member<&vec::x>();
}

struct weighted {
    float x, y, z, weight;
};
#ifdef fields_without_one
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
HEDDLE_FIELDS(weighted, x, y, weight);
#else
HEDDLE_FIELDS(weighted, x, y, z, weight);
#endif
float weight_of(heddle::coalesced_ptr<weighted> p) { return p[0].weight; }

// The library cannot count the members of a class with a constructor. It detects from the class's size that the last
// member is missing.
struct constructed {
    constructed();
    float x, y, z, weight;
};
#ifdef fields_without_the_last
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
HEDDLE_FIELDS(constructed, x, y, z);
#else
HEDDLE_FIELDS(constructed, x, y, z, weight);
#endif
float height_of(heddle::coalesced_ptr<constructed> p) { return p[0].z; }

// The missing member lies where padding would be.
struct ranged {
    double weight;
    int first, last;
};
#ifdef fields_without_one_in_padding
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
HEDDLE_FIELDS(ranged, weight, first);
#else
HEDDLE_FIELDS(ranged, weight, first, last);
#endif
double weight_of(heddle::coalesced_ptr<ranged> p) { return p[0].weight; }

struct cell {
    char kind, flags;
    int next;
};
#ifdef fields_without_one_in_the_middle
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
HEDDLE_FIELDS(cell, kind, next);
#else
HEDDLE_FIELDS(cell, kind, flags, next);
#endif
int after(heddle::coalesced_ptr<cell> p) { return p[0].next; }

// HEDDLE_FIELDS does not support a field that follows the padding of a base class. p->tail works without the list.
struct base {
    int id;
    char flag;
};
struct derived : base {
    char tail;
};
HEDDLE_FIELDS(derived, id, flag, tail);
char tail_of(heddle::coalesced_ptr<derived> p)
{
#ifdef fields_behind_padding_of_a_base
    // expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
    return p[0].tail;
#endif
    return p->tail;
}

struct __attribute__((packed)) packed {
    char tag;
    float x;
};
#ifdef fields_of_packed
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
HEDDLE_FIELDS(packed, tag, x);
#else
HEDDLE_PACKED_FIELDS(packed, tag, x);
#endif
float x_of(heddle::coalesced_ptr<packed> p) { return p[0].x; }

struct variant {
    int kind;
    union {
        float real;
        int whole;
    };
};
#ifdef fields_of_a_union_twice
// expect first: heddle: HEDDLE_FIELDS takes one member of an anonymous union
HEDDLE_FIELDS(variant, kind, real, whole);
#else
HEDDLE_FIELDS(variant, kind, real);
#endif
int kind_of(heddle::coalesced_ptr<variant> p) { return p[0].kind; }

// A bit-field has no address.
struct bits {
    int id;
    unsigned low : 3, high : 5;
};
#ifdef fields_of_bits
// expect first: heddle: HEDDLE_FIELDS cannot name a bit-field or a reference
HEDDLE_FIELDS(bits, id, low, high);
#endif
unsigned low_of(heddle::coalesced_ptr<bits> p) { return p->low; }

// HEDDLE_FIELDS refuses a class with virtual functions, even if the code has no p[i].
struct shape {
    float x[7];
#ifdef fields_of_virtual_functions
    // expect: heddle: HEDDLE_FIELDS must not name the fields of a class with virtual functions
    virtual float area() const;
#endif
};
HEDDLE_FIELDS(shape, x);
void clear(shape* p)
{
    heddle::update(p, [](shape& s) { s.x[0] = 0; });
}

// The function that update calls must take the element by reference, and return nothing or a bool.

struct moving {
    float x, vx;
    void push(float dt) { x += vx * dt; }
};
void update_by(heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<moving> q, float dt)
{
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
    heddle::update(p + 3, [](vec& v) { return v.x > 0; });
    heddle::update_if(true, p + 3, [](auto const& v) { return v.x > 0; });
    heddle::update(q, [&](moving& m) { m.push(dt); });
#ifdef update_by_value
    // expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference
    heddle::update(p + 3, [](vec v) { v.x = 0; });
#endif
#ifdef update_if_by_value
    // expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference
    heddle::update_if(true, p + 3, [](auto v) { return v.x++ > 0; });
#endif
#ifdef index_is_a_bool
    // expect: heddle: an index is no bool: write load_if(is_valid, first, index)
    heddle::load_if(3, p, 3 < 4);
#endif
#ifdef update_with_another_result
    // expect: heddle: what update calls returns nothing, or as a bool whether the element is to be stored
    heddle::update(p + 3, [](vec& v) { return v.x = 0; });
#endif
#ifdef update_by_a_function_of_more
    // expect: heddle: update cannot call this function with a T& alone; write [&](T& q) { ... }
    heddle::update(q, &moving::push);
#endif
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
    static_cast<void>(three);
#ifdef tile_of_three_lanes
    // expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; make one with cooperative_groups::tiled_partition<32>(block)
    return heddle::load(three, p);
#endif
    return heddle::load(four, p);
}

struct three_lanes : heddle::emulated_group<4> {
    using emulated_group::emulated_group;
#ifdef sort_in_three_lanes
    // expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time
    static constexpr unsigned num_threads() { return 3; }
#endif
};
void order(three_lanes const& tile, int& key) { heddle::bitonic_sort(tile, key); }

heddle::blocked<float, 1> one_item;
#ifdef blocked_of_nothing
// expect: heddle: a lane takes at least one item
heddle::blocked<float, 0> no_items;
#endif

void exchange_slots(warp const& tile, int (&three)[3], int (&four)[4])
{
    heddle::exchange<2>(tile, four, 2);
    static_cast<void>(three);
#ifdef exchange_of_odd_slots
    // expect: heddle: exchange of slots: Distance must be a power of two
    heddle::exchange<1>(tile, three, 1);
#endif
}

// Shared memory.

heddle::warp_scratch<vec, 4> scratch_of_4;
#ifdef scratch_of_three_elements
// expect: heddle: the capacity of a warp_scratch must be 1, 2, 4, 8, 16 or 32 elements
heddle::warp_scratch<vec, 3> scratch_of_3;
#endif

heddle::block_scratch<vec, 1024> scratch_of_1024;
#ifdef scratch_of_too_large_a_block
// expect: heddle: a block has from 1 to 1024 threads
heddle::block_scratch<vec, 2048> scratch_of_2048;
#endif

heddle::tile_stages<int, 1> tile_of_1;
#ifdef tile_of_no_elements
// expect: heddle: a tile has at least one element, and its pipeline one stage
heddle::tile_stages<int, 0> tile_of_0;
#endif

heddle::tile_stages<vec, 1000, 2> stages_of_40_kb;
#ifdef tiles_too_large_for_static_memory
// expect: heddle: static shared memory ends at 48 KiB: take tiles of fewer elements or fewer stages, or tile_stages<T, Capacity, Stages, max_dynamic_shared_bytes> in dynamic_shared memory
heddle::tile_stages<vec, 1000, 3> stages_of_60_kb;
#endif

template <unsigned Capacity>
using dynamic_stages = heddle::tile_stages<vec, Capacity, 3, heddle::max_dynamic_shared_bytes>;
static_assert(sizeof(dynamic_stages<3000>) > 0);
#ifdef tiles_too_large_for_a_block
// expect: heddle: no block has more than 227 KiB of shared memory: take tiles of fewer elements, or fewer stages
static_assert(sizeof(dynamic_stages<4000>) > 0);
#endif

vec load_tile_of(warp const& block, heddle::tile_stages<vec, 64>& stages, heddle::tile_stages<mat, 64>& others,
                 vec const* p)
{
    static_cast<void>(others);
#ifdef tile_of_another_type
    // expect: heddle: the stages must be for elements of the type that the pointer names
    return heddle::load_tile(block, others, p, 64).load(0);
#endif
    return heddle::load_tile(block, stages, p, 64).load(0);
}
