// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How something that runs on the GPU becomes a Google Benchmark: it runs once, its result is checked, and it is timed
// in batches by CUDA events.
#pragma once

#include "check.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle_bench {

struct measurement {
    double bytes = 0;              //!< moved by a launch; reported as GB/s if not 0
    std::function<void()> launch;  //!< is timed
    //! Launches it on cleared memory, and returns how many bytes, words or results are wrong.
    std::function<std::size_t()> count_wrong = [] { return std::size_t{0}; };
    std::function<void()> prepare = [] {};  //!< establishes what a launch requires; cheap if it holds already
    std::map<std::string, double> rates{};  //!< by unit: what a launch does, reported per second
    std::map<std::string, double> facts{};  //!< reported as they are
    double operations = 0;                  //!< of a launch on each multiprocessor; reported as ns/op/SM if not 0
    bool is_unsafe = false;                 //!< timed even if its results are wrong, which is reported
};

//! Adds a benchmark, PATTERN/VARIANT/STRUCT. It fails if count_wrong() is not 0. If HEDDLE_BENCH_ONCE is set in the
//! environment, nothing is timed: one launch follows the check, in a range that profilers see.
void add_measurement(std::string const& name, measurement m);

//! Has the results tell more of the run.
void add_context(std::string const& key, std::string const& value);

//! The functions that add the benchmarks of a program. Files register theirs before main() calls them.
std::vector<void (*)()>& registered_functions();
struct registration {
    explicit registration(void (*add)()) { registered_functions().push_back(add); }
};

//! Milliseconds between two events around a batch of launches. A launch before the first event keeps the GPU busy until
//! the batch is queued, so that no launch latency is measured.
float time_batch(std::function<void()> const& launch, int launches);

//! Returns how many launches make a batch that is long against the events' resolution of half a microsecond, and short
//! enough that a thousand measurements take minutes. Launches a few, which warms up.
int launches_of_batch(std::function<void()> const& launch);

inline unsigned blocks_of(std::size_t elements, unsigned elements_per_block = 256)
{
    return static_cast<unsigned>((elements + elements_per_block - 1) / elements_per_block);
}

template <class... Parameters, class... Arguments>
void launch_kernel(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, Arguments const&... arguments)
{
    kernel<<<blocks, threads>>>(arguments...);
    check_launch();
}

using launcher = std::function<void()>;
//! A launch that is made by its first call: before that there may be no GPU.
launcher made_when_needed(std::function<launcher()> const& make);
//! Makes a graph of many launches, one after the other, for kernels that the processor may launch too slowly.
launcher graph_of(unsigned launches, std::function<void(cudaStream_t)> const& launch);

unsigned multiprocessors();

//! Returns how many blocks of a kernel run at a time.
template <class... Parameters>
unsigned resident_blocks(void (*kernel)(Parameters...), unsigned threads)
{
    int blocks = 0;
    HEDDLE_BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0));
    return static_cast<unsigned>(blocks) * multiprocessors();
}

//! Device memory, which is never freed.
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
