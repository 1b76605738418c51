// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows whether racecheck supports an mbarrier that is initialized again. The block of each kernel repeatedly copies to
// one stage with cp.async.bulk: all threads wait for the copy, read the stage, and synchronize before the next copy.
// The first kernel keeps its barrier. The second kernel invalidates its barrier and initializes a new one each time.
// Neither kernel has a race.
//     nvcc -std=c++17 -arch=sm_90 tests/tools/sanitize/barrier_probe.cu -o barrier_probe
//     compute-sanitizer --tool racecheck barrier_probe kept    # CUDA 13.0: 0 hazards
//     compute-sanitizer --tool racecheck barrier_probe anew    # CUDA 13.0: reports writes after writes

#include <cuda/ptx>

#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr unsigned bytes = 1024, threads = 64, rounds = 16;

template <bool Anew>
__global__ void copy_again_and_again(unsigned const* from, unsigned* sums)
{
    namespace ptx = cuda::ptx;
    __shared__ alignas(128) unsigned stage[bytes / 4];
    __shared__ std::uint64_t barrier;
    std::uint32_t const size = bytes;
    unsigned sum = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0 && (Anew || round == 0)) {
            ptx::mbarrier_init(&barrier, 1);
            ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
            ptx::fence_proxy_async(ptx::space_shared);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, size);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, from, size, &barrier);
        }
        unsigned const parity = Anew ? 0 : round % 2;
        while (!ptx::mbarrier_try_wait_parity(&barrier, parity)) {
        }
        for (unsigned i = threadIdx.x; i < bytes / 4; i += threads) sum += stage[i];
        __syncthreads();
        if (threadIdx.x == 0 && Anew) {
            auto const address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
            asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address) : "memory");
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
