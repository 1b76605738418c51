// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses of coalesced_ptr that a host compiler must refuse: wrong constructions, policies, members and operators.
// (refusals.py describes the test.)

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>

#include <memory>
#include <vector>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct vec {
    float x, y, z, w, t;
    float length() const;
};
struct particle {
    float x[7];
};
using warp = heddle::emulated_group<32>;

heddle::coalesced_ptr p_of_floats = static_cast<float*>(nullptr);
// expect: struct or a number
// also: coalesced_ptr<void
// also: coalesced_ptr<double
// also: coalesced_ptr<float
// also: coalesced_ptr<int
REFUSED(pointer_to_no_object, heddle::coalesced_ptr p_of_void = nullptr; heddle::coalesced_ptr<double[3]> p_of_arrays;
        heddle::coalesced_ptr<int()> p_of_functions; heddle::coalesced_ptr<float&> p_of_references;)

void make_of(std::vector<float>& numbers)
{
    heddle::make_coalesced(numbers.data());
    // expect: make_coalesced takes a
    // also: has_raw_pointer<int>
    // also: has_raw_pointer<std::vector<
    // also: has_raw_pointer<void
    REFUSED(make_coalesced_of_no_pointer, heddle::make_coalesced(nullptr); heddle::make_coalesced(5);
            heddle::make_coalesced(numbers); heddle::make_coalesced(&make_of);)
}

// A smart pointer may destroy its element before the kernel reads the element.
heddle::coalesced_ptr<particle> make_of_owner(warp const& tile, std::unique_ptr<particle> const& unique,
                                              std::shared_ptr<particle> const& shared)
{
    heddle::make_coalesced(unique.get());
    static_cast<void>(heddle::load(tile, shared.get()));
    // expect: outlives the kernel
    REFUSED(make_coalesced_of_unique_ptr, heddle::make_coalesced(unique);)
    REFUSED(load_through_shared_ptr, static_cast<void>(heddle::load(tile, shared));)
    // expect: may_own_its_element
    REFUSED(pointer_from_unique_ptr, return unique;)
    return unique.get();
}

heddle::coalesced_ptr<float> without_policy(heddle::coalesced_ptr<float, heddle::lane_by_lane> p)
{
    // expect: lane_by_lane
    REFUSED(pointer_of_another_policy, return p;)
    return heddle::coalesced_ptr<float>(p);
}

heddle::coalesced_ptr<particle, heddle::in_block<256>> p_in_block;
heddle::coalesced_ptr<particle, heddle::lane_by_lane> p_by_lane;
// expect: the policy of
// also: coalesced_ptr<particle, int>
// also: block_scratch<particle, 256
// also: coalesced_ptr<particle, particle>
REFUSED(policy_that_is_none, heddle::coalesced_ptr<particle, int> p_of_int;
        heddle::coalesced_ptr<particle, heddle::block_scratch<particle, 256>> p_of_scratch;
        heddle::coalesced_ptr<particle, particle> p_of_particle;)

heddle::coalesced_ptr<float, heddle::in_block<1>> p_in_1;
heddle::coalesced_ptr<float, heddle::in_block<100>> p_in_100;
heddle::coalesced_ptr<float, heddle::in_block<1024>> p_in_1024;
// expect: threads of a block
// also: in_block<0
// also: in_block<2048
REFUSED(in_block_of_no_block, heddle::coalesced_ptr<float, heddle::in_block<0>> p_in_0;
        heddle::coalesced_ptr<float, heddle::in_block<2048>> p_in_2048;)

void with_scratch(particle* p, heddle::warp_scratch<particle>& scratch)
{
    heddle::coalesced_ptr<particle, heddle::in_block<256>> const q(p);
    q[0] = q[1];
    // expect: takes the pointer alone
    REFUSED(pointer_with_scratch, auto const r = heddle::make_coalesced(p, scratch); r[0] = r[1];)
}

// Pointers to a class and to its base have no difference, as for a T*.
struct moving_particle : particle {};
std::ptrdiff_t distance_of(heddle::coalesced_ptr<moving_particle> p, heddle::coalesced_ptr<particle> q)
{
    // expect: have_no_difference
    REFUSED(difference_from_base, return p - q;)
    REFUSED(difference_from_derived, return q - p.get();)
    return q - heddle::coalesced_ptr<particle const>(p);
}

float member_of(heddle::coalesced_ptr<vec> p)
{
    // expect: pointer to a data
    REFUSED(member_function, p[0].member<&vec::length>();)
    REFUSED(member_number, p[0].member<0>();)
    REFUSED(member_of_another_struct, p[0].member<&particle::x>();)
    return p[0].member<&vec::x>();
}

// An operator that the element lacks.
void add(heddle::coalesced_ptr<particle> p)
{
    p[0] = p[1];
    // expect: no match for
    REFUSED(plus_equals_that_is_missing, p[0] += 3;)
}
