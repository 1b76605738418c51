// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code that a host compiler must refuse: wrong constructions of coalesced_ptr, wrong lists of fields, and wrong
// functions for update. (expect_refusal.cmake describes the test.)

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>

#include <memory>
#include <utility>
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

// Construction of a coalesced_ptr.

heddle::coalesced_ptr p_of_floats = static_cast<float*>(nullptr);
// expect first: heddle: the T of coalesced_ptr<T> is a struct or a number: not a reference, not void, no function, and no array (put it into a struct, or point to its first number)
// expect: coalesced_ptr<void
// expect: coalesced_ptr<double
// expect: coalesced_ptr<float
// expect: coalesced_ptr<int
REFUSED(pointer_to_no_object, heddle::coalesced_ptr p_of_void = nullptr; heddle::coalesced_ptr<double[3]> p_of_arrays;
        heddle::coalesced_ptr<int()> p_of_functions; heddle::coalesced_ptr<float&> p_of_references;)

void make_of(std::vector<float>& numbers)
{
    heddle::make_coalesced(numbers.data());
    // expect first: heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which heddle::is_device_pointer holds; for a vector pass its data(), for an iterator of Thrust include heddle/thrust.cuh, for nullptr write coalesced_ptr<T>()
    // expect: has_raw_pointer<int>
    // expect: has_raw_pointer<std::vector<
    // expect: has_raw_pointer<void
    REFUSED(make_coalesced_of_no_pointer, heddle::make_coalesced(nullptr); heddle::make_coalesced(5);
            heddle::make_coalesced(numbers); heddle::make_coalesced(&make_of);)
}

