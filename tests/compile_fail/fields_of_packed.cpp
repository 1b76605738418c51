// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A packed struct needs HEDDLE_PACKED_FIELDS.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct __attribute__((packed)) sample {
    char tag;
    float x;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, tag, x);
#else
HEDDLE_PACKED_FIELDS(sample, tag, x);
#endif

float weight(heddle::coalesced_ptr<sample> p) { return p[0].x; }
