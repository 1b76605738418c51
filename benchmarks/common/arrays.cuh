// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays that all benchmarks share, and byte-by-byte checks of moves between them, without code of heddle.
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

struct moved_structs {
    motion kind;
    std::size_t bytes, count;
    std::uint32_t lanes = ~0u;  //!< lanes of each warp that move a struct; other elements of `out` stay cleared

    //! Returns the number of bytes read and written, including the index.
    double traffic() const;
};

//! Returns a motion of as many structs as fill an array, but not more than a 32-bit index can address.
moved_structs all_structs(motion kind, std::size_t bytes);

//! Returns the number of wrong bytes.
std::size_t count_wrong_moves(moved_structs const& what);
//! Returns the number of bytes that differ between two memory ranges.
std::size_t count_differences(void const* a, void const* b, std::size_t bytes);

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

//! Returns byte k of an element, from the word that contains it.
__device__ inline std::byte byte_of(std::uint32_t word, std::size_t k)
{
    return static_cast<std::byte>(word >> (8 * (k % 4)));
}

//! Returns xor_of_words() of an element, computed byte by byte.
__device__ inline std::uint32_t sum_of_bytes(std::byte const* element, std::size_t bytes)
{
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < bytes; ++k) sum ^= static_cast<std::uint32_t>(element[k]) << (8 * (k % 4));
    return sum;
}

// ---- measurements ----

using load_kernel = void (*)(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count);
//! Kernels that store, or update in place.
using store_kernel = void (*)(std::byte* out, std::size_t count);

//! The number of structs that a block handles.
struct block_share {
    unsigned threads = block_threads;
    unsigned elements = block_threads;
};

measurement measure_load(load_kernel kernel, std::size_t bytes, std::size_t count, block_share block = {});
//! Measures a kernel that writes stored_word() or, if it updates, replaces each word w with updated_word(w).
measurement measure_store(store_kernel kernel, std::size_t bytes, std::size_t count, block_share block = {},
                          bool updates = false);
//! Measures a launch that moves structs from `in` to `out`.
measurement measure_moves(moved_structs const& what, std::function<void()> const& launch);
//! Measures cudaMemcpyAsync from `in` to `out`.
measurement measure_memcpy(std::size_t element_bytes, std::size_t count);

}  // namespace heddle_bench