// A smart pointer may destroy its element before the kernel reads the element.
heddle::coalesced_ptr<particle> make_of_owner(warp const& tile, std::unique_ptr<particle> const& unique,
                                              std::shared_ptr<particle> const& shared)
{
    heddle::make_coalesced(unique.get());
    static_cast<void>(heddle::load(tile, shared.get()));
    // expect: write p.get() if that outlives the kernel, or specialize heddle::is_device_pointer<Pointer>
    REFUSED(make_coalesced_of_unique_ptr, heddle::make_coalesced(unique);)
    REFUSED(load_through_shared_ptr, static_cast<void>(heddle::load(tile, shared));)
    // expect: this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer
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
// expect first: heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last argument of load, store and the related functions
// expect: coalesced_ptr<particle, int>
// expect: block_scratch<particle, 256
// expect: coalesced_ptr<particle, particle>
REFUSED(policy_that_is_none, heddle::coalesced_ptr<particle, int> p_of_int;
        heddle::coalesced_ptr<particle, heddle::block_scratch<particle, 256>> p_of_scratch;
        heddle::coalesced_ptr<particle, particle> p_of_particle;)

heddle::coalesced_ptr<float, heddle::in_block<1>> p_in_1;
heddle::coalesced_ptr<float, heddle::in_block<100>> p_in_100;
heddle::coalesced_ptr<float, heddle::in_block<1024>> p_in_1024;
// expect first: heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>
// expect: in_block<0
// expect: in_block<2048
REFUSED(in_block_of_no_block, heddle::coalesced_ptr<float, heddle::in_block<0>> p_in_0;
        heddle::coalesced_ptr<float, heddle::in_block<2048>> p_in_2048;)

void with_scratch(particle* p, heddle::warp_scratch<particle>& scratch)
{
    heddle::coalesced_ptr<particle, heddle::in_block<256>> const q(p);
    q[0] = q[1];
    // expect first: heddle: make_coalesced takes the pointer alone: pass a warp_scratch or block_scratch as the last argument of load, store and the related functions, or let the pointer declare it: coalesced_ptr<T, in_block<256>> q(p), for a launch <<<grid, 256>>>
    REFUSED(pointer_with_scratch, auto const r = heddle::make_coalesced(p, scratch); r[0] = r[1];)
}

// References to elements, and edits. The first error must be about the copy, even if p[i] has no fields.

float copy_reference(heddle::coalesced_ptr<particle> p)
{
    particle q = p[0];
    q.x[0] += q.x[1];
    // expect first: auto_would_copy_a_reference_write_T_q_or_p_i_load
    REFUSED(auto_without_fields, auto r = p[1]; r.x[0] += r.x[1]; r.x[1] += r.x[2]; r.push(); p[1] = r;)
    // expect first: name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow
    REFUSED(member_function_of_element, p[1].length();)
    return q.x[0];
}

void edit_one(heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<vec const> c)
{
    auto q = p[0].edit();
    *q = c[0];
    q->x = (*q).y;
    auto const r = heddle::edit(p + 1);
    q->z = r->z;
    p[2].edit()->t = 0;
    // expect first: heddle: *p[i].edit() is destroyed at the end of the statement: write auto q = p[i].edit(); T& r = *q; or, to read, T r = p[i]
    REFUSED(reference_to_temporary_edit, vec& s = *p[3].edit(); s.x = 1;)
    // expect first: an_edit_is_not_copied_pass_auto_and_q_or_star_q
    REFUSED(copied_edit, auto s = q; s->x = 1;)
    REFUSED(moved_edit, auto s = std::move(q); s->x = 1;)
    // expect first: write_q_arrow_x_or_star_q
    REFUSED(edit_with_a_dot, q.x = 1;)
    REFUSED(edit_as_an_element, vec const s = q;)
    REFUSED(edit_assigned, q = c[3];)
    // expect first: cannot_write_through_coalesced_ptr_of_T_const
    REFUSED(edit_of_const_element, auto s = c[3].edit(); s->x = 1;)
    // expect first: heddle: edit takes one pointer: auto q = edit(p + i), which is auto q = p[i].edit()
    REFUSED(edit_with_index, auto s = heddle::edit(p, 3);)
}

// Arguments in a wrong order or number.

void clear(vec&);
void call_wrongly(warp const& tile, heddle::coalesced_ptr<vec> p, vec const& v, int i, int n)
{
    heddle::update(p + i, [](vec& q) { q.x = 0; });
    heddle::store_if(tile, i < n, p + i, heddle::load_if(tile, i < n, p + i, v));
    heddle::store_if(i & 1, p + i, heddle::load_if(i & 1, p + i));
    heddle::store(tile, p + i, heddle::load(tile, p + i));
    heddle::store_contiguous(tile, p, heddle::load_contiguous(tile, p, 20), 20);
    // expect first: heddle: update takes a pointer and a function: update(p + i, [&](T& q) { ... })
    REFUSED(update_with_index, heddle::update(p, i, [](vec& q) { q.x = 0; });)
    REFUSED(update_of_element, heddle::update(p[i], [](vec& q) { q.x = 0; });)
    REFUSED(update_swapped, heddle::update([](vec& q) { q.x = 0; }, p + i);)
    REFUSED(update_by_function_swapped, heddle::update(clear, p + i);)
    REFUSED(update_by_function_pointer_swapped, heddle::update(&clear, p + i);)
    // expect first: heddle: update_if takes a condition, a pointer and a function: update_if(i < n, p + i, [&](T& q) { ... })
    REFUSED(update_if_by_function_swapped, heddle::update_if(i < n, clear, p + i);)
    REFUSED(update_if_swapped, heddle::update_if(p + i, i < n, [](vec& q) { q.x = 0; });)
    REFUSED(update_if_without_condition, heddle::update_if(p + i, [](vec& q) { q.x = 0; });)
    REFUSED(update_if_with_condition_last, heddle::update_if(p, i, i < n, [](vec& q) { q.x = 0; });)
    // expect first: heddle: load_if takes a condition and a pointer: load_if(i < n, p + i); for a fallback, write T q = load_if(i < n, p + i); if (!(i < n)) q = fallback; or pass a group of lanes: load_if(tile, i < n, p + i, fallback)
    REFUSED(load_if_swapped, vec const q = heddle::load_if(p + i, i < n);)
    REFUSED(load_if_of_element, vec const q = heddle::load_if(i < n, p[i]);)
    REFUSED(load_if_of_group_swapped, vec const q = heddle::load_if(tile, p + i, i < n);)
    // expect first: heddle: store_if takes a condition, a pointer and an element: store_if(i < n, p + i, q); or a group of lanes before them: store_if(tile, i < n, p + i, q)
    REFUSED(store_if_swapped, heddle::store_if(p + i, i < n, v);)
    REFUSED(store_if_of_value_first, heddle::store_if(i < n, v, p + i);)
    REFUSED(store_if_of_no_element, heddle::store_if(i < n, p + i, tile);)
    // expect first: heddle: load takes a group of lanes before the pointer: load(tile, p + i); without a group, write T q = p[i] of a coalesced_ptr, or load_if(true, p + i)
    REFUSED(load_without_group, vec const q = heddle::load(p + i);)
    // expect first: heddle: store takes a group of lanes before the pointer: store(tile, p + i, q); without a group, write p[i] = q of a coalesced_ptr, or store_if(true, p + i, q)
    REFUSED(store_without_group, heddle::store(p + i, v);)
    // expect first: heddle: load_contiguous takes a group of lanes before the pointer: load_contiguous(tile, first), where the lanes pass the same first; without a group, write T q = p[i] of a coalesced_ptr
    REFUSED(load_contiguous_without_group, auto const q = heddle::load_contiguous<4>(p);)
    // expect first: heddle: store_contiguous takes a group of lanes before the pointer: store_contiguous(tile, first, q), where the lanes pass the same first; without a group, write p[i] = q of a coalesced_ptr
    REFUSED(store_contiguous_without_group, heddle::store_contiguous(p, v);)
}

// Members: member<> names one field; HEDDLE_FIELDS names all fields.

float member_of(heddle::coalesced_ptr<vec> p)
{
    // expect: heddle: member<> takes a pointer to a data member of the element, as in member<&T::x>()
    REFUSED(member_function, p[0].member<&vec::length>();)
    REFUSED(member_number, p[0].member<0>();)
    REFUSED(member_of_another_struct, p[0].member<&particle::x>();)
    return p[0].member<&vec::x>();
}

struct weighted {
    float x, y, z, weight;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_without_one, HEDDLE_FIELDS(weighted, x, y, weight);)
ACCEPTED(fields_without_one, HEDDLE_FIELDS(weighted, x, y, z, weight);)
float weight_of(heddle::coalesced_ptr<weighted> p) { return p[0].weight; }

// The constructor hides the number of members. The size of the class shows that the last member is missing.
struct constructed {
    constructed();
    float x, y, z, weight;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_without_the_last, HEDDLE_FIELDS(constructed, x, y, z);)
ACCEPTED(fields_without_the_last, HEDDLE_FIELDS(constructed, x, y, z, weight);)
float height_of(heddle::coalesced_ptr<constructed> p) { return p[0].z; }

// If the list omits `last`, the bytes of `last` look like padding.
struct ranged {
    double weight;
    int first, last;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_without_one_in_padding, HEDDLE_FIELDS(ranged, weight, first);)
ACCEPTED(fields_without_one_in_padding, HEDDLE_FIELDS(ranged, weight, first, last);)
double weight_of(heddle::coalesced_ptr<ranged> p) { return p[0].weight; }

struct cell {
    char kind, flags;
    int next;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_without_one_in_the_middle, HEDDLE_FIELDS(cell, kind, next);)
ACCEPTED(fields_without_one_in_the_middle, HEDDLE_FIELDS(cell, kind, flags, next);)
int after(heddle::coalesced_ptr<cell> p) { return p[0].next; }

// HEDDLE_FIELDS does not support a field in the padding of a base class. p->tail works without HEDDLE_FIELDS.
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
    // expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
    REFUSED(fields_behind_padding_of_a_base, return p[0].tail;)
    return p->tail;
}

