// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs that are const cannot be written.
// expect: heddle: soa_to_aos and aosoa_to_aos write the structs; pass an array that is not const

#include <heddle/algorithm/layout.cuh>

struct point {
    float x, y;
    int id;
    float length() const;
};

cudaError_t join(point const* first, point* second, float const* xs)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::soa_to_aos<&point::x>(nullptr, first, first + 1, xs);
#endif
    (void)first;
    return heddle::soa_to_aos<&point::x>(nullptr, second, second + 1, xs);
}
