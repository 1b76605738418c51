// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists of fields that a host compiler must refuse. (refusals.py describes the test.)

#include <heddle/heddle.cuh>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

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

struct ordered {
    float x, y;
    int id;
};
// expect: must name all data
REFUSED(fields_in_another_order, HEDDLE_FIELDS(ordered, y, x, id);)
ACCEPTED(fields_in_another_order, HEDDLE_FIELDS(ordered, x, y, id);)
float y_of(heddle::coalesced_ptr<ordered> p) { return p[0].y; }

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
