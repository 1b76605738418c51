// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Words of a volatile element cannot be moved one by one.
// expect first: heddle: T must not be volatile: other lanes move its bytes, as wider words

#include <heddle/coalesced_ptr.cuh>

int read(heddle::coalesced_ptr<int volatile> p, heddle::coalesced_ptr<int> q)
{
    static_cast<void>(p);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return p[0];
#endif
    return q[0];
}
