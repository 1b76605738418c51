// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads of some words of each struct (some_words/ACCESS/BYTES/USED), and of three words of each of nine
// neighbours (neighbours/ACCESS/BYTES): by fields, as plain code does, and by whole elements. They show where
// a coalesced_ptr does not pay: docs/moving-a-kernel.md.

#include "arrays.cuh"
#include "common/check.hpp"
#include "common/measurement.hpp"
#include "harness.cuh"

#include <heddle/fields.cuh>

#include <cstddef>
#include <cstdint>
#include <string>

HEDDLE_TEMPLATE_FIELDS((unsigned Bytes, unsigned Alignment),
                       (heddle_bench::element<Bytes, Alignment>), members);

namespace heddle_bench {
namespace {

constexpr int reach = 4;  // neighbours on each side
constexpr unsigned words_of_neighbour = 3;

template <unsigned Used, class Element>
__device__ __forceinline__ std::uint32_t xor_of_some(Element const& e)
{
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned m = 0; m < Used; ++m) sum ^= e.members[m] * (2 * m + 1);
    return sum;
}

// ---- kernels: sums[i] of element i of `in` ----

using some_kernel = void (*)(std::byte const* in, std::uint32_t* sums, int count);

template <class Element, template <class> class Pointer, unsigned Used>
__global__ void __launch_bounds__(block_threads)
    read_fields(std::byte const* in, std::uint32_t* sums, int count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    auto const i = static_cast<int>(element_index());
    if (i < count) sums[i] = xor_of_some<Used>(p[i]);
}

template <class Element, template <class> class Pointer, unsigned Used>
__global__ void __launch_bounds__(block_threads)
    read_whole(std::byte const* in, std::uint32_t* sums, int count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    auto const i = static_cast<int>(element_index());
    if (i >= count) return;
    Element const e = p[i];
    sums[i] = xor_of_some<Used>(e);
}

__host__ __device__ inline int clamped(int k, int count)
{
    return k < 0 ? 0 : k < count ? k : count - 1;
}

template <class Element, template <class> class Pointer, unsigned>
__global__ void __launch_bounds__(block_threads)
    read_fields_of_neighbours(std::byte const* in, std::uint32_t* sums, int count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    auto const i = static_cast<int>(element_index());
    if (i >= count) return;
    std::uint32_t sum = 0;
    for (int k = i - reach; k <= i + reach; ++k) {
        auto const& e = p[clamped(k, count)];
        sum = sum * 3 + xor_of_some<words_of_neighbour>(e);
    }
    sums[i] = sum;
}

template <class Element, template <class> class Pointer, unsigned>
__global__ void __launch_bounds__(block_threads)
    read_whole_neighbours(std::byte const* in, std::uint32_t* sums, int count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    auto const i = static_cast<int>(element_index());
    if (i >= count) return;
    std::uint32_t sum = 0;
    for (int k = i - reach; k <= i + reach; ++k) {
        Element const& e = p[clamped(k, count)];
        sum = sum * 3 + xor_of_some<words_of_neighbour>(e);
    }
    sums[i] = sum;
}

// ---- the check: by words, without heddle ----

__device__ std::uint32_t expected_of(std::uint32_t const* in, int i, unsigned words, unsigned used)
{
    std::uint32_t sum = 0;
    for (unsigned m = 0; m < used; ++m) sum ^= in[std::size_t(i) * words + m] * (2 * m + 1);
    return sum;
}

__global__ void compare_some(std::uint32_t const* in, std::uint32_t const* sums, unsigned words,
                             unsigned used, bool of_neighbours, int count, unsigned* wrong)
{
    auto const i = static_cast<int>(element_index());
    if (i >= count) return;
    std::uint32_t expected = of_neighbours ? 0 : expected_of(in, i, words, used);
    for (int k = i - reach; of_neighbours && k <= i + reach; ++k) {
        expected = expected * 3 + expected_of(in, clamped(k, count), words, used);
    }
    if (sums[i] != expected) atomicAdd(wrong, 1u);
}

std::size_t count_wrong_sums_of_some(unsigned words, unsigned used, bool of_neighbours, int count)
{
    unsigned* wrong = nullptr;
    HEDDLE_BENCH_CHECK(cudaMalloc(&wrong, sizeof *wrong));
    HEDDLE_BENCH_CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    compare_some<<<count / block_threads, block_threads>>>(
        reinterpret_cast<std::uint32_t const*>(arrays().in), sums(), words, used, of_neighbours,
        count, wrong);
    unsigned found = 0;
    HEDDLE_BENCH_CHECK(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
    HEDDLE_BENCH_CHECK(cudaFree(wrong));
    return found;
}

// ---- registration ----

void add_some(char const* kind, char const* access, element_shape const& shape, unsigned used,
              bool of_neighbours, some_kernel kernel)
{
    auto const count = static_cast<int>(element_count(shape.bytes, array_bytes() / 2));
    auto const launch = [=] {
        kernel<<<count / block_threads, block_threads>>>(arrays().in, sums(), count);
        HEDDLE_BENCH_CHECK(cudaGetLastError());
    };
    auto const words = static_cast<unsigned>(shape.bytes / sizeof(std::uint32_t));
    auto const count_wrong = [=] {
        clear_sums();
        launch();
        return count_wrong_sums_of_some(words, used, of_neighbours, count);
    };
    std::string name = std::string(kind) + '/' + access + '/' + shape.label;
    if (!of_neighbours) name += '/' + std::to_string(used * sizeof(std::uint32_t));
    add_measurement(name, {count * (used * sizeof(std::uint32_t) + sizeof(std::uint32_t)), [] {},
                           launch, count_wrong});
}

template <class Element, unsigned Used>
void add_reads()
{
    element_shape const shape = shape_of<Element>();
    add_some("some_words", "plain", shape, Used, false, read_fields<Element, plain_ptr, Used>);
    add_some("some_words", "fields", shape, Used, false, read_fields<Element, coalesced_ptr, Used>);
    add_some("some_words", "whole", shape, Used, false, read_whole<Element, coalesced_ptr, Used>);
}

template <class Element>
void add_neighbours()
{
    element_shape const shape = shape_of<Element>();
    constexpr unsigned used = words_of_neighbour;
    add_some("neighbours", "plain", shape, used, true,
             read_fields_of_neighbours<Element, plain_ptr, used>);
    add_some("neighbours", "fields", shape, used, true,
             read_fields_of_neighbours<Element, coalesced_ptr, used>);
    add_some("neighbours", "whole", shape, used, true,
             read_whole_neighbours<Element, coalesced_ptr, used>);
}

template <class Element, unsigned... Used>
void add_for(benchmark_kind kind)
{
    if (kind != benchmark_kind::some_words) return;
    (add_reads<Element, Used>(), ...);
    add_neighbours<Element>();
}

register_part const parts[] = {
    register_part({16, add_for<element<16, 16>, 4>}),
    register_part({28, add_for<element<28, 4>, 1, 3, 7>}),
    register_part({64, add_for<element<64, 4>, 1, 3, 8, 16>}),
    register_part({92, add_for<element<92, 4>, 3, 12, 23>}),
    register_part({192, add_for<element<192, 4>, 1, 3, 12, 24, 48>}),
};

}  // namespace
}  // namespace heddle_bench
