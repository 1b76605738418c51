// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each member needs an array.
// expect: heddle: the numbers of members and arrays differ; pass one array for each member

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t split(point const* first, float* xs, int* ids)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::aos_to_soa<&point::x, &point::id>(nullptr, first, first + 1, xs);
#endif
    return heddle::aos_to_soa<&point::x, &point::id>(nullptr, first, first + 1, xs, ids);
}
