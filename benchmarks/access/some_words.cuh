// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// some_words/ACCESS/BYTES/USED: reads some words of each struct. neighbours/ACCESS/BYTES: reads three words of each of
// nine neighbors. changed_words/ACCESS/BYTES/CHANGED: changes some words of each struct in place. added_words: the same,
// and reads as many others. A variant accesses either fields, as plain code does, or whole elements (whole, edit). In
// some of these cases fields are faster (docs/moving-a-kernel.md).
#pragma once

#include "moves.cuh"

#include <heddle/fields.cuh>

HEDDLE_TEMPLATE_FIELDS((unsigned Bytes, unsigned Alignment), (heddle_bench::element<Bytes, Alignment>), members);

namespace heddle_bench::some_words {

inline constexpr int reach = 4;  // number of neighbors on each side
inline constexpr unsigned words_of_neighbor = 3;

template <unsigned Used, class Element>
__device__ __forceinline__ std::uint32_t xor_of_some(Element const& e)
{
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned m = 0; m < Used; ++m) sum ^= e.members[m] * (2 * m + 1);
    return sum;
}

//! Returns the value that a thread computes from its struct, or from its neighbors.
template <bool Neighbors, class Read>
__device__ __forceinline__ std::uint32_t sum_of(int i, int count, Read const& read_one)
{
    if constexpr (!Neighbors) return read_one(i);
    std::uint32_t sum = 0;
    for (int k = i - reach; k <= i + reach; ++k) sum = sum * 3 + read_one(k < 0 ? 0 : k < count ? k : count - 1);
    return sum;
}

template <class Element, template <class> class Pointer, bool Whole, unsigned Used, bool Neighbors>
__global__ void __launch_bounds__(block_threads) read_some(std::byte const* in, std::uint32_t* sums, int count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    auto const i = static_cast<int>(element_index());
    if (i >= count) return;
    sums[i] = sum_of<Neighbors>(i, count, [&](int k) {
        if constexpr (Whole) {
            Element const e = p[k];
            return xor_of_some<Used>(e);
        } else {
            return xor_of_some<Used>(p[k]);
        }
    });
}

template <class Element, unsigned Used, bool Neighbors>
void add_reads()
{
    auto const count = static_cast<int>(element_count(sizeof(Element), array_bytes() / 2));
    auto const run = [=](auto* kernel) -> launcher {
        return [=] {
            launch_kernel(kernel, blocks_of(static_cast<std::size_t>(count)), block_threads, arrays().in, sums(),
                          count);
        };
    };
    auto* const plain = read_some<Element, plain_ptr, false, Used, Neighbors>;
    auto const count_wrong = [=] { return count_wrong_sums(run(plain)); };
    auto const add = [&](char const* access, auto* kernel) {
        std::string const name = name_of(Neighbors ? "neighbours" : "some_words", access, label_of<Element>());
        add_measurement(Neighbors ? name : name + '/' + std::to_string(4 * Used),
                        {4.0 * count * (Used + 1), run(kernel), count_wrong, clear_sums});
    };
    add("plain", plain);
    add("fields", read_some<Element, coalesced_ptr, false, Used, Neighbors>);
    add("whole", read_some<Element, coalesced_ptr, true, Used, Neighbors>);
}

template <class Element, unsigned... Used>
void add_all()
{
    (add_reads<Element, Used, false>(), ...);
    add_reads<Element, words_of_neighbor, true>();
}

//! Changes the first words of an element. If Adds is true, adds one of the next words to each, as in x[k] += v[k] * dt.
template <unsigned Changed, bool Adds, class Element>
__device__ __forceinline__ void change_words(Element& e)
{
#pragma unroll
    for (unsigned m = 0; m < Changed; ++m) {
        e.members[m] = e.members[m] * 5 + (Adds ? e.members[Changed + m] : 1);
    }
}

template <class Element, template <class> class Pointer, bool Whole, unsigned Changed, bool Adds>
__global__ void __launch_bounds__(block_threads) change_some(std::byte* array, std::size_t count)
{
    Pointer<Element> const p(reinterpret_cast<Element*>(array));
    std::size_t const i = element_index();
    if (i >= count) return;
    if constexpr (Whole) {
        auto q = p[i].edit();
        change_words<Changed, Adds>(*q);
    } else {
        auto&& fields = p[i];
        change_words<Changed, Adds>(fields);
    }
}

//! Adds kernels that change some words of each struct. GB/s count these words and those that they read.
template <class Element, unsigned Changed, bool Adds = false>
void add_changes()
{
    std::size_t const count = element_count(sizeof(Element));
    auto* const plain = change_some<Element, plain_ptr, false, Changed, Adds>;
    auto const add = [&](char const* access, store_kernel kernel) {
        measurement m = measure_store<Element, true>(kernel, count, {}, plain);
        m.bytes = 4.0 * static_cast<double>(count) * ((Adds ? 3 : 2) * Changed);
        std::string const name = name_of(Adds ? "added_words" : "changed_words", access, label_of<Element>());
        add_measurement(name + '/' + std::to_string(4 * Changed), m);
    };
    add("plain", plain);
    add("fields", change_some<Element, coalesced_ptr, false, Changed, Adds>);
    add("edit", change_some<Element, coalesced_ptr, true, Changed, Adds>);
}

template <class Element>
void add()
{
    constexpr std::size_t bytes = sizeof(Element);
    if constexpr (bytes == 16) add_all<Element, 4>();
    if constexpr (bytes == 28) add_all<Element, 1, 3, 7>();
    if constexpr (bytes == 64) add_all<Element, 1, 3, 8, 16>();
    if constexpr (bytes == 92) add_all<Element, 3, 12, 23>();
    if constexpr (bytes == 192) add_all<Element, 1, 3, 12, 24, 48>();
    if constexpr (is_one_of<28, 44, 64, 92, 128, 192>(bytes)) {
        add_changes<Element, 1>();
        add_changes<Element, 3>();
        add_changes<Element, 3, true>();
        if constexpr (bytes > 28) add_changes<Element, 6>();
        if constexpr (bytes > 44) add_changes<Element, 6, true>();
        if constexpr (bytes > 64) add_changes<Element, 12>();
        if constexpr (bytes > 92) add_changes<Element, 12, true>();
        if constexpr (bytes > 128) add_changes<Element, 24>();
        add_changes<Element, bytes / 4>();
    }
}

}  // namespace heddle_bench::some_words
