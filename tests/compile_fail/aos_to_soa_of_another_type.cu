// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Nothing is converted on its way.
// expect: heddle: an array has elements of another type than its member

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t split(point const* first, double* xs, int* ids)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::aos_to_soa<&point::x>(nullptr, first, first + 1, xs);
#endif
    (void)xs;
    return heddle::aos_to_soa<&point::id>(nullptr, first, first + 1, ids);
}
