// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "arrays.cuh"

#include "../permutation.cuh"

#include <algorithm>
#include <bitset>

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

//! Calls visit(i, k) for every byte: byte k of element i.
template <class Visit>
__device__ void for_each_byte(std::size_t element_bytes, std::size_t count, Visit const& visit)
{
    for (std::size_t b = grid_index(); b < count * element_bytes; b += grid_size()) {
        visit(b / element_bytes, b % element_bytes);
    }
}

__global__ void compare_moves(device_arrays a, moved_structs what, unsigned long long* wrong)
{
    for_each_byte(what.bytes, what.count, [&](std::size_t i, std::size_t k) {
        std::size_t const source = what.kind == motion::gather ? a.index[i] : i;
        std::size_t const target = what.kind == motion::scatter ? a.index[i] : i;
        bool const is_moved = (what.lanes >> i % lane_count & 1u) != 0;
        std::byte const expected = is_moved ? a.in[source * what.bytes + k] : std::byte{uncommon_byte};
        if (a.out[target * what.bytes + k] != expected) atomicAdd(wrong, 1ull);
    });
}

__global__ void compare_stores(std::byte const* out, std::size_t element_bytes, std::size_t count,
                               unsigned long long* wrong)
{
    for_each_byte(element_bytes, count, [&](std::size_t i, std::size_t k) {
        std::uint32_t const word = stored_word(i, static_cast<unsigned>(k / 4));
        if (out[i * element_bytes + k] != byte_of(word, k)) atomicAdd(wrong, 1ull);
    });
}

__global__ void compare_updates(std::uint32_t const* in, std::uint32_t const* out, std::size_t word_count,
                                unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < word_count; i += grid_size()) {
        if (out[i] != in[i] * 5 + 1) atomicAdd(wrong, 1ull);
    }
}

__global__ void compare_sums(std::byte const* in, std::uint32_t const* sums, std::size_t element_bytes,
                             std::size_t count, unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        if (sums[i] != sum_of_bytes(in + i * element_bytes, element_bytes)) atomicAdd(wrong, 1ull);
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

double moved_structs::traffic() const
{
    std::size_t const moved = lanes == ~0u ? count : count / lane_count * std::bitset<lane_count>(lanes).count();
    return static_cast<double>(moved * (2 * bytes + (kind == motion::copy ? 0 : sizeof(std::uint32_t))));
}

moved_structs all_structs(motion kind, std::size_t bytes)
{
    constexpr std::size_t max_count = (std::size_t{1} << 32) - block_threads;
    return {kind, bytes, std::min(element_count(bytes), max_count)};
}

std::size_t count_wrong_moves(moved_structs const& what) { return count_wrong_by(compare_moves, arrays(), what); }

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

measurement measure_load(load_kernel kernel, std::size_t bytes, std::size_t count, block_share block)
{
    auto const run = [=](sum_filter filter, std::uint32_t* where) {
        launch_kernel(kernel, blocks_of(count, block.elements), block.threads, arrays().in, where, filter, count);
    };
    auto const count_wrong = [=] {
        clear_sums();
        run(all_sums, sums());
        return count_wrong_by(compare_sums, arrays().in, sums(), bytes, count);
    };
    return {static_cast<double>(count * bytes), [=] { run(no_sums, nullptr); }, count_wrong};
}

measurement measure_store(store_kernel kernel, std::size_t bytes, std::size_t count, block_share block, bool updates)
{
    auto const run = [=] {
        launch_kernel(kernel, blocks_of(count, block.elements), block.threads, arrays().out, count);
    };
    auto const count_wrong = [=] {
        if (!updates) return count_wrong_by(compare_stores, arrays().out, bytes, count);
        return count_wrong_by(compare_updates, in_as<std::uint32_t>(), out_as<std::uint32_t>(), count * bytes / 4);
    };
    return {static_cast<double>((updates ? 2 : 1) * count * bytes), run, count_wrong,
            updates ? fill_output : clear_output};
}

measurement measure_moves(moved_structs const& what, std::function<void()> const& launch)
{
    auto const prepare = [=] {
        if (what.kind != motion::copy) make_permutation(what.count);
    };
    return {what.traffic(), launch, [=] { return count_wrong_moves(what); }, clear_output, prepare};
}

measurement measure_memcpy(std::size_t element_bytes, std::size_t count)
{
    return measure_moves({motion::copy, element_bytes, count}, [=] {
        HEDDLE_BENCH_CHECK(cudaMemcpyAsync(arrays().out, arrays().in, count * element_bytes, cudaMemcpyDeviceToDevice));
    });
}

}  // namespace heddle_bench
