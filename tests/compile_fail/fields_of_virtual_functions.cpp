// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A line of fields does not make a class with virtual functions an element, also where no p[i] is written.
// expect: heddle: HEDDLE_FIELDS must not name the fields of a class with virtual functions

#include <heddle/heddle.cuh>

struct shape {
    float x[7];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    virtual float area() const;
#endif
};
HEDDLE_FIELDS(shape, x);

void clear(shape* p)
{
    heddle::update(p, [](shape& s) { s.x[0] = 0; });
}
