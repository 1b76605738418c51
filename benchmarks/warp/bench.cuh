// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a kernel becomes a Google Benchmark: it is verified once, then timed in batches of launches
// by CUDA events.
#pragma once

#include "../harness.cuh"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle_warp_bench {

//! One form of an experiment.
struct measurement {
    std::string name;  //!< experiment/type or size/form/block or count
    std::function<void()> launch;
    //! Runs it and compares what it left with a plain loop on the host; how many results are wrong.
    std::function<std::size_t()> count_wrong;
    //! What one launch does, by the name of the rate that is to be reported: bytes for "GB/s" are
    //! given as 1e-9 of them, and so on.
    std::map<std::string, double> rates;
    //! What is reported as it is: shared bytes per block.
    std::map<std::string, double> facts;
    //! Operations of one launch on each multiprocessor, if the time of one is wanted.
    double operations = 0;
    //! A form without synchronisation is timed also where its results are wrong, and says so.
    bool is_unsafe = false;
};

void add(measurement m);

//! Multiprocessors of the GPU.
unsigned multiprocessors();

//! Memory on the device; it lives as long as the program.
void* allocate(std::size_t bytes);

template <class T>
T* device_array(std::size_t count)
{
    return static_cast<T*>(allocate(count * sizeof(T)));
}

template <class T>
T* copy_to_device(std::vector<T> const& host)
{
    T* const device = device_array<T>(host.size());
    HEDDLE_BENCH_CHECK(
        cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <class T>
std::vector<T> copy_to_host(T const* device, std::size_t count)
{
    std::vector<T> host(count);
    HEDDLE_BENCH_CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

using heddle_bench::check_launch;

template <class T>
char const* type_name();
template <>
inline char const* type_name<int>()
{
    return "int32";
}
template <>
inline char const* type_name<long long>()
{
    return "int64";
}
template <>
inline char const* type_name<float>()
{
    return "fp32";
}
template <>
inline char const* type_name<double>()
{
    return "fp64";
}

//! Pseudo-random numbers below `bound`, always the same: they are exact in every type.
unsigned random_number(std::size_t i, unsigned bound);

//! Each file of experiments registers its own. Nothing is allocated before something is measured.
void register_neighbour();
void register_reduce();
void register_scan();
void register_sort();
void register_broadcast();
void register_transpose();
void register_device_reduce();
void register_nbody();
void register_leapfrog();

}  // namespace heddle_warp_bench
