// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr<T const> refuses to count.
// expect: heddle: cannot write through coalesced_ptr<T const>

#include <heddle/coalesced_ptr.cuh>

int next(heddle::coalesced_ptr<int const> p)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    ++p[3];
#endif
    return p[3] + 1;
}
