// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves pairs, tuples and complex numbers (of the standard library, Thrust and libcu++) and structs of half-precision
// numbers on the GPU, through coalesced_ptr, collectives, tiles of blocks and algorithms.

#include "common/algorithms.cuh"
#include "common/gpu.cuh"
#include "common/hostile_moves.hpp"

#include <heddle/algorithm.cuh>
#include <heddle/heddle.cuh>

#include <thrust/complex.h>
#include <thrust/pair.h>

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/std/complex>
#include <cuda/std/tuple>

#include <gtest/gtest.h>

#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle_test::bitwise_copyable_test {

struct halves {
    __half2 x, y;
    __nv_bfloat162 z;
};

namespace {

static_assert(!std::is_trivially_copyable_v<halves> && heddle::is_bitwise_copyable_v<halves>);
static_assert(heddle::is_bitwise_copyable_v<__half2>);
static_assert(heddle::is_bitwise_copyable_v<__nv_bfloat162>);
static_assert(heddle::is_bitwise_copyable_v<std::pair<__half2, int>>);
static_assert(heddle::is_bitwise_copyable_v<thrust::pair<int, std::pair<char, double>>>);
static_assert(heddle::is_bitwise_copyable_v<cuda::std::tuple<int, float, float4>>);
static_assert(heddle::is_bitwise_copyable_v<cuda::std::complex<float>>);
static_assert(heddle::is_bitwise_copyable_v<thrust::complex<double>>);

constexpr unsigned threads = 128;

template <class T>
__global__ void mirror(heddle::coalesced_ptr<T const> from, heddle::coalesced_ptr<T> to, T* again, unsigned count)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[count - 1 - i];
    __shared__ heddle::tile_stages<T, threads> stage;
    heddle::this_block<threads> const block;
    std::size_t const start = std::size_t{blockIdx.x} * threads;
    auto const tile = heddle::load_tile(block, stage, from + static_cast<std::ptrdiff_t>(start), count - start);
    auto const warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    unsigned const k = threadIdx.x;
    if (start + threads <= count) {
        T const neighbour = heddle::shuffle_xor(warp, tile.load(k), 1);
        heddle::store(warp, again + start + k, neighbour);
    }
}

struct holds {
    bool result;
    template <class T>
    __device__ bool operator()(T const&) const
    {
        return result;
    }
};
//! Returns the operand whose bytes are less in lexicographical order. The operation is associative and commutative.
struct lesser {
    template <class T>
    __host__ __device__ T operator()(T const& left, T const& right) const
    {
        auto const* const a = reinterpret_cast<unsigned char const*>(&left);
        auto const* const b = reinterpret_cast<unsigned char const*>(&right);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            if (a[i] != b[i]) return a[i] < b[i] ? left : right;
        }
        return left;
    }
};

template <class T>
class bitwise_copyable_test : public gpu_test {
protected:
    static constexpr unsigned count = 40 * threads + 77;

    void SetUp() override
    {
        gpu_test::SetUp();
        random_source random("bitwise copyable types");
        random.fill(static_cast<void*>(values.data()), values.size() * sizeof(T));
        random.fill(static_cast<void*>(other.data()), other.size() * sizeof(T));
    }

    std::vector<T> values = std::vector<T>(count), other = std::vector<T>(count);
};

using moved_types = full_or<
    ::testing::Types<std::pair<int, float>, std::pair<std::pair<int, float>, float4>, std::tuple<int, short, double>,
                     thrust::pair<int, std::pair<float, float>>, cuda::std::tuple<char, float, float4>,
                     thrust::complex<double>, cuda::std::complex<float>, __half2, halves>,
    ::testing::Types<std::tuple<int, short, double>, halves>>;
TYPED_TEST_SUITE(bitwise_copyable_test, moved_types);

TYPED_TEST(bitwise_copyable_test, goes_through_kernels)
{
    device_vector<TypeParam> const from(this->values), to(this->other), again(this->other);
    unsigned const whole = this->count / threads * threads;
    mirror<TypeParam><<<this->count / threads + 1, threads>>>(from.data(), to.data(), again.data(), this->count);
    finish_kernel();
    std::vector<TypeParam> expected = this->values;
    for (unsigned i = 0; i < this->count; ++i) {
        std::memcpy(static_cast<void*>(&expected[i]), &this->values[this->count - 1 - i], sizeof(TypeParam));
    }
    expect_elements(expected, to);
    for (unsigned i = 0; i < whole; ++i) {
        std::memcpy(static_cast<void*>(&expected[i]), &this->values[i ^ 1], sizeof(TypeParam));
    }
    expected.resize(whole);
    expect_elements(expected, again);
}

TYPED_TEST(bitwise_copyable_test, goes_through_algorithms)
{
    device_vector<TypeParam> const from(this->values), to(this->other);
    check_cuda(heddle::copy(nullptr, from.data(), from.data() + this->count, to.data()), "copy");
    finish_kernel();
    expect_elements(this->values, to);

    device_vector<TypeParam> const selected(this->other);
    device_vector<std::size_t> const sum(std::vector<std::size_t>(1));
    random_source random("temporary storage");
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::copy_if(storage..., from.data(), from.data() + this->count, selected.data(), sum.data(),
                                       holds{true});
    });
    expect_elements(this->values, selected);
    EXPECT_EQ(this->count, sum.to_host(1)[0]);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::copy_if(storage..., from.data(), from.data() + this->count, selected.data(), sum.data(),
                                       holds{false});
    });
    EXPECT_EQ(0u, sum.to_host(1)[0]);
}

// Types whose assignments device code can call, unlike those of std::pair. An assignment may leave padding unchanged.
template <class T>
class summed_test : public bitwise_copyable_test<T> {
};
using summed_types = full_or<
    ::testing::Types<thrust::pair<int, float>, cuda::std::tuple<int, float, int>, thrust::complex<double>, halves>,
    ::testing::Types<halves>>;
TYPED_TEST_SUITE(summed_test, summed_types);

TYPED_TEST(summed_test, is_reduced_and_scanned)
{
    device_vector<TypeParam> const from(this->values), sums(this->other);
    random_source random("temporary storage");
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::inclusive_scan(storage..., from.data(), from.data() + this->count, sums.data(),
                                              later_value{});
    });
    expect_elements(this->values, sums);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::reduce(storage..., from.data(), from.data() + this->count, sums.data(), this->other[0],
                                      lesser{});
    });
    std::vector<TypeParam> least(1, this->other[0]);
    for (TypeParam const& value : this->values) least[0] = lesser{}(least[0], value);
    expect_elements(least, sums);
}

}  // namespace
}  // namespace heddle_test::bitwise_copyable_test
