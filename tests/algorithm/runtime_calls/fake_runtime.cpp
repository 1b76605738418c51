// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces the functions of the CUDA runtime that heddle and Thrust call. All other functions belong to the real
// runtime. They fail, because these tests run without a device.

#include "fake_runtime.hpp"

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#undef cudaGetDeviceProperties

namespace heddle_test {

namespace {

constexpr std::size_t no_call = ~std::size_t{0};

struct state {
    bool records = false;
    recorded_calls calls;
    std::map<void const*, std::string> kernels;
    std::size_t failing = no_call;
    std::ptrdiff_t count = 0;
    cudaError_t last_error = cudaSuccess;
};
state& global()
{
    static state state;
    return state;
}

//! Records a call. Returns cudaErrorUnknown if the call was chosen to fail, and cudaSuccess otherwise.
cudaError_t record(runtime_call kind, char const* name, std::string const& detail = {})
{
    state& now = global();
    if (!now.records) return cudaSuccess;
    bool const fails = now.calls.size() == now.failing;
    now.calls.push_back({kind, name + detail});
    if (fails) now.last_error = cudaErrorUnknown;
    return fails ? cudaErrorUnknown : cudaSuccess;
}

std::string named_kernel(void const* function, dim3 grid)
{
    auto const& kernels = global().kernels;
    auto const found = kernels.find(function);
    std::string const name = found == kernels.end() ? "?" : found->second;
    return ' ' + name + " x " + std::to_string(grid.x);
}

constexpr std::size_t memory_of_h200 = 141'000'000'000;

cudaError_t allocate(void** memory, std::size_t bytes)
{
    if (bytes > memory_of_h200) return cudaErrorMemoryAllocation;
    // Clears the memory: no kernel runs that would write results to it.
    std::size_t const rounded = (bytes + 511) / 256 * 256;
    *memory = std::aligned_alloc(256, rounded);
    std::memset(*memory, 0, rounded);
    return cudaSuccess;
}

int attribute_of_h200(cudaDeviceAttr attribute)
{
    static std::map<cudaDeviceAttr, int> const attributes = {
        {cudaDevAttrComputeCapabilityMajor, 9},
        {cudaDevAttrMultiProcessorCount, 132},
        {cudaDevAttrMaxThreadsPerBlock, 1024},
        {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
        {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
        {cudaDevAttrWarpSize, 32},
        {cudaDevAttrMaxGridDimX, 0x7fffffff},
        {cudaDevAttrMaxSharedMemoryPerBlock, 48 * 1024},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 * 1024},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 * 1024},
        {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
        {cudaDevAttrMemoryPoolsSupported, 1},
        {cudaDevAttrL2CacheSize, 50 << 20},
    };
    auto const found = attributes.find(attribute);
    return found == attributes.end() ? 0 : found->second;
}

}  // namespace

recorded_calls record_calls(std::function<void()> const& run)
{
    global().calls.clear();
    global().records = true;
    run();
    global().records = false;
    global().failing = no_call;
    global().last_error = cudaSuccess;
    return std::move(global().calls);
}

void leave_error() { global().last_error = cudaErrorInvalidDevice; }

void fail_call(std::size_t number) { global().failing = number; }

void answer_counts(std::ptrdiff_t count) { global().count = count; }

}  // namespace heddle_test

using namespace heddle_test;

extern "C" {

void** __cudaRegisterFatBinary(void* binary) { return static_cast<void**>(binary); }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }
void __cudaRegisterVar(void**, char*, char*, char const*, int, std::size_t, int, int) {}
void __cudaRegisterFunction(void**, char const* function, char*, char const* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*)
{
    global().kernels[function] = name;
}

namespace {
struct {
    dim3 grid, block;
    std::size_t bytes = 0;
    void* stream = nullptr;
} pushed;
}  // namespace

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t bytes, CUstream_st* stream)
{
    pushed = {grid, block, bytes, stream};
    return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* bytes, void* stream)
{
    *grid = pushed.grid;
    *block = pushed.block;
    *bytes = pushed.bytes;
    *static_cast<void**>(stream) = pushed.stream;
    return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, void const* function)
{
    *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
    return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3, void**, std::size_t, cudaStream_t)
{
    return record(runtime_call::launch, "cudaLaunchKernel", named_kernel(kernel, grid));
}
cudaError_t cudaLaunchKernel(void const* function, dim3 grid, dim3, void**, std::size_t, cudaStream_t)
{
    return record(runtime_call::launch, "cudaLaunchKernel", named_kernel(function, grid));
}
cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const* config, void const* function, void**)
{
    return record(runtime_call::launch, "cudaLaunchKernel", named_kernel(function, config->gridDim));
}

cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t)
{
    cudaError_t const error = record(runtime_call::launch, "cudaMemsetAsync");
    if (error == cudaSuccess) std::memset(memory, value, bytes);
    return error;
}
cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t)
{
    bool const is_within = kind == cudaMemcpyDeviceToDevice;
    cudaError_t const error = record(is_within ? runtime_call::launch : runtime_call::copy,
                                     is_within ? "cudaMemcpyAsync D2D" : "cudaMemcpyAsync");
    if (error != cudaSuccess) return error;
    std::ptrdiff_t const count = global().count;
    bool const is_count = kind == cudaMemcpyDeviceToHost && bytes == sizeof(count);
    std::memmove(to, is_count ? static_cast<void const*>(&count) : from, bytes);
    return error;
}

cudaError_t cudaMalloc(void** memory, std::size_t bytes)
{
    cudaError_t const error = record(runtime_call::allocation, "cudaMalloc");
    return error == cudaSuccess ? allocate(memory, bytes) : error;
}
cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t)
{
    cudaError_t const error = record(runtime_call::allocation, "cudaMallocAsync");
    return error == cudaSuccess ? allocate(memory, bytes) : error;
}
cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t, cudaStream_t)
{
    cudaError_t const error = record(runtime_call::allocation, "cudaMallocFromPoolAsync");
    return error == cudaSuccess ? allocate(memory, bytes) : error;
}

//! Defines a function of the runtime that runs the code in the last arguments and then records the call.
#define HEDDLE_FAKE(kind, name, parameters, ...)  \
    cudaError_t name parameters                   \
    {                                             \
        __VA_ARGS__;                              \
        return record(runtime_call::kind, #name); \
    }
HEDDLE_FAKE(release, cudaFree, (void* memory), std::free(memory))
HEDDLE_FAKE(release, cudaFreeAsync, (void* memory, cudaStream_t), std::free(memory))
HEDDLE_FAKE(synchronize, cudaStreamSynchronize, (cudaStream_t))
HEDDLE_FAKE(synchronize, cudaDeviceSynchronize, ())
HEDDLE_FAKE(query, cudaStreamIsCapturing, (cudaStream_t, cudaStreamCaptureStatus* status),
            *status = cudaStreamCaptureStatusNone)
HEDDLE_FAKE(query, cudaGetDevice, (int* device), *device = 0)
HEDDLE_FAKE(query, cudaSetDevice, (int))
HEDDLE_FAKE(query, cudaGetDeviceCount, (int* count), *count = 1)
HEDDLE_FAKE(query, cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int),
            *value = attribute_of_h200(attribute))
HEDDLE_FAKE(query, cudaFuncGetAttributes, (cudaFuncAttributes * attributes, void const*), *attributes = {};
            attributes->binaryVersion = attributes->ptxVersion = 90; attributes->maxThreadsPerBlock = 1024;
            attributes->numRegs = 32)
HEDDLE_FAKE(query, cudaFuncSetAttribute, (void const*, cudaFuncAttribute, int))
HEDDLE_FAKE(query, cudaPointerGetAttributes, (cudaPointerAttributes * attributes, void const* memory), *attributes = {};
            attributes->type = cudaMemoryTypeDevice; attributes->devicePointer = const_cast<void*>(memory))
HEDDLE_FAKE(query, cudaMemPoolCreate, (cudaMemPool_t * pool, cudaMemPoolProps const*),
            *pool = reinterpret_cast<cudaMemPool_t>(&global()))
HEDDLE_FAKE(query, cudaMemGetInfo, (std::size_t * free, std::size_t* total), *free = *total = 140'000'000'000)
HEDDLE_FAKE(query, cudaMemPoolSetAttribute, (cudaMemPool_t, cudaMemPoolAttr, void*))
HEDDLE_FAKE(query, cudaThreadExchangeStreamCaptureMode, (cudaStreamCaptureMode*))
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void const*, int threads, std::size_t,
                                                                   unsigned)
{
    int const fit = 2048 / threads;
    *blocks = fit < 32 ? fit : 32;
    return record(runtime_call::query, "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void const* function, int threads,
                                                          std::size_t bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, bytes, 0);
}

cudaError_t cudaGetLastError() { return std::exchange(global().last_error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return global().last_error; }
}