struct __attribute__((packed)) packed {
    char tag;
    float x;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_of_packed, HEDDLE_FIELDS(packed, tag, x);)
ACCEPTED(fields_of_packed, HEDDLE_PACKED_FIELDS(packed, tag, x);)
float x_of(heddle::coalesced_ptr<packed> p) { return p[0].x; }

struct variant {
    int kind;
    union {
        float real;
        int whole;
    };
};
// expect first: heddle: HEDDLE_FIELDS takes one member of an anonymous union
REFUSED(fields_of_a_union_twice, HEDDLE_FIELDS(variant, kind, real, whole);)
ACCEPTED(fields_of_a_union_twice, HEDDLE_FIELDS(variant, kind, real);)
int kind_of(heddle::coalesced_ptr<variant> p) { return p[0].kind; }

// C++ has no pointers to bit-fields.
struct bits {
    int id;
    unsigned low : 3, high : 5;
};
// expect first: heddle: HEDDLE_FIELDS cannot name a bit-field or a reference
REFUSED(fields_of_bits, HEDDLE_FIELDS(bits, id, low, high);)
unsigned low_of(heddle::coalesced_ptr<bits> p) { return p->low; }

// HEDDLE_FIELDS refuses a class with virtual functions, even if no code uses p[i].
struct shape {
    float x[7];
    // expect: heddle: HEDDLE_FIELDS must not name the fields of a class with virtual functions
    REFUSED(fields_of_virtual_functions, virtual float area() const;)
};
HEDDLE_FIELDS(shape, x);
void clear(shape* p)
{
    heddle::update(p, [](shape& s) { s.x[0] = 0; });
}

