// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What has no elements, or elements that cannot be assigned.
// expect first: heddle: the T of coalesced_ptr<T> is a struct or a number: not a reference, not void, no function, and no array (put it into a struct, or point to its first number)
// expect: coalesced_ptr<void
// expect: coalesced_ptr<double
// expect: coalesced_ptr<float
// expect: coalesced_ptr<int

#include <heddle/coalesced_ptr.cuh>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::coalesced_ptr p = static_cast<float*>(nullptr);
heddle::coalesced_ptr<float> q;
heddle::coalesced_ptr<float> r;
#else
int function();
heddle::coalesced_ptr p = nullptr;
heddle::coalesced_ptr<double[3]> q;
auto s = heddle::make_coalesced(&function);
heddle::coalesced_ptr<float&> r;
#endif
