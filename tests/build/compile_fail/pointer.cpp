// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code that a host compiler must refuse: wrong constructions of coalesced_ptr, wrong lists of fields, and wrong
// functions for update. (refusals.py describes the test.)

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

// References to elements, and edits. The first error must be about the copy, even if p[i] has no fields.

float copy_reference(heddle::coalesced_ptr<particle> p)
{
    particle q = p[0];
    q.x[0] += q.x[1];
    // expect: auto_would_copy
    REFUSED(auto_without_fields, auto r = p[1]; r.x[0] += r.x[1]; r.x[1] += r.x[2]; r.push(); p[1] = r;)
    // expect: name_in_HEDDLE_FIELDS
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
    // expect: is destroyed at
    REFUSED(reference_to_temporary_edit, vec& s = *p[3].edit(); s.x = 1;)
    // expect: edit_is_not_copied
    REFUSED(copied_edit, auto s = q; s->x = 1;)
    REFUSED(moved_edit, auto s = std::move(q); s->x = 1;)
    // expect: write_q_arrow
    REFUSED(edit_with_a_dot, q.x = 1;)
    REFUSED(edit_as_an_element, vec const s = q;)
    REFUSED(edit_assigned, q = c[3];)
    // expect: cannot_write_through
    REFUSED(edit_of_const_element, auto s = c[3].edit(); s->x = 1;)
    // expect: edit takes one pointer
    REFUSED(edit_with_index, auto s = heddle::edit(p, 3);)
}

// Arguments in a wrong order or number.

