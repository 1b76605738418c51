// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A bit-field has no address, so a list cannot name it.
// expect first: heddle: HEDDLE_FIELDS cannot name a bit-field or a reference

#include <heddle/coalesced_ptr.cuh>

struct sample {
    int id;
    unsigned low : 3, high : 5;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, id, low, high);
#endif

unsigned low(heddle::coalesced_ptr<sample> p) { return p->low; }
