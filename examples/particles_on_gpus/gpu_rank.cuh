// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What all engines do on the GPU of a rank: allocate memory, place the particles, measure steps, check the particles.
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

//! The number of particles for which an array has room. A rank has `particles` of them, and few more or less after
//! some steps. Multiples of it lie at multiples of 256 bytes.
inline std::size_t capacity_of(std::size_t particles) { return (particles + particles / 4 + 4096 + 63) / 64 * 64; }

//! Writes a rank's particles before the first step to an array.
void restart(member const& me, particle* particles);

//! Calls step() several times, first without a measurement, and reports the time of one call. All ranks call it
//! together.
//! sent_bytes: sent_bytes() returns how many bytes this rank has sent so far. It waits for the GPU
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

//! Prints a line in rank 0: the time of the slowest rank, and the bytes that a rank has sent in it.
void print_line(member const& me, char const* name, bool is_right = true);

//! Particles on this GPU.
struct part {
    particle const* data;
    std::size_t count;
};

//! Compares the particles of all ranks with those that one GPU has computed, bit by bit. All ranks call it together.
//! Returns: whether each particle is there once, in its slab, and equal
bool check_particles(member const& me, std::vector<part> const& parts);
