// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays that all benchmarks share, and byte-by-byte comparisons of what is left there with what plain code leaves.
#pragma once

#include "../harness.cuh"
#include "measurement.hpp"

namespace heddle_bench {

struct device_arrays {
    std::byte const* in;  //!< pseudo-random bytes, written only once
    std::byte* out;
    std::uint32_t* index;  //!< the most recent permutation
};

//! Returns the arrays, which are allocated on first use.
device_arrays const& arrays();

//! `in` and `out` as arrays of structs.
template <class Element>
Element const* in_as()
{
    return reinterpret_cast<Element const*>(arrays().in);
}
template <class Element>
Element* out_as()
{
    return reinterpret_cast<Element*>(arrays().out);
}

//! Returns the bytes of an array before rounding up to whole blocks of structs: HEDDLE_BENCH_MIB, or 512 MiB.
std::size_t array_bytes();

//! Returns the number of structs that fill `bytes` bytes, rounded up to whole blocks.
std::size_t element_count(std::size_t element_bytes, std::size_t bytes = array_bytes());

void clear_output();
//! Copies `in` to `out`.
void fill_output();

//! Returns memory for one sum for each struct, or for any other use. Writing to this memory destroys the index;
//! make_permutation() restores the index.
std::uint32_t* sums();
void clear_sums();

//! Sets index[0 … count - 1] to a random permutation, which depends only on count.
void make_permutation(std::size_t count);

// ---- checks ----

//! The ways to move structs: out[i] = in[i], out[i] = in[index[i]], and out[index[i]] = in[i].
enum class motion { copy, gather, scatter };

//! Returns the number of bytes that differ between two memory ranges.
std::size_t count_differences(void const* a, void const* b, std::size_t bytes);
//! Returns how many of the bytes at `found` differ from those that plain code leaves there after clear().
//! Requires: at most as many bytes as sums() has
std::size_t count_wrong_at(void* found, std::size_t bytes, std::function<void()> const& clear, launcher const& plain);
//! Returns the same of the whole array `out`.
std::size_t count_wrong_output(std::function<void()> const& clear, launcher const& plain);
//! Returns the same of the memory of sums().
std::size_t count_wrong_sums(launcher const& plain);

//! Returns a counter on the device, which is 0.
unsigned long long* cleared_counter();

//! Runs a kernel that adds the number of errors to its last argument, a device counter. Returns that number.
template <class... Parameters, class... Arguments>
std::size_t count_wrong_by(void (*kernel)(Parameters...), Arguments const&... arguments)
{
    unsigned long long* const wrong = cleared_counter();
    launch_kernel(kernel, 4096, block_threads, arguments..., wrong);
    return copy_to_host(wrong, 1)[0];
}

//! The first index and the stride of grid-stride loops, in kernels that check and fill.
__device__ inline std::size_t grid_index() { return element_index(); }
__device__ inline std::size_t grid_size() { return std::size_t{gridDim.x} * block_threads; }

}  // namespace heddle_bench
