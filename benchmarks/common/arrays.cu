// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "arrays.cuh"

#include <algorithm>

namespace heddle_bench {
namespace {

// Every array is rounded up to whole blocks of structs, for structs of up to this size.
constexpr std::size_t max_element_bytes = 4096;
constexpr std::size_t slack_bytes = (block_threads + 1) * max_element_bytes;
constexpr unsigned grid_blocks = 4096;  // of grid-stride kernels: enough for any GPU

constexpr int uncommon_byte = 0xa5;
constexpr std::uint32_t data_seed = 0x68656464u;

std::size_t permutation_count = 0;  // 0: index holds no permutation

__global__ void fill(std::uint32_t* words, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        words[i] = mixed(static_cast<std::uint32_t>(i) ^ mixed(static_cast<std::uint32_t>(i >> 32) ^ data_seed));
    }
}

__global__ void fill_permutation(std::uint32_t* index, permutation random)
{
    for (std::size_t i = grid_index(); i < random.count; i += grid_size()) {
        index[i] = static_cast<std::uint32_t>(random(i));
    }
}

__global__ void compare_bytes(std::byte const* a, std::byte const* b, std::size_t bytes, unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < bytes; i += grid_size()) {
        if (a[i] != b[i]) atomicAdd(wrong, 1ull);
    }
}

// One index and one sum for each struct. The smallest struct has one byte.
std::size_t index_bytes() { return element_count(1) * sizeof(std::uint32_t); }

}  // namespace

device_arrays const& arrays()
{
    static device_arrays const all = [] {
        std::size_t const bytes = array_bytes() + slack_bytes;
        auto* const in = allocate<std::byte>(bytes);
        launch_kernel(fill, grid_blocks, block_threads, reinterpret_cast<std::uint32_t*>(in), bytes / 4);
        HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
        return device_arrays{in, allocate<std::byte>(bytes),
                             reinterpret_cast<std::uint32_t*>(allocate<std::byte>(index_bytes()))};
    }();
    return all;
}

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
    return std::size_t{blocks_of((bytes + element_bytes - 1) / element_bytes, block_threads)} * block_threads;
}

void clear_output() { HEDDLE_BENCH_CHECK(cudaMemset(arrays().out, uncommon_byte, array_bytes() + slack_bytes)); }

void fill_output()
{
    HEDDLE_BENCH_CHECK(cudaMemcpy(arrays().out, arrays().in, array_bytes() + slack_bytes, cudaMemcpyDeviceToDevice));
}

std::uint32_t* sums()
{
    permutation_count = 0;
    return arrays().index;
}

void clear_sums() { HEDDLE_BENCH_CHECK(cudaMemset(sums(), uncommon_byte, index_bytes())); }

void make_permutation(std::size_t count)
{
    if (permutation_count == count) return;
    launch_kernel(fill_permutation, grid_blocks, block_threads, arrays().index, permutation(count));
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    permutation_count = count;
}

std::size_t count_differences(void const* a, void const* b, std::size_t bytes)
{
    return count_wrong_by(compare_bytes, static_cast<std::byte const*>(a), static_cast<std::byte const*>(b), bytes);
}

unsigned long long* cleared_counter()
{
    static auto* const counter = allocate<unsigned long long>(1);
    HEDDLE_BENCH_CHECK(cudaMemset(counter, 0, sizeof *counter));
    return counter;
}

std::size_t count_wrong_at(void* found, std::size_t bytes, std::function<void()> const& clear, launcher const& plain)
{
    static auto* const copy = allocate<std::byte>(std::max(array_bytes() + slack_bytes, index_bytes()));
    HEDDLE_BENCH_CHECK(cudaMemcpy(copy, found, bytes, cudaMemcpyDeviceToDevice));
    clear();
    plain();
    return count_differences(copy, found, bytes);
}

std::size_t count_wrong_output(std::function<void()> const& clear, launcher const& plain)
{
    return count_wrong_at(arrays().out, array_bytes() + slack_bytes, clear, plain);
}

std::size_t count_wrong_sums(launcher const& plain) { return count_wrong_at(sums(), index_bytes(), clear_sums, plain); }

}  // namespace heddle_bench
