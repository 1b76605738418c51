// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Recomputes normals on a GPU, with one kernel for both kinds of pointers. Times the kernel and, for comparison, a
// copy.
#include "cuda.hpp"
#include "gpu.hpp"

#include <heddle/heddle.cuh>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

constexpr unsigned block_threads = 256;

template <class InputPointer, class OutputPointer>
__global__ void __launch_bounds__(block_threads)
    recompute_normals(InputPointer in, OutputPointer out, std::size_t count)
{
    std::size_t const i = std::size_t{blockIdx.x} * block_threads + threadIdx.x;
    if (i < count) recompute_normal(in, out, i);
}

template <class InputPointer, class OutputPointer>
void launch(InputPointer in, OutputPointer out, std::size_t count)
{
    auto const blocks = static_cast<unsigned>((count + block_threads - 1) / block_threads);
    recompute_normals<<<blocks, block_threads>>>(in, out, count);
    cuda_check_launch("start the kernel");
}

//! Returns the median time of one run over several batches.
double median_seconds(std::function<void()> const& run)
{
    constexpr unsigned batches = 9;
    batch_timer const timer(run);
    std::vector<double> samples;
    for (unsigned i = 0; i < batches; ++i) samples.push_back(timer.seconds());
    return median(std::move(samples));
}

bool fit_in_cache(std::size_t bytes)
{
    int device = 0, cache_bytes = 0;
    cuda_check(cudaGetDevice(&device), "be asked which it is");
    cuda_check(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, device), "tell the size of its cache");
    return bytes <= static_cast<std::size_t>(cache_bytes);
}

}  // namespace

gpu_search find_gpu()
{
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    int driver_version = 0;
    // Without a driver, the runtime reports that the driver is too old.
    if (cudaDriverGetVersion(&driver_version) == cudaSuccess && driver_version == 0) {
        return {false, "", "no CUDA driver is installed"};
    }
    if (status != cudaSuccess) return {false, "", cudaGetErrorString(status)};
    if (count == 0) return {false, "", "none is present"};
    cudaDeviceProp properties{};
    cuda_check(cudaGetDeviceProperties(&properties, 0), "be described");
    return {true, properties.name, ""};
}

gpu_rates repair_on_gpu(stl_mesh const& in, stl_mesh& out)
{
    std::size_t const count = in.triangle_count();
    // Copies the header, too, so that the triangles are misaligned as in a file.
    device_memory const in_memory(in.size()), out_memory(in.size());
    cuda_check(cudaMemcpy(in_memory.data(), in.data(), in.size(), cudaMemcpyHostToDevice), "take the mesh");
    auto const triangles_of = [](device_memory const& file) {
        return reinterpret_cast<triangle*>(file.data() + stl_mesh::header_bytes);
    };
    triangle const* const source = triangles_of(in_memory);
    triangle* const target = triangles_of(out_memory);
    std::size_t const array_bytes = count * sizeof(triangle);

    // The copy and both kernels read one array and write the other, so every run has the same input.
    auto const rate = [&](auto const& run) { return 2 * static_cast<double>(array_bytes) / median_seconds(run); };
    gpu_rates rates{};
    // This copy begins at the aligned start of the memory, where a copy is fastest.
    rates.copy = rate([&] {
        cuda_check(cudaMemcpyAsync(out_memory.data(), in_memory.data(), array_bytes, cudaMemcpyDeviceToDevice),
                   "copy the mesh");
    });
    rates.plain = rate([&] { launch(source, target, count); });
    // Clears the result, so that only the coalesced kernel can have computed it.
    cuda_check(cudaMemset(target, 0xff, array_bytes), "clear memory");
    rates.coalesced =
        rate([&] { launch(coalesced_ptr<triangle const>(source), coalesced_ptr<triangle>(target), count); });
    cuda_check(cudaMemcpy(out.triangles(), target, array_bytes, cudaMemcpyDeviceToHost), "hand back the mesh");
    rates.fits_in_cache = fit_in_cache(2 * array_bytes);
    return rates;
}

}  // namespace heddle::program
