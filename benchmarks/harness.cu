// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a kernel becomes a measurement: what it is launched with, and how what it moved is checked,
// byte by byte, by code that shares nothing with heddle.

#include "arrays.cuh"
#include "common/measurement.hpp"
#include "flat.cuh"
#include "harness.cuh"

#include <algorithm>
#include <bitset>
#include <string>
#include <utility>

namespace heddle_bench {
namespace {

std::string prefix_of_patterns;

void add(char const* kind, char const* access, element_shape const& shape, measurement m)
{
    add_measurement(prefix_of_patterns + kind + '/' + access + '/' + shape.label, std::move(m));
}

// What masks show does not depend on the array, and there are many of them.
std::size_t masked_array_bytes() { return array_bytes() / 2; }

unsigned blocks_of(std::size_t elements, unsigned elements_per_block = block_threads)
{
    return static_cast<unsigned>((elements + elements_per_block - 1) / elements_per_block);
}

unsigned flat_blocks_of(std::size_t word_count)
{
    return blocks_of((word_count + flat_words_per_thread - 1) / flat_words_per_thread);
}

// What a kernel is launched with, filled in where its measurement is added.

constexpr sum_filter every_sum{0, 0};
constexpr sum_filter no_sum{0, 1};

void nothing() {}

measurement load_measurement(load_kernel kernel, unsigned blocks, unsigned threads,
                             std::size_t element_bytes, std::size_t count)
{
    auto const launch = [=](sum_filter filter, std::uint32_t* sums) {
        kernel<<<blocks, threads>>>(arrays().in, sums, filter, count);
        check_launch();
    };
    return {count * element_bytes, nothing, [=] { launch(no_sum, nullptr); },
            [=] {
                clear_sums();
                launch(every_sum, sums());
                return count_wrong_sums(element_bytes, count);
            }};
}

measurement store_measurement(store_kernel kernel, unsigned blocks, unsigned threads,
                              std::size_t element_bytes, std::size_t count)
{
    auto const launch = [=] {
        kernel<<<blocks, threads>>>(arrays().out, count);
        check_launch();
    };
    return {count * element_bytes, nothing, launch, [=] {
                clear_output();
                launch();
                return count_wrong_stores(element_bytes, count);
            }};
}

measurement update_measurement(update_kernel kernel, unsigned blocks, unsigned threads,
                               std::size_t element_bytes, std::size_t count)
{
    auto const launch = [=] {
        kernel<<<blocks, threads>>>(arrays().out, count);
        check_launch();
    };
    return {2 * count * element_bytes, nothing, launch, [=] {
                fill_output();
                launch();
                return count_wrong_updates(element_bytes, count);
            }};
}

//! Anything that leaves out[i] == in[i].
template <class Launch>
measurement copy_measurement(Launch const& launch, std::size_t element_bytes, std::size_t count)
{
    return {2 * count * element_bytes, nothing, launch, [=] {
                clear_output();
                launch();
                return count_wrong_copies(element_bytes, count);
            }};
}

}  // namespace

void set_pattern_prefix(char const* prefix) { prefix_of_patterns = prefix; }

void add_load(char const* access, element_shape const& shape, load_kernel kernel, block_share block)
{
    std::size_t const count = element_count(shape.bytes);
    add("load", access, shape,
        load_measurement(kernel, blocks_of(count, block.elements), block.threads, shape.bytes,
                         count));
}

void add_store(char const* access, element_shape const& shape, store_kernel kernel,
               block_share block)
{
    std::size_t const count = element_count(shape.bytes);
    add("store", access, shape,
        store_measurement(kernel, blocks_of(count, block.elements), block.threads, shape.bytes,
                          count));
}

void add_copy(char const* access, element_shape const& shape, copy_kernel kernel, block_share block)
{
    std::size_t const count = element_count(shape.bytes);
    unsigned const blocks = blocks_of(count, block.elements);
    auto const launch = [=] {
        kernel<<<blocks, block.threads>>>(arrays().in, arrays().out, count);
        check_launch();
    };
    add("copy", access, shape, copy_measurement(launch, shape.bytes, count));
}

void add_update(char const* access, element_shape const& shape, update_kernel kernel,
                block_share block)
{
    std::size_t const count = element_count(shape.bytes);
    add("update", access, shape,
        update_measurement(kernel, blocks_of(count, block.elements), block.threads, shape.bytes,
                           count));
}

void add_masked(masked_kind kind, char const* access, element_shape const& shape,
                lane_mask const& mask, masked_kernel kernel)
{
    bool const indexed = kind != masked_kind::copy;
    std::uint32_t const lanes = mask.lanes;
    std::size_t const bytes = shape.bytes;
    std::size_t const count = element_count(bytes, masked_array_bytes());
    auto const prepare = [=] {
        if (indexed) make_permutation(count);
    };
    auto const launch = [=] {
        auto const& [in, out, index] = arrays();
        kernel<<<blocks_of(count), block_threads>>>(in, out, index, lanes, count);
        check_launch();
    };
    auto const count_wrong = [=] {
        clear_output();
        launch();
        switch (kind) {
            case masked_kind::copy:
                return count_wrong_masked_copies(bytes, lanes, count);
            case masked_kind::gather:
                return count_wrong_masked_gathers(bytes, lanes, count);
            default:
                return count_wrong_masked_scatters(bytes, lanes, count);
        }
    };
    constexpr char const* names[] = {"masked_copy", "masked_gather", "masked_scatter"};
    std::size_t const moved = count / lane_count * std::bitset<lane_count>(lanes).count();
    add(names[static_cast<int>(kind)], access, {bytes, shape.label + '/' + mask.label},
        {moved * (2 * bytes + (indexed ? sizeof(std::uint32_t) : 0)), prepare, launch,
         count_wrong});
}

void add_indexed(indexed_kind kind, char const* access, element_shape const& shape,
                 indexed_kernel kernel)
{
    bool const gathers = kind == indexed_kind::gather;
    std::size_t const bytes = shape.bytes;
    std::size_t const count = indexed_element_count(bytes);
    auto const launch = [=] {
        auto const& [in, out, index] = arrays();
        kernel<<<blocks_of(count), block_threads>>>(in, out, index, count);
        check_launch();
    };
    auto const count_wrong = [=] {
        clear_output();
        launch();
        return gathers ? count_wrong_gathers(bytes, count) : count_wrong_scatters(bytes, count);
    };
    add(gathers ? "gather" : "scatter", access, shape,
        {count * (2 * bytes + sizeof(std::uint32_t)), [=] { make_permutation(count); }, launch,
         count_wrong});
}

void add_load_limit(element_shape const& shape)
{
    std::size_t const words = element_count(shape.bytes) * shape.bytes / sizeof(uint4);
    unsigned const blocks = flat_blocks_of(words);
    add("load", "limit", shape,
        load_measurement(flat_load, blocks, block_threads, sizeof(uint4), words));
}

void add_store_limit(element_shape const& shape)
{
    std::size_t const words = element_count(shape.bytes) * shape.bytes / sizeof(uint4);
    unsigned const blocks = flat_blocks_of(words);
    add("store", "limit", shape,
        store_measurement(flat_store, blocks, block_threads, sizeof(uint4), words));
}

void add_copy_limit(element_shape const& shape)
{
    std::size_t const count = element_count(shape.bytes);
    auto const launch = [=] {
        HEDDLE_BENCH_CHECK(cudaMemcpyAsync(arrays().out, arrays().in, count * shape.bytes,
                                           cudaMemcpyDeviceToDevice));
    };
    add("copy", "limit", shape, copy_measurement(launch, shape.bytes, count));
}

void add_update_limit(element_shape const& shape)
{
    std::size_t const words = element_count(shape.bytes) * shape.bytes / sizeof(uint4);
    unsigned const blocks = flat_blocks_of(words);
    add("update", "limit", shape,
        update_measurement(flat_update, blocks, block_threads, sizeof(uint4), words));
}

std::vector<benchmark_part>& benchmark_parts()
{
    static std::vector<benchmark_part> parts;
    return parts;
}

void add_parts(std::initializer_list<benchmark_kind> kinds)
{
    auto& parts = benchmark_parts();
    std::sort(parts.begin(), parts.end(), [](benchmark_part const& a, benchmark_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (benchmark_kind const kind : kinds) {
        for (benchmark_part const& part : parts) part.add(kind);
    }
}

}  // namespace heddle_bench
