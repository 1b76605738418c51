// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same in a kernel, of a template with a base class.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct base {
    int id;
};
template <class Number>
struct sample : base {
    Number first[1], last;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_TEMPLATE_FIELDS((class Number), (sample<Number>), id, first);
#else
HEDDLE_TEMPLATE_FIELDS((class Number), (sample<Number>), id, first, last);
#endif

__global__ void clear(heddle::coalesced_ptr<sample<short>> p) { p[threadIdx.x].id = 0; }
