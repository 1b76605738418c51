// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Allocates arrays, launches and times kernels, and checks every byte of the results with code that does not use
// heddle.
#include "tuning.hpp"

#include "../cuda.hpp"
#include "kernels.cuh"

#include <algorithm>
#include <cstdint>
#include <string>

namespace heddle::tuning {

namespace {

using program::batch_timer;
using program::cuda_check;
using program::cuda_check_launch;
using program::device_memory;
using program::gpu_error;

std::vector<kernels_of_struct> all_kernels()
{
    std::vector<kernels_of_struct> all;
    for (auto const& part : {kernels_of_part_1(), kernels_of_part_2(), kernels_of_part_3()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.shape.bytes < b.shape.bytes; });
    return all;
}

constexpr bool is_indexed(pattern p) { return p == pattern::gather || p == pattern::scatter; }

// The kernels below are grid-stride loops. This number of blocks is enough for any GPU.
constexpr unsigned grid_blocks = 4096;

__device__ std::size_t grid_size() { return std::size_t{gridDim.x} * block_threads; }

__global__ void fill(std::uint32_t* words, std::size_t count)
{
    for (std::size_t i = heddle_bench::element_index(); i < count; i += grid_size()) {
        words[i] = heddle_bench::mixed(static_cast<std::uint32_t>(i));
    }
}

__global__ void fill_permutation(std::uint32_t* index, heddle_bench::permutation random)
{
    for (std::size_t i = heddle_bench::element_index(); i < random.count; i += grid_size()) {
        index[i] = static_cast<std::uint32_t>(random(i));
    }
}

__device__ unsigned byte_of(std::uint32_t word, std::size_t k) { return word >> (8 * (k % 4)) & 0xffu; }

//! Counts the elements that a kernel left wrong.
__global__ void count_wrong(kernel_arguments a, pattern p, std::size_t bytes, unsigned long long* wrong)
{
    bool const indexed = p == pattern::gather || p == pattern::scatter;
    bool const sums = p == pattern::load || p == pattern::gather;
    for (std::size_t i = heddle_bench::element_index(); i < a.count; i += grid_size()) {
        std::size_t const at = (indexed ? a.index[i] : i) * bytes;
        std::uint32_t sum = 0;
        bool right = true;
        for (std::size_t k = 0; k < bytes; ++k) {
            auto const in = static_cast<unsigned>(a.in[at + k]);
            auto const out = static_cast<unsigned>(a.out[at + k]);
            if (sums) {
                sum ^= in << (8 * (k % 4));
            } else if (p == pattern::copy) {
                right = right && out == in;
            } else {
                auto const w = static_cast<unsigned>(k / 4);
                right = right && out == byte_of(heddle_bench::stored_word(i, w), k);
            }
        }
        if (sums) right = reinterpret_cast<std::uint32_t const*>(a.out)[i] == sum;
        if (!right) atomicAdd(wrong, 1ull);
    }
}

template <class T>
T* data_of(device_memory const& memory)
{
    return reinterpret_cast<T*>(memory.data());
}

}  // namespace

struct bench::arrays {
    std::size_t bytes;
    device_memory in, out, index, wrong;
    std::vector<kernels_of_struct> kernels = all_kernels();

    explicit arrays(std::size_t array_bytes)
        : bytes(array_bytes), in(array_bytes), out(array_bytes), index(array_bytes), wrong(sizeof(unsigned long long))
    {
        fill<<<grid_blocks, block_threads>>>(data_of<std::uint32_t>(in), array_bytes / sizeof(std::uint32_t));
        cuda_check_launch("start a kernel");
    }

    std::size_t count_of(std::size_t element_bytes) const
    {
        return bytes / element_bytes / block_threads * block_threads;
    }

    kernel_arguments arguments_for(std::size_t count, heddle_bench::sum_filter filter) const
    {
        return {data_of<std::byte const>(in), data_of<std::byte>(out), data_of<std::uint32_t const>(index), filter,
                count};
    }

    static void launch(kernel run, kernel_arguments const& arguments)
    {
        run<<<static_cast<unsigned>(arguments.count / block_threads), block_threads>>>(arguments);
        cuda_check_launch("start a kernel");
    }

