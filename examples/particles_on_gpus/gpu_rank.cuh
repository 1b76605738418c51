// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions that all engines use on the GPU of a rank: they allocate memory, place particles, measure steps, and check.
#pragma once

#include "ranks.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

inline void check(cudaError_t status)
{
    if (status != cudaSuccess) throw std::runtime_error(std::string("the GPU reports: ") + cudaGetErrorString(status));
}

inline constexpr unsigned block_threads = 256;

inline unsigned blocks_of(std::size_t threads)
{
    return static_cast<unsigned>(std::max<std::size_t>(1, (threads + block_threads - 1) / block_threads));
}

// The two ways to write a kernel: with a T*, or with a coalesced_ptr.
template <class T>
using plain = T*;
template <class T>
using coalesced = heddle::coalesced_ptr<T>;

//! Memory of this GPU.
template <class T>
class gpu_array {
public:
    explicit gpu_array(std::size_t count) { check(cudaMalloc(&data_, count * sizeof(T))); }
    gpu_array(gpu_array&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    gpu_array& operator=(gpu_array&&) = delete;
    ~gpu_array() { cudaFree(data_); }

    T* data() const { return data_; }

private:
    T* data_ = nullptr;
};

//! Returns the size of an array for a rank that begins with `particles` particles. After some steps, a rank has a few
//! more. The size is a multiple of 64, so that arrays side by side are aligned to 256 bytes.
inline std::size_t capacity_of(std::size_t particles) { return (particles + particles / 4 + 4096 + 63) / 64 * 64; }

//! Writes the particles that a rank has before the first step to an array.
void restart(member const& me, particle* particles);

//! Calls step() several times to warm up, then measures further calls. Reports the time of one call. All ranks must
//! call this function together.
//! sent_bytes: waits for the GPU, and returns how many bytes this rank has sent so far
template <class Step, class SentBytes>
void measure(member const& me, Step const& step, SentBytes const& sent_bytes)
{
    me.meet();
    for (unsigned k = 0; k < warm_up_steps; ++k) step();
    std::size_t const before = sent_bytes();
    me.meet();
    auto const begin = std::chrono::steady_clock::now();
    unsigned const steps = me.all().chosen.steps;
    for (unsigned k = 0; k < steps; ++k) step();
    check(cudaDeviceSynchronize());
    std::chrono::duration<double> const all = std::chrono::steady_clock::now() - begin;
    me.report().seconds = all.count() / steps;
    me.report().sent_bytes = (sent_bytes() - before) / steps;
}

//! Prints a line in rank 0: the time of the slowest rank, and the average rate at which a rank has sent bytes.
void print_line(member const& me, char const* name, bool is_right = true);

//! Particles on this GPU.
struct part {
    particle const* data;
    std::size_t count;
};

//! Compares the particles of all ranks with those that one GPU has computed, bit by bit. All ranks must call this
//! function together.
//! Returns: whether each particle is there once, in its slab, and equal
bool check_particles(member const& me, std::vector<part> const& parts);
