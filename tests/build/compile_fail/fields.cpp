// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists of fields that a host compiler must refuse. (refusals.py describes the test. Lists that it must accept are in
// pointer/fields_test.cpp.)

#include <heddle/heddle.cuh>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

//! Uses the fields of a type.
template <class T>
struct used {
    void copy(heddle::coalesced_ptr<T> p) { p[0] = p[1]; }
};
struct weighted {
    float x, y, z, weight;
};
struct constructed {
    constructed();
    float x, y, z, weight;
};
struct ranged {
    double weight;
    int first, last;
};
struct cell {
    char kind, flags;
    int next;
};
struct base {
    int id;
    char flag;
};
struct derived : base {
    char tail;
};
struct __attribute__((packed)) packed {
    char tag;
    float x;
};
struct variant {
    int kind;
    union {
        float real;
        int whole;
    };
};
struct bits {
    int id;
    unsigned low : 3, high : 5;
};
struct aligned {
    float x;
    alignas(16) float y;
};
class guarded {
    float x;
};
struct measured {
    float x;
    static int count;
    float square() const;
    float length() const;
    float length(float) const;
};
template <class Number>
struct squared {
    Number x;
    Number square() const;
};
HEDDLE_FIELDS(weighted, x, y, z, weight);
template struct used<weighted>;

// expect: must name all data
REFUSED(fields_without_one, HEDDLE_FIELDS(cell, kind, next); template struct used<cell>;)
REFUSED(fields_in_another_order, HEDDLE_FIELDS(cell, flags, kind, next); template struct used<cell>;)
// The constructor hides the number of members. The size of the class shows that the last member is missing.
REFUSED(fields_without_the_last, HEDDLE_FIELDS(constructed, x, y, z); template struct used<constructed>;)
// If the list omits `last`, the bytes of `last` look like padding.
REFUSED(fields_without_one_in_padding, HEDDLE_FIELDS(ranged, weight, first); template struct used<ranged>;)
// HEDDLE_FIELDS does not support a field in the padding of a base class.
REFUSED(fields_behind_padding_of_a_base, HEDDLE_FIELDS(derived, id, flag, tail); template struct used<derived>;)
REFUSED(fields_of_packed, HEDDLE_FIELDS(packed, tag, x); template struct used<packed>;)
// expect: an anonymous union
REFUSED(fields_of_a_union_twice, HEDDLE_FIELDS(variant, kind, real, whole); template struct used<variant>;)
// C++ has no pointers to bit-fields.
// expect: cannot name a
REFUSED(fields_of_bits, HEDDLE_FIELDS(bits, id, low, high); template struct used<bits>;)
// expect: member with alignas
REFUSED(fields_with_alignas, HEDDLE_FIELDS(aligned, x, y); template struct used<aligned>;)
// expect: static or private
REFUSED(fields_that_are_static, HEDDLE_FIELDS(measured, x, count); template struct used<measured>;)
REFUSED(fields_that_are_private, HEDDLE_FIELDS(guarded, x); template struct used<guarded>;)
REFUSED(fields_that_are_functions, HEDDLE_FIELDS(measured, x, square); template struct used<measured>;)
REFUSED(fields_that_are_overloaded_functions, HEDDLE_FIELDS(measured, x, length); template struct used<measured>;)
REFUSED(fields_that_do_not_exist, HEDDLE_FIELDS(measured, x, y); template struct used<measured>;)
REFUSED(template_fields_that_are_functions, HEDDLE_TEMPLATE_FIELDS((class Number), (squared<Number>), x, square);
        template struct used<squared<float>>;)

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