void clear(vec&);
void normalize(vec&);
bool normalize(float&);
template <class T>
void zero(T&);
// Arguments that convert, among them null pointers, objects with conversions that are not const, and temporaries.
struct becomes_bool {
    operator bool();
};
struct becomes_count {
    operator unsigned();
};
struct becomes_vec {
    operator vec() &&;
};
void call_with_conversions(warp const& tile, heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<vec*> pointers,
                           becomes_bool wanted, becomes_count count)
{
    heddle::store(tile, pointers, 0);
    heddle::store_if(wanted, pointers, 0);
    heddle::store(tile, p, becomes_vec{});
    heddle::store_if(tile, wanted, p, becomes_vec{});
    heddle::store_contiguous(tile, p, heddle::load_contiguous(tile, p, count), count);
}
void call_wrongly(warp const& tile, heddle::coalesced_ptr<vec> p, vec const& v, int i, int n,
                  heddle::warp_scratch<heddle::blocked<vec, 4>>& scratch, heddle::warp_scratch<vec>& other)
{
    heddle::update(p + i, [](vec& q) { q.x = 0; });
    heddle::store_if(tile, i < n, p + i, heddle::load_if(tile, i < n, p + i, v));
    heddle::store_if(i & 1, p + i, heddle::load_if(i & 1, p + i));
    heddle::store(tile, p + i, heddle::load(tile, p + i));
    heddle::store_contiguous(tile, p, heddle::load_contiguous(tile, p, 20), 20);
    heddle::store_contiguous<4>(tile, p, heddle::load_contiguous<4>(tile, p, 20, scratch), scratch);
    heddle::store_if(tile, i < n, p + i, heddle::load_if(tile, i < n, p + i, v, other), other);
    // expect: update takes a pointer
    REFUSED(update_with_index, heddle::update(p, i, [](vec& q) { q.x = 0; });)
    REFUSED(update_of_element, heddle::update(p[i], [](vec& q) { q.x = 0; });)
    REFUSED(update_swapped, heddle::update([](vec& q) { q.x = 0; }, p + i);)
    REFUSED(update_by_function_swapped, heddle::update(clear, p + i);)
    REFUSED(update_by_function_pointer_swapped, heddle::update(&clear, p + i);)
    // expect: has several functions
    REFUSED(update_by_overloaded_functions, heddle::update(p + i, normalize);)
    REFUSED(update_by_name_of_template, heddle::update(p + i, zero);)
    REFUSED(update_if_by_overloaded_functions, heddle::update_if(i < n, p + i, &normalize);)
    // expect: update_if takes
    REFUSED(update_if_by_function_swapped, heddle::update_if(i < n, clear, p + i);)
    REFUSED(update_if_swapped, heddle::update_if(p + i, i < n, [](vec& q) { q.x = 0; });)
    REFUSED(update_if_without_condition, heddle::update_if(p + i, [](vec& q) { q.x = 0; });)
    REFUSED(update_if_with_condition_last, heddle::update_if(p, i, i < n, [](vec& q) { q.x = 0; });)
    // expect: load_if takes
    REFUSED(load_if_swapped, vec const q = heddle::load_if(p + i, i < n);)
    REFUSED(load_if_of_element, vec const q = heddle::load_if(i < n, p[i]);)
    REFUSED(load_if_of_group_swapped, vec const q = heddle::load_if(tile, p + i, i < n);)
    REFUSED(load_if_of_group_with_no_fallback, vec const q = heddle::load_if(tile, i < n, p + i, 5);)
    // expect: store_if takes
    REFUSED(store_if_by_group_of_no_element, heddle::store_if(tile, i < n, p + i, 5);)
    REFUSED(store_if_by_group_without_element, heddle::store_if(tile, i < n, p + i, other);)
    REFUSED(store_if_swapped, heddle::store_if(p + i, i < n, v);)
    REFUSED(store_if_of_value_first, heddle::store_if(i < n, v, p + i);)
    REFUSED(store_if_of_no_element, heddle::store_if(i < n, p + i, tile);)
    // expect: load takes a group
    REFUSED(load_without_group, vec const q = heddle::load(p + i);)
    REFUSED(load_of_element, vec const q = heddle::load(p[i]);)
    REFUSED(load_by_group_of_element, vec const q = heddle::load(tile, p[i]);)
    REFUSED(load_by_group_with_condition, vec const q = heddle::load(tile, p + i, i < n);)
    // expect: store takes a group
    REFUSED(store_by_group_without_element, heddle::store(tile, p + i);)
    REFUSED(store_by_group_of_no_element, heddle::store(tile, p + i, 5);)
    REFUSED(store_by_group_of_scratch_first, heddle::store(tile, p + i, other, v);)
    REFUSED(store_without_group, heddle::store(p + i, v);)
    REFUSED(store_to_element, heddle::store(p[i], v);)
    REFUSED(store_by_group_to_element, heddle::store(tile, p[i], v);)
    // expect: load_contiguous takes a
    REFUSED(load_contiguous_without_group, auto const q = heddle::load_contiguous<4>(p);)
    REFUSED(load_contiguous_of_element, vec const q = heddle::load_contiguous(tile, p[0], 20);)
    REFUSED(load_contiguous_with_value, vec const q = heddle::load_contiguous(tile, p, v);)
    // expect: store_contiguous takes a
    REFUSED(store_contiguous_without_element, heddle::store_contiguous(tile, p, 20);)
    REFUSED(store_contiguous_of_count_first, heddle::store_contiguous(tile, p, 20, v);)
    REFUSED(store_contiguous_of_items_without_element, heddle::store_contiguous<4>(tile, p);)
    REFUSED(store_contiguous_without_group, heddle::store_contiguous(p, v);)
    REFUSED(store_contiguous_to_element, heddle::store_contiguous(tile, p[0], v);)
}

// Members: member<> names one field; HEDDLE_FIELDS names all fields.

float member_of(heddle::coalesced_ptr<vec> p)
{
    // expect: pointer to a data
    REFUSED(member_function, p[0].member<&vec::length>();)
    REFUSED(member_number, p[0].member<0>();)
    REFUSED(member_of_another_struct, p[0].member<&particle::x>();)
    return p[0].member<&vec::x>();
}

