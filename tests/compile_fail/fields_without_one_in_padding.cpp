// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list that lacks a data member is refused, too, where the member lies where padding would be.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct sample {
    double weight;
    int first, last;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, weight, first);
#else
HEDDLE_FIELDS(sample, weight, first, last);
#endif

double weight(heddle::coalesced_ptr<sample> p) { return p[0].weight; }
