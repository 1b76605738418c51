// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms do not move the bytes of a type with a destructor, either.
// expect: heddle: scanned values must be trivially copyable; specialize heddle::is_bitwise_copyable<T> if copying their bytes copies them

#include <heddle/algorithm/scan.cuh>

struct sum {
    float value[5];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    __host__ __device__ ~sum() {}
#endif
};
template <>
struct heddle::is_bitwise_copyable<sum> : std::true_type {
};

struct plus {
    __device__ sum operator()(sum a, sum const& b) const
    {
        a.value[0] += b.value[0];
        return a;
    }
};

void scan(sum const* from, std::size_t count, sum* to)
{
    std::size_t bytes = 0;
    heddle::inclusive_scan(nullptr, bytes, nullptr, from, from + count, to, plus{});
}
