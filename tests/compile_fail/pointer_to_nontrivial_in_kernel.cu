// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element with a copy constructor of its own is refused in a kernel, too.
// expect first: heddle: T must be trivially copyable, because its bytes are moved by other lanes
// expect first: if copying its bytes copies it, specialize heddle::is_bitwise_copyable<T> for T itself, not only for its members: template <> struct heddle::is_bitwise_copyable<T> : std::true_type {};
// expect first: [with Element=tracked]

#include <heddle/heddle.cuh>

struct tracked {
    float value[5];
    tracked() = default;
    __host__ __device__ tracked(tracked const& other) : value{other.value[0]} {}
    tracked& operator=(tracked const&) = default;
};

__global__ void copy(heddle::coalesced_ptr<tracked> from, tracked* to)
{
    to[threadIdx.x] = from.get()[threadIdx.x];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    to[threadIdx.x] = from[threadIdx.x];
#endif
}
