// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that uses the fields gets the same sentence for a list that names a bit-field.
// expect first: heddle: HEDDLE_FIELDS cannot name a bit-field or a reference

#include <heddle/coalesced_ptr.cuh>

struct sample {
    int id;
    unsigned low : 3, high : 5;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, id, low, high);
#endif

__global__ void clear(heddle::coalesced_ptr<sample> p) { p->low = 0; }
