// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list names one member of an anonymous union.
// expect first: heddle: HEDDLE_FIELDS takes one member of an anonymous union

#include <heddle/coalesced_ptr.cuh>

struct sample {
    int kind;
    union {
        float real;
        int whole;
    };
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, kind, real, whole);
#else
HEDDLE_FIELDS(sample, kind, real);
#endif

int kind(heddle::coalesced_ptr<sample> p) { return p[0].kind; }
