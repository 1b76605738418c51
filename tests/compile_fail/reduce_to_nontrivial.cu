// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a warp hand sums to each other, byte by byte.
// expect: heddle: reduced values must be trivially copyable; specialize heddle::is_bitwise_copyable<T>

#include <heddle/algorithm/reduce.cuh>

struct tracked {
    float value;
    __host__ __device__ explicit tracked(float v) : value(v) {}
    __host__ __device__ tracked(tracked const& other) : value(other.value) {}
    tracked& operator=(tracked const&) = default;
};
struct track {
    __device__ tracked operator()(float v) const { return tracked(v); }
};
struct add {
    __device__ tracked operator()(tracked const& a, tracked const& b) const
    {
        return tracked(a.value + b.value);
    }
};

cudaError_t sums(void* temporary, std::size_t& bytes, float const* first, float* sum)
{
    auto const status =
        heddle::reduce(temporary, bytes, nullptr, first, first + 100, sum, 0.f, heddle::plus{});
#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return status;
#else
    if (status != cudaSuccess) return status;
    return heddle::transform_reduce(temporary, bytes, nullptr, first, first + 100,
                                    reinterpret_cast<tracked*>(sum), tracked(0.f), track{}, add{});
#endif
}
