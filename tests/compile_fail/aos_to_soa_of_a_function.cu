// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A member function has no array.
// expect: heddle: members are named by pointers to data members, as in aos_to_soa<&T::x, &T::y>

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t split(point const* first, float* xs)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::aos_to_soa<&point::length>(nullptr, first, first + 1, xs);
#endif
    return heddle::aos_to_soa<&point::x>(nullptr, first, first + 1, xs);
}