    void verify(kernels_of_struct const& of_struct, pattern p, path way) const
    {
        constexpr heddle_bench::sum_filter every_sum{0, 0};
        auto const arguments = arguments_for(count_of(of_struct.shape.bytes), every_sum);
        auto* const wrong_on_gpu = data_of<unsigned long long>(wrong);
        unsigned long long wrong_elements = 0;
        cuda_check(cudaMemset(out.data(), 0xa5, bytes), "clear memory");
        cuda_check(cudaMemset(wrong_on_gpu, 0, sizeof wrong_elements), "clear memory");
        launch(of_struct.of(p, way), arguments);
        count_wrong<<<grid_blocks, block_threads>>>(arguments, p, of_struct.shape.bytes, wrong_on_gpu);
        cuda_check_launch("start a kernel");
        cuda_check(cudaMemcpy(&wrong_elements, wrong_on_gpu, sizeof wrong_elements, cudaMemcpyDeviceToHost),
                   "tell what was wrong");
        if (wrong_elements == 0) return;
        throw gpu_error("the GPU got " + std::to_string(wrong_elements) + " structs of " +
                        std::to_string(of_struct.shape.bytes) + " bytes wrong in a " + to_string(p) + " by " +
                        to_string(way));
    }
};

bench::bench(std::size_t array_bytes) : arrays_(std::make_unique<arrays>(array_bytes)) {}
bench::~bench() = default;

path_times bench::measure(std::size_t bytes, pattern p, std::vector<path> const& paths, unsigned batches) const
{
    constexpr heddle_bench::sum_filter no_sum{0, 1};
    arrays const& a = *arrays_;
    auto const of_struct =
        std::find_if(a.kernels.begin(), a.kernels.end(), [&](auto const& k) { return k.shape.bytes == bytes; });
    if (of_struct == a.kernels.end()) {
        throw gpu_error("the GPU has no kernels for structs of " + std::to_string(bytes) + " bytes");
    }
    std::size_t const count = a.count_of(bytes);
    if (is_indexed(p)) {
        fill_permutation<<<grid_blocks, block_threads>>>(data_of<std::uint32_t>(a.index),
                                                         heddle_bench::permutation(count));
        cuda_check_launch("start a kernel");
    }

    struct run {
        kernel what;
        std::unique_ptr<batch_timer> timer;
        std::vector<double> seconds;
    };
    std::vector<run> runs;
    auto const run_of = [&](path way) {
        return std::find_if(runs.begin(), runs.end(), [&](run const& r) { return r.what == of_struct->of(p, way); });
    };
    for (path const way : paths) {
        if (run_of(way) != runs.end()) continue;
        a.verify(*of_struct, p, way);
        kernel const what = of_struct->of(p, way);
        auto const launch = [=, &a] { a.launch(what, a.arguments_for(count, no_sum)); };
        runs.push_back({what, std::make_unique<batch_timer>(launch), {}});
    }
    for (unsigned batch = 0; batch < batches; ++batch) {
        for (run& r : runs) r.seconds.push_back(r.timer->seconds());
    }
    path_times times{};
    for (path const way : paths) {
        times[static_cast<std::size_t>(way)] = program::median(run_of(way)->seconds);
    }
    return times;
}

double bench::moved_bytes(std::size_t bytes, pattern p) const
{
    std::size_t const moved = bytes * (p == pattern::copy ? 2 : 1) + (is_indexed(p) ? sizeof(std::uint32_t) : 0);
    return static_cast<double>(arrays_->count_of(bytes)) * static_cast<double>(moved);
}

std::vector<measured_struct> measured_structs()
{
    std::vector<measured_struct> structs;
    for (kernels_of_struct const& kernels : all_kernels()) structs.push_back(kernels.shape);
    return structs;
}

verdict judge(path_times const& seconds, path chosen)
{
    auto const time_of = [&](path way) { return seconds[static_cast<std::size_t>(way)]; };
    path best = chosen;
    for (path const way : all_paths) {
        if (way <= chosen && time_of(way) < time_of(best)) best = way;
    }
    return {best, time_of(chosen) / time_of(best)};
}

char const* to_string(pattern p)
{
    constexpr char const* names[] = {"load", "store", "copy", "gather", "scatter"};
    return names[static_cast<std::size_t>(p)];
}

char const* to_string(path p)
{
    constexpr char const* names[] = {"plain", "lane_by_lane", "by_plan", "in_block"};
    return names[static_cast<std::size_t>(p)];
}

}  // namespace heddle::tuning
