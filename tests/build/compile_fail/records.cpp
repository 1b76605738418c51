// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses of record_ptr that a host compiler must refuse. (refusals.py describes the test.)

#include <heddle/records/record_ptr.cuh>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct point {
    float x, y, z, intensity;
};

// expect: a power of two
REFUSED(record_alignment_of_3, heddle::record_ptr<point, 3> p_of_3;)
REFUSED(record_alignment_that_no_struct_has, heddle::record_ptr<float, 8> p_of_8;)
// expect: struct or a number
REFUSED(record_of_an_array, heddle::record_ptr<float[3]> p_of_arrays;)
// expect: cannot use shared memory
REFUSED(record_in_block, heddle::record_ptr<point, 4, heddle::in_block<256>> p_in_block;)
// expect: is whole_warps
REFUSED(record_without_policy, heddle::record_ptr<point, 4, int> p_without_policy;)

void access(heddle::record_ptr<point, 1> p, heddle::record_ptr<point const, 1> c, void* first, double distance)
{
    point q = c[1];
    p[1] = q;
    // expect: index_is_an_integer
    REFUSED(record_distance_of_double, p = {first, distance};)
    REFUSED(record_index_of_double, q = p[distance];)
    // expect: has_no_arrow
    REFUSED(record_arrow_of_misaligned, p->x = 1;)
    // expect: has_no_T_pointer
    REFUSED(record_address_of_misaligned, point* r = &p[1];)
    // expect: would_copy_a_reference
    REFUSED(record_reference_copied, auto r = p[1];)
    // expect: cannot_write_through
    REFUSED(record_store_to_const, c[1] = q;)
    REFUSED(record_edit_of_const, c[1].edit();)
    // expect: need_aligned_numbers
    REFUSED(record_atomic_of_misaligned, p[1].atomic_add(q);)
    REFUSED(record_atomic_function_of_misaligned, heddle::atomic_add(p + 1, q);)
    // expect: must be aligned
    REFUSED(record_atomic_if_of_misaligned, heddle::atomic_add_if(true, p + 1, q);)
    // expect: to a data member
    REFUSED(record_member_of_no_member, p[1].member<0>();)
    // expect: cannot write through
    REFUSED(record_store_if_to_const, heddle::store_if(true, c, q);)
}