struct weighted {
    float x, y, z, weight;
};
// expect: must name all data
REFUSED(fields_without_one, HEDDLE_FIELDS(weighted, x, y, weight);)
ACCEPTED(fields_without_one, HEDDLE_FIELDS(weighted, x, y, z, weight);)
float weight_of(heddle::coalesced_ptr<weighted> p) { return p[0].weight; }

// The constructor hides the number of members. The size of the class shows that the last member is missing.
struct constructed {
    constructed();
    float x, y, z, weight;
};
// expect: must name all data
REFUSED(fields_without_the_last, HEDDLE_FIELDS(constructed, x, y, z);)
ACCEPTED(fields_without_the_last, HEDDLE_FIELDS(constructed, x, y, z, weight);)
float height_of(heddle::coalesced_ptr<constructed> p) { return p[0].z; }

// If the list omits `last`, the bytes of `last` look like padding.
struct ranged {
    double weight;
    int first, last;
};
// expect: must name all data
REFUSED(fields_without_one_in_padding, HEDDLE_FIELDS(ranged, weight, first);)
ACCEPTED(fields_without_one_in_padding, HEDDLE_FIELDS(ranged, weight, first, last);)
double weight_of(heddle::coalesced_ptr<ranged> p) { return p[0].weight; }

struct cell {
    char kind, flags;
    int next;
};
// expect: must name all data
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
    // expect: must name all data
    REFUSED(fields_behind_padding_of_a_base, return p[0].tail;)
    return p->tail;
}

struct __attribute__((packed)) packed {
    char tag;
    float x;
};
// expect: must name all data
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
// expect: an anonymous union
REFUSED(fields_of_a_union_twice, HEDDLE_FIELDS(variant, kind, real, whole);)
ACCEPTED(fields_of_a_union_twice, HEDDLE_FIELDS(variant, kind, real);)
int kind_of(heddle::coalesced_ptr<variant> p) { return p[0].kind; }

// C++ has no pointers to bit-fields.
struct bits {
    int id;
    unsigned low : 3, high : 5;
};
// expect: cannot name a
REFUSED(fields_of_bits, HEDDLE_FIELDS(bits, id, low, high);)
unsigned low_of(heddle::coalesced_ptr<bits> p) { return p->low; }

struct aligned {
    float x;
    alignas(16) float y;
};
HEDDLE_FIELDS(aligned, x, y);
float y_of(heddle::coalesced_ptr<aligned> p)
{
    // expect: member with alignas
    REFUSED(fields_with_alignas, return p[0].y;)
    return p->y;
}

struct counting {
    float x;
    static int count;
};
// expect: static or private
REFUSED(fields_that_are_static, HEDDLE_FIELDS(counting, x, count);)
ACCEPTED(fields_that_are_static, HEDDLE_FIELDS(counting, x);)
float x_of(heddle::coalesced_ptr<counting> p) { return p[0].x; }

class guarded {
    float x;
};
struct measured {
    float x;
    float square() const;
    float length() const;
    float length(float) const;
};
// expect: static or private
REFUSED(fields_that_are_private, HEDDLE_FIELDS(guarded, x);)
REFUSED(fields_that_are_functions, HEDDLE_FIELDS(measured, x, square);)
REFUSED(fields_that_are_overloaded_functions, HEDDLE_FIELDS(measured, x, length);)
REFUSED(fields_that_do_not_exist, HEDDLE_FIELDS(measured, x, y);)
guarded value_of(heddle::coalesced_ptr<guarded> p) { return p[0]; }
float x_of(heddle::coalesced_ptr<measured> p) { return p->x; }
template <class Number>
struct squared {
    Number x;
    Number square() const;
};
REFUSED(template_fields_that_are_functions, HEDDLE_TEMPLATE_FIELDS((class Number), (squared<Number>), x, square);)
ACCEPTED(template_fields_that_are_functions, HEDDLE_TEMPLATE_FIELDS((class Number), (squared<Number>), x);)
float x_of(heddle::coalesced_ptr<squared<float>> p) { return p[0].x; }

