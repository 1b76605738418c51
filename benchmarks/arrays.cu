// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory of the benchmarks: allocation, random contents, random permutations, and checks that share
// no code with what they check.

#include "arrays.cuh"
#include "permutation.cuh"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle_bench {
namespace {

// Every array is rounded up to whole blocks of structs: of up to this size.
constexpr std::size_t largest_element_bytes = 4096;
constexpr std::size_t slack_bytes = (block_threads + 1) * largest_element_bytes;

constexpr int uncommon_byte = 0xa5;
constexpr std::uint32_t data_seed = 0x68656464u;

device_arrays the_arrays{};
std::uint32_t* index_memory = nullptr;
std::size_t permutation_count = 0;  // 0: index holds no permutation
unsigned long long* wrong_count = nullptr;

// Grid-stride kernels: enough blocks for any GPU.
constexpr unsigned grid_blocks = 4096;

__device__ std::size_t grid_index() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t grid_size() { return std::size_t{gridDim.x} * blockDim.x; }

__global__ void fill(std::uint32_t* words, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        words[i] = mixed(static_cast<std::uint32_t>(i) ^
                         mixed(static_cast<std::uint32_t>(i >> 32) ^ data_seed));
    }
}

__global__ void fill_permutation(std::uint32_t* index, permutation random)
{
    for (std::size_t i = grid_index(); i < random.count; i += grid_size()) {
        index[i] = static_cast<std::uint32_t>(random(i));
    }
}

//! Calls visit(i, k) for every byte, which is byte k of element i. A thread's bytes are all as far apart, so that it
//! divides for the first one alone.
template <class Visit>
__device__ void for_each_byte(std::size_t element_bytes, std::size_t count, Visit const& visit)
{
    std::size_t const end = count * element_bytes;
    std::size_t const step = grid_size();
    std::size_t const elements_of_step = step / element_bytes;
    std::size_t const bytes_of_step = step % element_bytes;
    std::size_t i = grid_index() / element_bytes;
    std::size_t k = grid_index() % element_bytes;
    for (std::size_t e = grid_index(); e < end; e += step) {
        visit(i, k);
        i += elements_of_step;
        k += bytes_of_step;
        if (k >= element_bytes) {
            k -= element_bytes;
            ++i;
        }
    }
}

//! Byte k of out's element `to` must be byte k of in's element `from`, where one of them is i and
//! the other, if there is an index, is index[i].
__global__ void compare_bytes(std::byte const* in, std::byte const* out, std::uint32_t const* from,
                              std::uint32_t const* to, std::size_t element_bytes, std::size_t count,
                              unsigned long long* wrong)
{
    for_each_byte(element_bytes, count, [&](std::size_t i, std::size_t k) {
        std::size_t const source = from != nullptr ? from[i] : i;
        std::size_t const target = to != nullptr ? to[i] : i;
        if (out[target * element_bytes + k] != in[source * element_bytes + k]) {
            atomicAdd(wrong, 1ull);
        }
    });
}

//! As compare_bytes for the elements of those lanes; the others must be as clear_output left them.
__global__ void compare_masked_bytes(std::byte const* in, std::byte const* out,
                                     std::uint32_t const* from, std::uint32_t const* to,
                                     std::size_t element_bytes, std::uint32_t lanes,
                                     std::size_t count, unsigned long long* wrong)
{
    for_each_byte(element_bytes, count, [&](std::size_t i, std::size_t k) {
        std::size_t const source = from != nullptr ? from[i] : i;
        std::size_t const target = to != nullptr ? to[i] : i;
        bool const is_moved = (lanes >> i % lane_count & 1u) != 0;
        std::byte const expected =
            is_moved ? in[source * element_bytes + k] : std::byte{uncommon_byte};
        if (out[target * element_bytes + k] != expected) atomicAdd(wrong, 1ull);
    });
}

__global__ void compare_stores(std::byte const* out, std::size_t element_bytes, std::size_t count,
                               unsigned long long* wrong)
{
    for_each_byte(element_bytes, count, [&](std::size_t i, std::size_t k) {
        std::uint32_t const word = stored_word(i, static_cast<unsigned>(k / 4));
        if (out[i * element_bytes + k] != static_cast<std::byte>(word >> (8 * (k % 4)))) {
            atomicAdd(wrong, 1ull);
        }
    });
}

__global__ void compare_updates(std::uint32_t const* in, std::uint32_t const* out,
                                std::size_t word_count, unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < word_count; i += grid_size()) {
        if (out[i] != in[i] * 5 + 1) atomicAdd(wrong, 1ull);
    }
}

__global__ void compare_sums(std::byte const* in, std::uint32_t const* sums,
                             std::size_t element_bytes, std::size_t count,
                             unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < element_bytes; ++k) {
            sum ^= static_cast<std::uint32_t>(in[i * element_bytes + k]) << (8 * (k % 4));
        }
        if (sums[i] != sum) atomicAdd(wrong, 1ull);
    }
}

