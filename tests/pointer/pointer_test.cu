// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_ptr in kernels, for types that cannot be assigned, and for pointers in constant, managed and shared
// memory. (idioms_test.cu tests every kind of access.)
#include "common/moves.cuh"

namespace heddle_test::pointer_test {

using pointer_test = gpu_test;

struct particle {
    float x, y, z, mass;
    int charge[3];
};

struct fixed {
    int const number;
    float value[6];
    HEDDLE_HOST_DEVICE explicit fixed(int n) : number(n), value{1.f * n, 2, 3, 4, 5, 6} {}
};
static_assert(!std::is_default_constructible_v<fixed> && !std::is_copy_assignable_v<fixed>);

__global__ void number_fixed(heddle::coalesced_ptr<fixed> out, heddle::coalesced_ptr<fixed> copy)
{
    auto const i = static_cast<int>(thread_in_grid());
    out[i] = fixed(i);
    __syncthreads();
    copy[i] = out[i ^ 5].load();
}

FULL_TEST_F(pointer_test, neither_default_constructible_nor_assignable)
{
    device_memory const a(96 * sizeof(fixed)), b(96 * sizeof(fixed));
    number_fixed<<<1, 96>>>(reinterpret_cast<fixed*>(a.data()), reinterpret_cast<fixed*>(b.data()));
    finish_kernel();
    std::vector<unsigned char> bytes(96 * sizeof(fixed));
    check_cuda(cudaMemcpy(bytes.data(), b.data(), bytes.size(), cudaMemcpyDeviceToHost), "copy");
    auto const* const result = reinterpret_cast<fixed const*>(bytes.data());
    for (int i = 0; i < 96; ++i) {
        EXPECT_EQ(result[i].number, i ^ 5);
        EXPECT_EQ(result[i].value[0], static_cast<float>(i ^ 5));
        EXPECT_EQ(result[i].value[5], 6.f);
    }
}

struct scene {
    heddle::coalesced_ptr<particle> to;
    heddle::coalesced_ptr<particle const, heddle::in_block<64>> from;
};
__constant__ scene constant_scene;
__managed__ scene managed_scene;
__device__ scene device_scene;

__global__ void copy_scenes()
{
    __shared__ scene shared_scene;
    if (threadIdx.x == 0) shared_scene = managed_scene;
    __syncthreads();
    constant_scene.to[threadIdx.x] = constant_scene.from[threadIdx.x];
    managed_scene.to[threadIdx.x + 64] = shared_scene.from[threadIdx.x + 64];
    device_scene.to[threadIdx.x + 128] = device_scene.from[threadIdx.x + 128];
}

TEST_F(pointer_test, in_memory_of_every_kind)
{
    constexpr std::size_t n = 192;
    random_source random("scenes");
    guarded_array<particle> from(n, random), to(n, random);
    on_device(
        [](particle* out, particle const* in) {
            scene const s{out, in};
            check_cuda(cudaMemcpyToSymbol(constant_scene, &s, sizeof s), "cudaMemcpyToSymbol");
            check_cuda(cudaMemcpyToSymbol(device_scene, &s, sizeof s), "cudaMemcpyToSymbol");
            managed_scene = s;
            copy_scenes<<<1, 64>>>();
        },
        to, from);
    EXPECT_EQ(std::memcmp(from.data(), to.data(), n * sizeof(particle)), 0);
}

}  // namespace heddle_test::pointer_test
