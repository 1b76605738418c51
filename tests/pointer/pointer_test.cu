// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_ptr in constant, managed, device and shared memory, for elements that can be neither made without
// arguments nor assigned. (idioms_test.cu tests every kind of access.)
#include "common/moves.cuh"

namespace heddle_test::pointer_test {

using pointer_test = gpu_test;

struct fixed {
    int const number;
    float value[6];
    HEDDLE_HOST_DEVICE explicit fixed(int n) : number(n), value{1.f * n, 2, 3, 4, 5, 6} {}
};
static_assert(!std::is_default_constructible_v<fixed> && !std::is_copy_assignable_v<fixed>);

struct scene {
    heddle::coalesced_ptr<fixed> to;
    heddle::coalesced_ptr<fixed const, heddle::in_block<64>> from;
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
    managed_scene.to[threadIdx.x + 64] = shared_scene.from[threadIdx.x + 64].load();
    device_scene.to[threadIdx.x + 128] = device_scene.from[threadIdx.x + 128];
    device_scene.to[threadIdx.x + 192] = fixed(static_cast<int>(threadIdx.x));
}

TEST_F(pointer_test, in_memory_of_every_kind)
{
    constexpr std::size_t n = 256;
    random_source random("scenes");
    guarded_array<fixed> from(n, random), to(n, random);
    on_device(
        [](fixed* out, fixed const* in) {
            scene const s{out, in};
            check_cuda(cudaMemcpyToSymbol(constant_scene, &s, sizeof s), "cudaMemcpyToSymbol");
            check_cuda(cudaMemcpyToSymbol(device_scene, &s, sizeof s), "cudaMemcpyToSymbol");
            managed_scene = s;
            copy_scenes<<<1, 64>>>();
        },
        to, from);
    EXPECT_EQ(std::memcmp(from.data(), to.data(), 192 * sizeof(fixed)), 0);
    for (int i = 0; i < 64; ++i) {
        fixed const& found = to[static_cast<std::size_t>(192 + i)];
        EXPECT_EQ(found.number, i);
        EXPECT_EQ(found.value[0], static_cast<float>(i));
        EXPECT_EQ(found.value[5], 6.f);
    }
}

}  // namespace heddle_test::pointer_test