//! Runs a kernel that counts into its last argument.
template <class... Parameters, class... Arguments>
std::size_t count_wrong(void (*kernel)(Parameters...), Arguments... arguments)
{
    unsigned long long wrong = 0;
    HEDDLE_BENCH_CHECK(cudaMemset(wrong_count, 0, sizeof(wrong)));
    kernel<<<grid_blocks, block_threads>>>(arguments..., wrong_count);
    HEDDLE_BENCH_CHECK(cudaGetLastError());
    HEDDLE_BENCH_CHECK(cudaMemcpy(&wrong, wrong_count, sizeof(wrong), cudaMemcpyDeviceToHost));
    return static_cast<std::size_t>(wrong);
}

template <class T>
T* allocate(std::size_t bytes)
{
    void* memory = nullptr;
    HEDDLE_BENCH_CHECK(cudaMalloc(&memory, bytes));
    return static_cast<T*>(memory);
}

// The smallest struct has one byte, and every struct has an index and a sum.
std::size_t index_bytes() { return element_count(1) * sizeof(std::uint32_t); }

}  // namespace

std::size_t array_bytes()
{
    static std::size_t const bytes = [] {
        char const* const text = std::getenv("HEDDLE_BENCH_MIB");
        if (text == nullptr) return std::size_t{512} << 20;
        char* end = nullptr;
        unsigned long const mebibytes = std::strtoul(text, &end, 10);
        if (*end != '\0' || mebibytes == 0 || mebibytes > (1ul << 20)) {
            std::fprintf(stderr, "HEDDLE_BENCH_MIB must be a number of MiB, not \"%s\"\n", text);
            std::exit(1);
        }
        return std::size_t{mebibytes} << 20;
    }();
    return bytes;
}

std::size_t element_count(std::size_t element_bytes, std::size_t bytes)
{
    std::size_t const count = (bytes + element_bytes - 1) / element_bytes;
    return (count + block_threads - 1) / block_threads * block_threads;
}

std::size_t indexed_element_count(std::size_t element_bytes)
{
    constexpr std::size_t most = (std::size_t{1} << 32) - block_threads;
    return std::min(element_count(element_bytes), most);
}

void prepare_arrays()
{
    benchmark::AddCustomContext("array_mib", std::to_string(array_bytes() >> 20));
    std::size_t const bytes = array_bytes() + slack_bytes;
    auto* const in = allocate<std::byte>(bytes);
    fill<<<grid_blocks, block_threads>>>(reinterpret_cast<std::uint32_t*>(in), bytes / 4);
    HEDDLE_BENCH_CHECK(cudaGetLastError());
    index_memory = allocate<std::uint32_t>(index_bytes());
    the_arrays = {in, allocate<std::byte>(bytes), index_memory};
    wrong_count = allocate<unsigned long long>(sizeof(unsigned long long));
    clear_output();
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
}

device_arrays const& arrays() { return the_arrays; }

void clear_output()
{
    HEDDLE_BENCH_CHECK(cudaMemset(the_arrays.out, uncommon_byte, array_bytes() + slack_bytes));
}

void fill_output()
{
    HEDDLE_BENCH_CHECK(cudaMemcpy(the_arrays.out, the_arrays.in, array_bytes() + slack_bytes,
                                  cudaMemcpyDeviceToDevice));
}

std::uint32_t* sums()
{
    permutation_count = 0;
    return index_memory;
}

void clear_sums() { HEDDLE_BENCH_CHECK(cudaMemset(sums(), uncommon_byte, index_bytes())); }

void make_permutation(std::size_t count)
{
    if (permutation_count == count) return;
    fill_permutation<<<grid_blocks, block_threads>>>(index_memory, permutation(count));
    HEDDLE_BENCH_CHECK(cudaGetLastError());
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    permutation_count = count;
}

std::size_t count_wrong_copies(std::size_t element_bytes, std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_bytes, in, out, nullptr, nullptr, element_bytes, count);
}

std::size_t count_wrong_gathers(std::size_t element_bytes, std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_bytes, in, out, index, nullptr, element_bytes, count);
}

std::size_t count_wrong_scatters(std::size_t element_bytes, std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_bytes, in, out, nullptr, index, element_bytes, count);
}

std::size_t count_wrong_masked_copies(std::size_t element_bytes, std::uint32_t lanes,
                                      std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_masked_bytes, in, out, nullptr, nullptr, element_bytes, lanes,
                       count);
}

std::size_t count_wrong_masked_gathers(std::size_t element_bytes, std::uint32_t lanes,
                                       std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_masked_bytes, in, out, index, nullptr, element_bytes, lanes, count);
}

std::size_t count_wrong_masked_scatters(std::size_t element_bytes, std::uint32_t lanes,
                                        std::size_t count)
{
    auto const& [in, out, index] = the_arrays;
    return count_wrong(compare_masked_bytes, in, out, nullptr, index, element_bytes, lanes, count);
}

std::size_t count_wrong_updates(std::size_t element_bytes, std::size_t count)
{
    return count_wrong(compare_updates, reinterpret_cast<std::uint32_t const*>(the_arrays.in),
                       reinterpret_cast<std::uint32_t const*>(the_arrays.out),
                       count * element_bytes / sizeof(std::uint32_t));
}

std::size_t count_wrong_stores(std::size_t element_bytes, std::size_t count)
{
    return count_wrong(compare_stores, the_arrays.out, element_bytes, count);
}

std::size_t count_wrong_sums(std::size_t element_bytes, std::size_t count)
{
    return count_wrong(compare_sums, the_arrays.in, the_arrays.index, element_bytes, count);
}

}  // namespace heddle_bench
