// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes a Google Benchmark from a launch on the GPU. First the launch runs once, and its result is checked. Then
// batches of launches are timed with CUDA events.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle_bench {

//! The name of the current measurement, for messages about errors.
inline char const* current_measurement = "nothing";

// Checks the status of a call of the CUDA runtime. An error ends the program, because all later measurements would be
// meaningless.
#define HEDDLE_BENCH_CHECK(call)                                                                     \
    do {                                                                                             \
        cudaError_t const heddle_bench_error = (call);                                               \
        if (heddle_bench_error != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s:%d: %s: %s, measuring %s\n", __FILE__, __LINE__, #call,         \
                         cudaGetErrorString(heddle_bench_error), heddle_bench::current_measurement); \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (false)

struct measurement {
    double bytes = 0;              //!< the bytes that a launch moves; reported as GB/s if not 0
    std::function<void()> launch;  //!< the timed work
    //! Returns the number of wrong bytes, words or results after clear() and launch().
    std::function<std::size_t()> count_wrong = [] { return std::size_t{0}; };
    std::function<void()> clear = [] {};    //!< clears or fills the memory to which launch() writes
    std::function<void()> prepare = [] {};  //!< prepares what a launch requires; fast if that is already prepared
    std::map<std::string, double> rates{};  //!< unit -> the work of one launch in this unit; reported per second
    std::map<std::string, double> facts{};  //!< reported unchanged
    double operations = 0;                  //!< per launch and multiprocessor; reported as ns/op/SM if not 0
    bool is_unsafe = false;                 //!< true if even wrong results are timed; they are reported
};

//! Adds a benchmark named PATTERN/VARIANT/STRUCT. The benchmark fails if count_wrong() does not return 0. If the
//! environment variable HEDDLE_BENCH_ONCE is set, nothing is timed. Instead, one launch follows the check, in a range
//! for profilers.
void add_measurement(std::string const& name, measurement m);

//! The number of failed measurements. A measurement that fails prints a line.
inline unsigned failed_measurements = 0;

//! Adds a property of the run to the results.
void add_context(std::string const& key, std::string const& value);

//! Registers a function that adds benchmarks. main() calls these functions.
struct registration {
    inline static std::vector<void (*)()> functions;
    explicit registration(void (*add)()) { functions.push_back(add); }
};

inline unsigned blocks_of(std::size_t elements, unsigned elements_per_block = 256)
{
    return static_cast<unsigned>((elements + elements_per_block - 1) / elements_per_block);
}

template <class... Parameters, class... Arguments>
void launch_kernel(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, Arguments const&... arguments)
{
    kernel<<<blocks, threads>>>(arguments...);
    HEDDLE_BENCH_CHECK(cudaGetLastError());
}

using launcher = std::function<void()>;
//! Returns a launcher whose first call calls make(), because before that there may be no GPU.
launcher made_when_needed(std::function<launcher()> const& make);
//! Makes a graph of many launches in sequence, for kernels that take less time than the CPU needs for a launch.
template <class... Parameters, class... Arguments>
launcher graph_of(unsigned launches, void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
                  std::size_t shared_bytes, Arguments const&... arguments)
{
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    HEDDLE_BENCH_CHECK(cudaStreamCreate(&stream));
    HEDDLE_BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (unsigned i = 0; i < launches; ++i) kernel<<<blocks, threads, shared_bytes, stream>>>(arguments...);
    HEDDLE_BENCH_CHECK(cudaGetLastError());
    HEDDLE_BENCH_CHECK(cudaStreamEndCapture(stream, &graph));
    HEDDLE_BENCH_CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    HEDDLE_BENCH_CHECK(cudaGraphDestroy(graph));
    HEDDLE_BENCH_CHECK(cudaStreamDestroy(stream));
    return [executable] { HEDDLE_BENCH_CHECK(cudaGraphLaunch(executable, nullptr)); };
}

inline int attribute_of_gpu(cudaDeviceAttr attribute, int device = 0)
{
    int value = 0;
    HEDDLE_BENCH_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}
inline unsigned multiprocessors(int device = 0)
{
    return static_cast<unsigned>(attribute_of_gpu(cudaDevAttrMultiProcessorCount, device));
}

//! Returns how many blocks of a kernel can be resident at the same time on `device`, which must be the current GPU.
template <class... Parameters>
unsigned resident_blocks(void (*kernel)(Parameters...), unsigned threads, int device = 0)
{
    int blocks = 0;
    HEDDLE_BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0));
    return static_cast<unsigned>(blocks) * multiprocessors(device);
}

//! Returns an object that the first call makes, because before that there may be no GPU.
template <class T>
T& made_once()
{
    static T made;
    return made;
}

//! Allocates device memory. It is never freed.
template <class T>
T* allocate(std::size_t count)
{
    void* memory = nullptr;
    HEDDLE_BENCH_CHECK(cudaMalloc(&memory, count * sizeof(T)));
    return static_cast<T*>(memory);
}

template <class T>
T* copy_to_device(std::vector<T> const& host)
{
    T* const device = allocate<T>(host.size());
    HEDDLE_BENCH_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <class T>
std::vector<T> copy_to_host(T const* device, std::size_t count)
{
    std::vector<T> host(count);
    HEDDLE_BENCH_CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

}  // namespace heddle_bench
