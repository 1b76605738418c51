// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows whether racecheck supports an mbarrier that is initialized again. The block of each kernel repeatedly copies to
// one stage by cp.async.bulk: all threads wait for the copy, read it, and synchronize before the next one. The first
// kernel keeps its barrier; the second invalidates it and initializes a new one each time. Neither has a race.
//     nvcc -std=c++17 -arch=sm_90 tests/sanitize/barrier_probe.cu -o barrier_probe
//     compute-sanitizer --tool racecheck barrier_probe kept    # CUDA 13.0: 0 hazards
//     compute-sanitizer --tool racecheck barrier_probe anew    # CUDA 13.0: reports writes after writes

#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr unsigned bytes = 1024, threads = 64, rounds = 16;

__device__ unsigned shared_address(void const* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

template <bool Anew>
__global__ void copy_again_and_again(unsigned const* from, unsigned* sums)
{
    __shared__ alignas(128) unsigned stage[bytes / 4];
    __shared__ alignas(8) std::uint64_t barrier;
    unsigned sum = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        bool const makes = Anew || round == 0;
        if (threadIdx.x == 0 && makes) {
            asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
                         "r"(bytes)
                         : "memory");
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
                "[%3];" ::"r"(shared_address(stage)),
                "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&barrier))
                : "memory");
        }
        unsigned const parity = Anew ? 0 : round % 2;
        unsigned done = 0;
        while (done == 0) {
            asm volatile(
                "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 "
                "%0, 1, 0, p;\n}"
                : "=r"(done)
                : "r"(shared_address(&barrier)), "r"(parity)
                : "memory");
        }
        for (unsigned i = threadIdx.x; i < bytes / 4; i += threads) sum += stage[i];
        __syncthreads();
        if (threadIdx.x == 0 && Anew) {
            asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
        }
        __syncthreads();
    }
    sums[threadIdx.x] = sum;
}

int main(int count, char** arguments)
{
    unsigned *from, *sums;
    cudaMalloc(&from, bytes);
    cudaMalloc(&sums, threads * 4);
    cudaMemset(from, 1, bytes);
    bool const anew = count > 1 && std::strcmp(arguments[1], "anew") == 0;
    if (anew) {
        copy_again_and_again<true><<<1, threads>>>(from, sums);
    } else {
        copy_again_and_again<false><<<1, threads>>>(from, sums);
    }
    cudaError_t const status = cudaDeviceSynchronize();
    std::printf("%s: %s\n", anew ? "anew" : "kept", cudaGetErrorString(status));
    return status != cudaSuccess;
}
