// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list that lacks the last data member is refused by the size, although all that it names lie where they should. The
// members of a class with a constructor cannot be counted.
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration

#include <heddle/coalesced_ptr.cuh>

struct sample {
    sample();
    float x, y, z, weight;
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
HEDDLE_FIELDS(sample, x, y, z);
#else
HEDDLE_FIELDS(sample, x, y, z, weight);
#endif

float height(heddle::coalesced_ptr<sample> p) { return p[0].z; }
