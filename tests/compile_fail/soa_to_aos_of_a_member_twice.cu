// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A member gets its values from one array.
// expect: heddle: a member is named twice; name each member once

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t join(point* first, float const* xs, float const* ys)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::soa_to_aos<&point::x, &point::x>(nullptr, first, first + 1, xs, ys);
#endif
    return heddle::soa_to_aos<&point::x, &point::y>(nullptr, first, first + 1, xs, ys);
}
