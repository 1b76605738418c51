// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list that lacks a member in the middle, where padding would be.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct cell {
    char kind, flags;
    int next;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(cell, kind, next);
#else
HEDDLE_FIELDS(cell, kind, flags, next);
#endif

int after(heddle::coalesced_ptr<cell> p) { return p[0].next; }
