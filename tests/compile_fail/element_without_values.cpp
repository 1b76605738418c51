// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements of which nothing is known yet, and of which there are none.
// expect first: heddle: p[i] is a whole T: T must be defined, not only declared, where p[i] is written, and must not be abstract
// expect: arrow_field<declared
// expect: arrow_field<interface

#include <heddle/coalesced_ptr.cuh>

struct declared;
struct interface {
    float x[7];
    virtual float f() = 0;
};

// Without p[i] both may be passed on, as a T* may.
declared* raw(heddle::coalesced_ptr<declared> p, heddle::coalesced_ptr<interface>)
{
    return p.get();
}

#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
void load(heddle::coalesced_ptr<declared> p) { p[0].load(); }
void load(heddle::coalesced_ptr<interface> p) { p[0].load(); }
#endif
