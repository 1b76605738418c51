// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What lies behind the padding of a base class has no place in a list.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct base {
    int id;
    char flag;
};
struct sample : base {
    char tail;
};
HEDDLE_FIELDS(sample, id, flag, tail);

char tail(heddle::coalesced_ptr<sample> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return p[0].tail;
#else
    return p->tail;
#endif
}
