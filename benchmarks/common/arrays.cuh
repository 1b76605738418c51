// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays that all benchmarks share, and byte-by-byte comparisons of their contents with those after plain code.
#pragma once

#include "../harness.cuh"
#include "measurement.hpp"

#include <algorithm>

namespace heddle_bench {

//! The first index and the stride of grid-stride loops, in kernels that fill and check arrays. These kernels have 4096
//! blocks, which is enough for any GPU.
__device__ inline std::size_t grid_index() { return element_index(); }
__device__ inline std::size_t grid_size() { return std::size_t{gridDim.x} * block_threads; }

static __global__ void fill_randomly(std::uint32_t* words, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        words[i] = mixed(static_cast<std::uint32_t>(i) ^ mixed(static_cast<std::uint32_t>(i >> 32) ^ 0x68656464u));
    }
}

static __global__ void fill_permutation(std::uint32_t* index, permutation random)
{
    for (std::size_t i = grid_index(); i < random.count; i += grid_size()) {
        index[i] = static_cast<std::uint32_t>(random(i));
    }
}

static __global__ void compare_bytes(std::byte const* a, std::byte const* b, std::size_t bytes,
                                     unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < bytes; i += grid_size()) {
        if (a[i] != b[i]) atomicAdd(wrong, 1ull);
    }
}

//! Returns the size of an array in bytes, HEDDLE_BENCH_MIB or 512 MiB, before rounding up to whole blocks of structs.
inline std::size_t array_bytes()
{
    static std::size_t const bytes = [] {
        char const* const text = std::getenv("HEDDLE_BENCH_MIB");
        unsigned long const mebibytes = text == nullptr ? 512 : std::strtoul(text, nullptr, 10);
        if (mebibytes == 0 || mebibytes > (1ul << 20)) {
            std::fprintf(stderr, "HEDDLE_BENCH_MIB must be a number of MiB, not \"%s\"\n", text);
            std::exit(1);
        }
        return std::size_t{mebibytes} << 20;
    }();
    return bytes;
}

//! Returns the number of structs that fill `bytes` bytes, rounded up to whole blocks.
inline std::size_t element_count(std::size_t element_bytes, std::size_t bytes = array_bytes())
{
    return std::size_t{blocks_of((bytes + element_bytes - 1) / element_bytes, block_threads)} * block_threads;
}

//! Returns the size of an array in bytes, with room for whole blocks of structs of up to 4096 bytes.
inline std::size_t rounded_bytes() { return array_bytes() + (block_threads + 1) * std::size_t{4096}; }
//! Returns the size in bytes of one index or one sum for each struct. The smallest struct has one byte.
inline std::size_t index_bytes() { return element_count(1) * sizeof(std::uint32_t); }

struct device_arrays {
    std::byte const* in;  //!< pseudo-random bytes, which are written only once
    std::byte* out;
    std::uint32_t* index;  //!< the most recently made permutation
};

//! Returns the arrays. The first call allocates them.
inline device_arrays const& arrays()
{
    static device_arrays const all = [] {
        auto* const in = allocate<std::uint32_t>(rounded_bytes() / 4);
        launch_kernel(fill_randomly, 4096, block_threads, in, rounded_bytes() / 4);
        HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
        return device_arrays{reinterpret_cast<std::byte*>(in), allocate<std::byte>(rounded_bytes()),
                             allocate<std::uint32_t>(index_bytes() / 4)};
    }();
    return all;
}

//! Return `in` and `out` as arrays of structs.
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

inline void clear_output() { HEDDLE_BENCH_CHECK(cudaMemset(arrays().out, 0xa5, rounded_bytes())); }
//! Copies `in` to `out`.
inline void fill_output()
{
    HEDDLE_BENCH_CHECK(cudaMemcpy(arrays().out, arrays().in, rounded_bytes(), cudaMemcpyDeviceToDevice));
}

inline std::size_t permutation_count = 0;  //!< 0 means that `index` holds no permutation

//! Returns memory for one sum per struct, or for any other use. This memory is that of the index. make_permutation()
//! restores the index.
inline std::uint32_t* sums()
{
    permutation_count = 0;
    return arrays().index;
}
inline void clear_sums() { HEDDLE_BENCH_CHECK(cudaMemset(sums(), 0xa5, index_bytes())); }

//! Sets index[0 … count - 1] to a random permutation, which depends only on count.
inline void make_permutation(std::size_t count)
{
    if (permutation_count == count) return;
    launch_kernel(fill_permutation, 4096, block_threads, arrays().index, permutation(count));
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    permutation_count = count;
}

// ---- checks ----

//! Three ways to move structs: out[i] = in[i], out[i] = in[index[i]], and out[index[i]] = in[i].
enum class motion { copy, gather, scatter };

//! Returns the address of a counter in device memory, and sets the counter to 0.
inline unsigned long long* cleared_counter()
{
    static auto* const counter = allocate<unsigned long long>(1);
    HEDDLE_BENCH_CHECK(cudaMemset(counter, 0, sizeof *counter));
    return counter;
}

//! Runs a kernel that adds the number of errors to its last argument, a counter in device memory. Returns this number.
template <class... Parameters, class... Arguments>
std::size_t count_wrong_by(void (*kernel)(Parameters...), Arguments const&... arguments)
{
    unsigned long long* const wrong = cleared_counter();
    launch_kernel(kernel, 4096, block_threads, arguments..., wrong);
    return copy_to_host(wrong, 1)[0];
}

//! Returns how many bytes at `found` are wrong. The correct bytes are those that plain() leaves there after clear().
//! Requires: bytes <= std::max(rounded_bytes(), index_bytes())
inline std::size_t count_wrong_at(void* found, std::size_t bytes, std::function<void()> const& clear,
                                  launcher const& plain)
{
    static auto* const copy = allocate<std::byte>(std::max(rounded_bytes(), index_bytes()));
    HEDDLE_BENCH_CHECK(cudaMemcpy(copy, found, bytes, cudaMemcpyDeviceToDevice));
    clear();
    plain();
    return count_wrong_by(compare_bytes, copy, static_cast<std::byte const*>(found), bytes);
}
//! Compares the whole array `out` in the same way.
inline std::size_t count_wrong_output(std::function<void()> const& clear, launcher const& plain)
{
    return count_wrong_at(arrays().out, rounded_bytes(), clear, plain);
}
//! Compares the memory of sums() in the same way.
inline std::size_t count_wrong_sums(launcher const& plain)
{
    return count_wrong_at(sums(), index_bytes(), clear_sums, plain);
}

}  // namespace heddle_bench
