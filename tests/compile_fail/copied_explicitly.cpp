// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a load returns is copied as any value that a function returns.
// expect: heddle: the copy constructor of T must not be explicit or deleted, because loads return a T

#include <heddle/coalesced_ptr.cuh>

struct sample {
    float x, y, z, w, t;
    sample() = default;
    explicit sample(sample const&) = default;
};

float sum(heddle::coalesced_ptr<sample> p)
{
    p[1] = sample{};
    sample& r = p[1];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    sample q(p[2]);
    return q.x;
#endif
    return p->y + r.x;
}