// A list without names, and lists at the wrong scope. (clang-format would separate the names of cases from REFUSED.)
// clang-format off
struct listed {
    float x;
    int id;
};
// expect first: heddle: HEDDLE_FIELDS lacks the name of a data member: HEDDLE_FIELDS(particle, x, y, z)
REFUSED(fields_without_names, HEDDLE_FIELDS(listed);)
REFUSED(fields_with_a_comma_at_the_end, HEDDLE_FIELDS(listed, x, id, );)
// expect first: heddle: HEDDLE_FIELDS names a struct and its data members: HEDDLE_FIELDS(particle, x, y, z)
REFUSED(fields_of_nothing, HEDDLE_FIELDS();)
// expect first: heddle: HEDDLE_FIELDS is written at global scope, after the namespace, class or function that has T: HEDDLE_FIELDS(my_namespace::particle, x, y, z)
REFUSED(fields_in_a_namespace, namespace inner { HEDDLE_FIELDS(listed, x, id); })
REFUSED(fields_in_a_namespace_without_a_name, namespace { HEDDLE_FIELDS(listed, x, id); })
REFUSED(fields_in_a_class, struct outer { HEDDLE_FIELDS(listed, x, id); };)
REFUSED(fields_in_a_function, void clear() { HEDDLE_FIELDS(listed, x, id); })
REFUSED(packed_fields_in_a_namespace, namespace inner { HEDDLE_PACKED_FIELDS(listed, x, id); })
template <class Number>
struct listed_of {
    Number x;
};
REFUSED(template_fields_in_a_namespace, namespace inner { HEDDLE_TEMPLATE_FIELDS((class Number), (listed_of<Number>), x); })
// expect first: heddle: HEDDLE_FIELDS lacks the name of a data member: HEDDLE_FIELDS(particle, x, y, z)
REFUSED(template_fields_without_names, HEDDLE_TEMPLATE_FIELDS((class Number), (listed_of<Number>));)
REFUSED(packed_fields_without_names, HEDDLE_PACKED_FIELDS(listed);)
// clang-format on

// The function that update calls must take the element by reference, and must return void or bool.

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
    // expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference
    REFUSED(update_if_by_value, heddle::update_if(true, p + 3, [](auto v) { return v.x++ > 0; });)
    // expect: heddle: what update calls returns nothing, or as a bool whether the element is to be stored
    REFUSED(update_with_another_result, heddle::update(p + 3, [](vec& v) { return v.x = 0; });)
    // expect: heddle: update cannot call this function with a T& alone; write [&](T& q) { ... }
    REFUSED(update_by_a_function_of_more, heddle::update(q, &moving::push);)
}

// The third argument of load_if without a group would look like an index, and like a fallback.
void access_if(heddle::coalesced_ptr<float> p, float const* raw, warp const& tile, int i)
{
    float const x = heddle::load_if(i < 7, p + i);
    heddle::store_if(i < 7, p + i, heddle::load_if(tile, i < 7, raw + i, 2.9f) + x);
    heddle::update_if(i < 7, p + i, [](float& f) { f += 1; });
    // expect first: heddle: load_if takes a condition and a pointer: load_if(i < n, p + i); for a fallback, write T q = load_if(i < n, p + i); if (!(i < n)) q = fallback; or pass a group of lanes: load_if(tile, i < n, p + i, fallback)
    REFUSED(load_if_with_a_fallback, static_cast<void>(heddle::load_if(i < 7, p, 2.9f));)
    REFUSED(load_if_with_braces, static_cast<void>(heddle::load_if(i < 7, p, {}));)
    REFUSED(load_if_with_an_index, static_cast<void>(heddle::load_if(i < 7, raw, i));)
    REFUSED(load_if_with_an_index_and_a_fallback, static_cast<void>(heddle::load_if(i < 7, raw, i, 2.9f));)
    // expect first: heddle: store_if takes a condition, a pointer and an element: store_if(i < n, p + i, q); or a group of lanes before them: store_if(tile, i < n, p + i, q)
    REFUSED(store_if_with_an_index, heddle::store_if(i < 7, p, i, 2.9f);)
    REFUSED(store_if_with_an_index_of_a_raw_pointer, heddle::store_if(i < 7, p.get(), i, 2.9f);)
    // expect first: heddle: update_if takes a condition, a pointer and a function: update_if(i < n, p + i, [&](T& q) { ... })
    REFUSED(update_if_with_an_index, heddle::update_if(i < 7, p, i, [](float& f) { f += 1; });)
    REFUSED(update_if_with_an_index_of_a_raw_pointer, heddle::update_if(i < 7, p.get(), i, [](float& f) { f += 1; });)
}
