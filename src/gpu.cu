// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work on a mesh on a GPU: one kernel for both pointers, timed against a copy, and a second one
// that gathers the statistics.
#include "cuda.hpp"
#include "gpu.hpp"

#include <heddle/heddle.cuh>

#include <cub/block/block_reduce.cuh>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

constexpr unsigned block_threads = 256;
// The same on every GPU, so that the sums are, too.
constexpr unsigned statistics_blocks = 1024;

__device__ std::size_t global_thread()
{
    return static_cast<std::size_t>(blockIdx.x) * block_threads + threadIdx.x;
}

template <class InputPointer, class OutputPointer>
__global__ void __launch_bounds__(block_threads)
    recompute_normals(InputPointer in, OutputPointer out, std::size_t count)
{
    std::size_t const i = global_thread();
    if (i < count) recompute_normal(in, out, i);
}

__global__ void __launch_bounds__(block_threads)
    gather_statistics(coalesced_ptr<triangle const> triangles, std::size_t count, vector apex,
                      mesh_statistics* of_blocks)
{
    mesh_statistics own;
    for (std::size_t i = global_thread(); i < count; i += statistics_blocks * block_threads) {
        own.add(triangles[i], apex);
    }
    using block_reduce = cub::BlockReduce<mesh_statistics, block_threads>;
    __shared__ typename block_reduce::TempStorage scratch;
    auto const merge = [](mesh_statistics a, mesh_statistics const& b) { return a += b; };
    mesh_statistics const of_block = block_reduce(scratch).Reduce(own, merge);
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = of_block;
}

template <class InputPointer, class OutputPointer>
void launch(InputPointer in, OutputPointer out, std::size_t count)
{
    auto const blocks = static_cast<unsigned>((count + block_threads - 1) / block_threads);
    recompute_normals<<<blocks, block_threads>>>(in, out, count);
    cuda_check_launch("start the kernel");
}

//! The median time of one run.
double median_seconds(std::function<void()> const& run)
{
    constexpr unsigned batches = 9;
    batch_timer const timer(run);
    std::vector<double> samples;
    for (unsigned i = 0; i < batches; ++i) samples.push_back(timer.seconds());
    return median(std::move(samples));
}

mesh_statistics statistics_of(triangle const* triangles, std::size_t count, vector apex)
{
    constexpr std::size_t bytes = statistics_blocks * sizeof(mesh_statistics);
    device_memory const device_parts(bytes);
    auto* const parts = reinterpret_cast<mesh_statistics*>(device_parts.data());
    gather_statistics<<<statistics_blocks, block_threads>>>(triangles, count, apex, parts);
    cuda_check_launch("start the kernel");
    std::vector<mesh_statistics> host_parts(statistics_blocks);
    cuda_check(cudaMemcpy(host_parts.data(), parts, bytes, cudaMemcpyDeviceToHost),
               "add up the mesh");
    mesh_statistics total;
    for (mesh_statistics const& part : host_parts) total += part;
    return total;
}

bool fit_in_cache(std::size_t bytes)
{
    int device = 0, cache_bytes = 0;
    cuda_check(cudaGetDevice(&device), "be asked which it is");
    cuda_check(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, device),
               "tell the size of its cache");
    return bytes <= static_cast<std::size_t>(cache_bytes);
}

}  // namespace

gpu_search find_gpu()
{
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    int driver_version = 0;
    // The runtime calls a missing driver too old.
    if (cudaDriverGetVersion(&driver_version) == cudaSuccess && driver_version == 0) {
        return {false, "", "no CUDA driver is installed"};
    }
    if (status != cudaSuccess) return {false, "", cudaGetErrorString(status)};
    if (count == 0) return {false, "", "none is present"};
    cudaDeviceProp properties{};
    cuda_check(cudaGetDeviceProperties(&properties, 0), "be described");
    return {true, properties.name, ""};
}

gpu_result repair_on_gpu(stl_mesh const& in, stl_mesh& out)
{
    gpu_result result{};
    std::size_t const count = in.triangle_count();
    if (count == 0) return result;

    // The whole files, so that the triangles lie as badly aligned as they do there.
    device_memory const in_memory(in.size()), out_memory(in.size());
    cuda_check(cudaMemcpy(in_memory.data(), in.data(), in.size(), cudaMemcpyHostToDevice),
               "take the mesh");
    auto const triangles_of = [](device_memory const& file) {
        return reinterpret_cast<triangle*>(file.data() + stl_mesh::header_bytes);
    };
    triangle const* const source = triangles_of(in_memory);
    triangle* const target = triangles_of(out_memory);
    std::size_t const array_bytes = count * sizeof(triangle);

    result.statistics = statistics_of(source, count, volume_apex(in.triangles()[0]));

    // All three read one array and write the other, so each run finds what the first one found.
    auto const rate = [&](auto const& run) {
        return 2 * static_cast<double>(array_bytes) / median_seconds(run);
    };
    // The copy may begin where it is fastest, at the start of the files.
    result.rates.copy = rate([&] {
        cuda_check(cudaMemcpyAsync(out_memory.data(), in_memory.data(), array_bytes,
                                   cudaMemcpyDeviceToDevice),
                   "copy the mesh");
    });
    result.rates.plain = rate([&] { launch(source, target, count); });
    // What is handed back is the work of the coalesced kernel, and of no other.
    cuda_check(cudaMemset(target, 0xff, array_bytes), "clear memory");
    result.rates.coalesced = rate([&] {
        launch(coalesced_ptr<triangle const>(source), coalesced_ptr<triangle>(target), count);
    });
    cuda_check(cudaMemcpy(out.triangles(), target, array_bytes, cudaMemcpyDeviceToHost),
               "hand back the mesh");
    result.fits_in_cache = fit_in_cache(2 * array_bytes);
    return result;
}

}  // namespace heddle::program