struct late {
    float x;
};
void copy(heddle::coalesced_ptr<late> p) { p[0] = p[1]; }
// expect: fields_before_first_use
REFUSED(fields_after_first_use, HEDDLE_FIELDS(late, x);)

// HEDDLE_FIELDS refuses a class with virtual functions, even if no code uses p[i].
struct shape {
    float x[7];
    // expect: must not name
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
// expect: lacks the name
REFUSED(fields_without_names, HEDDLE_FIELDS(listed);)
REFUSED(fields_with_a_comma_at_the_end, HEDDLE_FIELDS(listed, x, id, );)
REFUSED(fields_with_a_path, HEDDLE_FIELDS(listed, inner.x, id);)
REFUSED(fields_with_an_index, HEDDLE_FIELDS(listed, x[0], id);)
REFUSED(fields_with_a_name_twice, HEDDLE_FIELDS(listed, x, id, x);)
// expect: names a struct
REFUSED(fields_of_nothing, HEDDLE_FIELDS();)
REFUSED(fields_of_a_number, HEDDLE_FIELDS(int, x);)
REFUSED(fields_of_a_pointer, HEDDLE_FIELDS(listed*, x, id);)
// expect: without const
REFUSED(fields_of_const, HEDDLE_FIELDS(listed const, x, id);)
// expect: at global scope
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
// expect: lacks the name
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
    // expect: the element by value
    REFUSED(update_if_by_value, heddle::update_if(true, p + 3, [](auto v) { return v.x++ > 0; });)
    // expect: what update calls returns
    REFUSED(update_with_another_result, heddle::update(p + 3, [](vec& v) { return v.x = 0; });)
    // expect: cannot call this function
    REFUSED(update_by_a_function_of_more, heddle::update(q, &moving::push);)
}

// The third argument of load_if without a group would look like an index, and like a fallback.
void access_if(heddle::coalesced_ptr<float> p, float const* raw, warp const& tile, int i)
{
    float const x = heddle::load_if(i < 7, p + i);
    heddle::store_if(i < 7, p + i, heddle::load_if(tile, i < 7, raw + i, 2.9f) + x);
    heddle::update_if(i < 7, p + i, [](float& f) { f += 1; });
    // expect: load_if takes
    REFUSED(load_if_with_a_fallback, static_cast<void>(heddle::load_if(i < 7, p, 2.9f));)
    REFUSED(load_if_with_braces, static_cast<void>(heddle::load_if(i < 7, p, {}));)
    REFUSED(load_if_with_an_index, static_cast<void>(heddle::load_if(i < 7, raw, i));)
    REFUSED(load_if_with_an_index_and_a_fallback, static_cast<void>(heddle::load_if(i < 7, raw, i, 2.9f));)
    // expect: store_if takes
    REFUSED(store_if_with_an_index_and_braces, heddle::store_if(i < 7, p, i, {});)
    REFUSED(store_if_with_an_index, heddle::store_if(i < 7, p, i, 2.9f);)
    REFUSED(store_if_with_an_index_of_a_raw_pointer, heddle::store_if(i < 7, p.get(), i, 2.9f);)
    // expect: update_if takes
    REFUSED(update_if_with_an_index, heddle::update_if(i < 7, p, i, [](float& f) { f += 1; });)
    REFUSED(update_if_with_an_index_of_a_raw_pointer, heddle::update_if(i < 7, p.get(), i, [](float& f) { f += 1; });)
}

// An operator that the element lacks.

struct without_operators {
    float x[7];
};
void add(heddle::coalesced_ptr<without_operators> p)
{
    p[0] = p[1];
    // expect: no match for
    REFUSED(plus_equals_that_is_missing, p[0] += 3;)
}
