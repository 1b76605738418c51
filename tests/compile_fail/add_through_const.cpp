// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses compound assignment.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/coalesced_ptr.cuh>

double add(heddle::coalesced_ptr<double const> p, double value)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[3] += value;
#endif
    return p[3] + value;
}
