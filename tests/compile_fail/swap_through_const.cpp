// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses to swap.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/coalesced_ptr.cuh>

void exchange(heddle::coalesced_ptr<int> p, heddle::coalesced_ptr<int const> q)
{
    swap(p[0], p[1]);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    swap(q[0], q[1]);
#endif
    p[0] = q[0];
}
