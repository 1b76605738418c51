// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A real kernel that returns early: the gradients of the colours of Gaussian splats. The colour of a visible splat is a
// sum of 16 spherical harmonics of the direction it is seen from, each times three coefficients (192 bytes a splat);
// backward, each visible splat writes what its colour's gradient is for every coefficient. Only the pointer's type
// differs between the two. A program of its own:
//     nvcc -std=c++17 -O3 -arch=sm_90 -Iinclude benchmarks/diverged/colours.cu -o colours && ./colours > colours.csv

#include <heddle/heddle.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr unsigned block_threads = 256;
constexpr unsigned splat_count = 3u << 20;
constexpr unsigned repetitions = 21;

void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(1);
}

struct coefficients {
    float3 of_basis[16];
};

//! The real spherical harmonics of degrees 0 to 3 of a unit vector.
__device__ __forceinline__ void harmonics(float3 d, float (&basis)[16])
{
    float const x = d.x, y = d.y, z = d.z, xx = x * x, yy = y * y, zz = z * z;
    basis[0] = 0.28209479f;
    basis[1] = -0.48860251f * y;
    basis[2] = 0.48860251f * z;
    basis[3] = -0.48860251f * x;
    basis[4] = 1.09254843f * x * y;
    basis[5] = -1.09254843f * y * z;
    basis[6] = 0.31539157f * (2 * zz - xx - yy);
    basis[7] = -1.09254843f * x * z;
    basis[8] = 0.54627422f * (xx - yy);
    basis[9] = -0.59004359f * y * (3 * xx - yy);
    basis[10] = 2.89061144f * x * y * z;
    basis[11] = -0.45704579f * y * (4 * zz - xx - yy);
    basis[12] = 0.37317633f * z * (2 * zz - 3 * xx - 3 * yy);
    basis[13] = -0.45704579f * x * (4 * zz - xx - yy);
    basis[14] = 1.44530572f * z * (xx - yy);
    basis[15] = -0.59004359f * x * (xx - 3 * yy);
}

__device__ __forceinline__ float3 direction(float3 position, float3 eye)
{
    float3 const d = {position.x - eye.x, position.y - eye.y, position.z - eye.z};
    float const scale = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return {d.x * scale, d.y * scale, d.z * scale};
}

template <class Coefficients>
__global__ void __launch_bounds__(block_threads)
    backward(unsigned count, float3 const* positions, float3 eye, int const* radii,
             float3 const* colour_gradients, Coefficients gradients)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || radii[i] <= 0) return;
    float basis[16];
    harmonics(direction(positions[i], eye), basis);
    float3 const of_colour = colour_gradients[i];
    coefficients result;
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        result.of_basis[k] = {basis[k] * of_colour.x, basis[k] * of_colour.y,
                              basis[k] * of_colour.z};
    }
    gradients[i] = result;
}

template <class Coefficients>
__global__ void __launch_bounds__(block_threads)
    forward(unsigned count, float3 const* positions, float3 eye, int const* radii,
            Coefficients const of_splats, float3* colours)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || radii[i] <= 0) return;
    float basis[16];
    harmonics(direction(positions[i], eye), basis);
    coefficients const c = of_splats[i];
    float3 colour = {0.5f, 0.5f, 0.5f};
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        colour.x += basis[k] * c.of_basis[k].x;
        colour.y += basis[k] * c.of_basis[k].y;
        colour.z += basis[k] * c.of_basis[k].z;
    }
    colours[i] = colour;
}

template <class T>
T* allocate(std::size_t count)
{
    T* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

//! The median in milliseconds.
template <class Launch>
float median_time(Launch const& launch)
{
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    std::vector<float> times;
    for (unsigned k = 0; k < repetitions; ++k) {
        check(cudaEventRecord(begin));
        launch();
        check(cudaGetLastError());
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float time = 0;
        check(cudaEventElapsedTime(&time, begin, end));
        times.push_back(time);
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

bool same_bytes(void const* a, void const* b, std::size_t bytes)
{
    std::vector<unsigned char> of_a(bytes), of_b(bytes);
    check(cudaMemcpy(of_a.data(), a, bytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(of_b.data(), b, bytes, cudaMemcpyDeviceToHost));
    return std::memcmp(of_a.data(), of_b.data(), bytes) == 0;
}

}  // namespace

int main()
{
    auto* const positions = allocate<float3>(splat_count);
    auto* const colour_gradients = allocate<float3>(splat_count);
    auto* const radii = allocate<int>(splat_count);
    coefficients* const plain = allocate<coefficients>(splat_count);
    coefficients* const coalesced = allocate<coefficients>(splat_count);
    float3* const colours[2] = {allocate<float3>(splat_count), allocate<float3>(splat_count)};
    float3 const eye = {0, 0, -3};

    std::uint64_t state = 20140215;
    auto const random = [&state] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state >> 33);
    };
    std::vector<float3> vectors(splat_count);
    for (float3* const to : {positions, colour_gradients}) {
        for (float3& v : vectors) {
            float* const members[] = {&v.x, &v.y, &v.z};
            for (float* const m : members) *m = static_cast<float>(random() % 2001) / 1000 - 1;
        }
        check(cudaMemcpy(to, vectors.data(), splat_count * sizeof(float3), cudaMemcpyHostToDevice));
    }

    std::printf("kernel,visible_percent,plain_ms,coalesced_ms,speedup,result\n");
    std::vector<int> visible(splat_count);
    constexpr unsigned blocks = splat_count / block_threads;
    for (unsigned const share : {10, 30, 60, 80, 95, 100}) {
        for (int& r : visible) r = random() % 100 < share ? 1 : 0;
        check(cudaMemcpy(radii, visible.data(), splat_count * sizeof(int), cudaMemcpyHostToDevice));
        for (coefficients* const to : {plain, coalesced})
            check(cudaMemset(to, 0, splat_count * sizeof(coefficients)));
        for (float3* const to : colours) check(cudaMemset(to, 0, splat_count * sizeof(float3)));
        float const times[] = {
            median_time([&] {
                backward<<<blocks, block_threads>>>(splat_count, positions, eye, radii,
                                                    colour_gradients, plain);
            }),
            median_time([&] {
                backward<<<blocks, block_threads>>>(splat_count, positions, eye, radii,
                                                    colour_gradients,
                                                    heddle::coalesced_ptr<coefficients>(coalesced));
            }),
            median_time([&] {
                forward<<<blocks, block_threads>>>(splat_count, positions, eye, radii,
                                                   static_cast<coefficients const*>(plain),
                                                   colours[0]);
            }),
            median_time([&] {
                forward<<<blocks, block_threads>>>(splat_count, positions, eye, radii,
                                                   heddle::coalesced_ptr<coefficients const>(plain),
                                                   colours[1]);
            })};
        bool const equal[] = {same_bytes(plain, coalesced, splat_count * sizeof(coefficients)),
                              same_bytes(colours[0], colours[1], splat_count * sizeof(float3))};
        for (unsigned k = 0; k < 2; ++k) {
            std::printf("%s,%u,%.4f,%.4f,%.2f,%s\n", k == 0 ? "backward" : "forward", share,
                        times[2 * k], times[2 * k + 1], times[2 * k] / times[2 * k + 1],
                        equal[k] ? "equal" : "different");
        }
    }
}
