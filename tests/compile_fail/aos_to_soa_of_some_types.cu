// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A list of types names all members of a struct.
// expect: heddle: members<...> must list all members of the struct

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t split(point const* first, float* xs, float* ys, int* ids)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::aos_to_soa<heddle::members<float, float>>(nullptr, first, first + 1, xs, ys);
#endif
    return heddle::aos_to_soa<heddle::members<float, float, int>>(nullptr, first, first + 1, xs, ys,
                                                                  ids);
}
