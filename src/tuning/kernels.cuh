// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The measured kernels. Each thread moves one struct, with the same code for every path. The structs and values are
// those of the benchmarks.
#pragma once

#include "tuning.hpp"

#include "benchmarks/harness.cuh"

#include <heddle/coalesced_ptr.cuh>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace heddle::tuning {

using heddle_bench::block_threads;

struct kernel_arguments {
    std::byte const* in;
    std::byte* out;              //!< for loads: one sum for each element
    std::uint32_t const* index;  //!< a permutation
    heddle_bench::sum_filter filter;
    std::size_t count;  //!< a multiple of block_threads, so that all warps are whole
};

using kernel = void (*)(kernel_arguments);

//! One kernel for each pattern.
using kernels_of_path = std::array<kernel, all_patterns.size()>;

struct kernels_of_struct {
    measured_struct shape;
    std::array<kernels_of_path, all_paths.size()> kernels;

    kernel of(pattern p, path way) const { return kernels[static_cast<std::size_t>(way)][static_cast<std::size_t>(p)]; }
};

template <bool Indexed>
__device__ std::size_t place_of(kernel_arguments const& a, std::size_t i)
{
    if constexpr (Indexed) {
        return a.index[i];
    } else {
        return i;
    }
}

template <class Element, template <class> class Pointer, bool Indexed>
__global__ void __launch_bounds__(block_threads) load_elements(kernel_arguments a)
{
    Pointer<Element const> const in(reinterpret_cast<Element const*>(a.in));
    std::size_t const i = heddle_bench::element_index();
    if (i >= a.count) return;
    Element const value = in[place_of<Indexed>(a, i)];
    a.filter.write(heddle_bench::xor_of_words(value), reinterpret_cast<std::uint32_t*>(a.out) + i);
}

template <class Element, template <class> class Pointer, bool Indexed>
__global__ void __launch_bounds__(block_threads) store_elements(kernel_arguments a)
{
    Pointer<Element> const out(reinterpret_cast<Element*>(a.out));
    std::size_t const i = heddle_bench::element_index();
    if (i >= a.count) return;
    out[place_of<Indexed>(a, i)] = heddle_bench::stored_element<Element>(i);
}

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) copy_elements(kernel_arguments a)
{
    Pointer<Element const> const in(reinterpret_cast<Element const*>(a.in));
    Pointer<Element> const out(reinterpret_cast<Element*>(a.out));
    std::size_t const i = heddle_bench::element_index();
    if (i >= a.count) return;
    Element const value = in[i];
    out[i] = value;
}

// If lane_by_lane and by_plan generate the same code, a single kernel is compiled and measured for both.

template <class T>
using lane_by_lane_ptr = coalesced_ptr<T, std::conditional_t<detail::plan_of<T>.cooperates, lane_by_lane, by_plan>>;
template <class T>
using in_block_ptr =
    coalesced_ptr<T,
                  std::conditional_t<block_scratch<T, block_threads>::uses_memory, in_block<block_threads>, by_plan>>;

template <class Element, template <class> class Pointer>
kernels_of_path kernels_through()
{
    return {load_elements<Element, Pointer, false>, store_elements<Element, Pointer, false>,
            copy_elements<Element, Pointer>, load_elements<Element, Pointer, true>,
            store_elements<Element, Pointer, true>};
}

template <unsigned Bytes>
kernels_of_struct kernels_of()
{
    static_assert(Bytes >= sizeof(std::uint32_t), "a sum and an index must fit where a struct does");
    using element = heddle_bench::element<Bytes, heddle_bench::packed_alignment(Bytes)>;
    return {{sizeof(element), alignof(element)},
            {kernels_through<element, heddle_bench::plain_ptr>(), kernels_through<element, lane_by_lane_ptr>(),
             kernels_through<element, heddle_bench::coalesced_ptr>(), kernels_through<element, in_block_ptr>()}};
}

// Each part has its own source file, so that the parts compile in parallel.
std::vector<kernels_of_struct> kernels_of_part_1();
std::vector<kernels_of_struct> kernels_of_part_2();
std::vector<kernels_of_struct> kernels_of_part_3();

}  // namespace heddle::tuning
