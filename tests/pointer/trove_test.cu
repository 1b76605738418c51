// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests trove's names (heddle/compat/trove) with code that is written as for trove: pointers whose references are kept
// and assigned, in diverged warps too, and the functions for consecutive elements in parts of a warp.
#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/compat/trove/block.h>
#include <heddle/compat/trove/ptr.h>

namespace heddle_test::trove_test {

using trove_test = gpu_test;

constexpr std::size_t count = 1000;  // the last warp is not full

//! A matrix as lattice codes have it: trove moves its bytes although its copy constructor is user-provided.
struct matrix {
    float entry[18];

    matrix() = default;
    __host__ __device__ matrix(matrix const& other)
    {
        for (int k = 0; k < 18; ++k) entry[k] = other.entry[k];
    }
    matrix& operator=(matrix const&) = default;
};

template <class T>
__global__ void copy_some(T const* from, T* to, unsigned lanes)
{
    std::size_t const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || (lanes >> threadIdx.x % 32 & 1) == 0) return;
    trove::coalesced_ptr<T const> const source(from);
    trove::coalesced_ptr<T> target(to);
    if (i % 3 == 0) {
        T const element = source[i];
        target[i] = element;
    } else {
        auto const reference = *trove::coalesced_ptr<T>(const_cast<T*>(from) + i);
        T* const raw = target;
        *trove::coalesced_ptr<T>(raw + i) = reference;
    }
}

template <class T>
void expect_copies(unsigned lanes)
{
    random_source random("trove's pointers");
    guarded_array<T> from(count, random), to(count, random);
    guarded_array<T> const before = to;
    on_device([&](T* f, T* t) { copy_some<T><<<8, 128>>>(f, t, lanes); }, from, to);
    for (std::size_t i = 0; i < count; ++i) {
        T const& expected = (lanes >> i % 32 & 1) != 0 ? from[i] : before[i];
        ASSERT_EQ(0, std::memcmp(&expected, &to[i], sizeof(T))) << sizeof(T) << " bytes, element " << i;
    }
}

TEST_F(trove_test, pointers_copy_elements_of_all_lanes_and_of_some)
{
    for (unsigned const lanes : {0xffffffffu, 0xffffu, 0x91249249u, 1u}) {
        expect_copies<int>(lanes);
        expect_copies<bytes<5>>(lanes);
        expect_copies<bytes<12, 4>>(lanes);
        expect_copies<bytes<14>>(lanes);
        expect_copies<matrix>(lanes);
        expect_copies<bytes<96, 16>>(lanes);
        expect_copies<bytes<192, 16>>(lanes);
        expect_copies<bytes<300, 4>>(lanes);
    }
}

//! Copies arrays of 5 numbers, and adds one to each number in `through`.
template <std::size_t tile_size>
__global__ void copy_arrays(int const* from, int* to, int* through)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    auto const values = trove::load_array_warp_contiguous<5, tile_size>(from, i);
    trove::store_array_warp_contiguous<5, tile_size>(to, i, values);
    if (trove::warp_converged<tile_size>()) {
        using five = trove::array<int, 5>;
        five element = trove::load_warp_contiguous<tile_size>(reinterpret_cast<five const*>(from) + i);
        trove::get<2>(element) += element != values;  // nothing
        int numbers[5];
        trove::make_carray(element, numbers);
        for (int& number : numbers) ++number;
        trove::store_warp_contiguous<tile_size>(trove::make_array<int, 5>(numbers),
                                                reinterpret_cast<five*>(through) + i);
    }
    if (i % 2 == 0) trove::store_array(to, i, trove::load_array<5>(from, i));
}

template <std::size_t tile_size>
void expect_arrays()
{
    constexpr std::size_t numbers = 5 * 1024;
    random_source random("trove's arrays");
    guarded_array<int> from(numbers, random), to(numbers, random), through(numbers, random);
    on_device([](int* f, int* t, int* th) { copy_arrays<tile_size><<<8, 128>>>(f, t, th); }, from, to, through);
    for (std::size_t i = 0; i < numbers; ++i) {
        ASSERT_EQ(from[i], to[i]) << "tiles of " << tile_size << ", number " << i;
        ASSERT_EQ(static_cast<int>(static_cast<unsigned>(from[i]) + 1), through[i]) << "tiles of " << tile_size;
    }
}

TEST_F(trove_test, tiles_copy_consecutive_arrays)
{
    expect_arrays<32>();
    expect_arrays<16>();
    expect_arrays<8>();
    expect_arrays<4>();
    expect_arrays<2>();
}

}  // namespace heddle_test::trove_test
