// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// l2_copy, l2_round: copies between arrays that stay in the L2 cache. l2_copy uses one launch per copy. l2_round uses
// one kernel, whose persistent blocks copy the array several times. The limit of each is a flat kernel.
#pragma once

#include "../round_trip.cuh"
#include "../route/routes.cuh"
#include "several.cuh"

#include <algorithm>

namespace heddle_bench::l2 {

// A copy in L2 takes microseconds, which may be less than the CPU needs to launch it. l2_copy therefore measures a
// graph of many launches, which the GPU executes one after the other, as in a stream. A kernel of l2_round is launched
// directly, because the launch takes about a hundredth of its time.
inline constexpr unsigned launches_of_graph = 32;
inline constexpr unsigned rounds_of_kernel = 64;

//! The number of threads in a block. With 256 threads of one struct each, 16 MiB of 160-byte structs would be 3.1
//! blocks per multiprocessor, so that some multiprocessors would have 4 blocks, and others 3.
inline constexpr unsigned l2_threads = 128;
inline constexpr block_share l2_share{l2_threads, l2_threads};
template <class T>
using l2_scratch_ptr = heddle::coalesced_ptr<T, heddle::in_block<l2_threads>>;

//! The size of each of the two arrays. An H200 has 50 MB of L2 cache, in which both arrays stay.
inline std::size_t l2_array_bytes() { return std::min(array_bytes(), std::size_t{16} << 20); }

//! Adds a measurement of a launch that copies `count` elements, `copies` times each.
template <class Element>
void add_l2(std::string const& name, std::size_t count, unsigned copies, std::function<launcher()> const& make)
{
    measurement m = measure_moves<Element>(count, made_when_needed(make));
    m.bytes *= copies;
    add_measurement(name, m);
}

//! Returns a launcher of a kernel with as many blocks as can be resident at the same time.
template <class... Parameters, class... Arguments>
launcher persistent(void (*kernel)(Parameters...), unsigned threads, Arguments const&... arguments)
{
    unsigned const blocks = resident_blocks(kernel, threads);
    return [=] { launch_kernel(kernel, blocks, threads, arguments...); };
}

// ---- the limits ----

template <unsigned Words, unsigned Threads>
__device__ __forceinline__ void copy_flat_share(std::byte const* in, std::byte* out, std::size_t share,
                                                std::size_t count)
{
    uint4 read[Words] = {};
    for_each_word<Words, Threads>(share, count,
                                  [&](unsigned k, std::size_t i) { read[k] = reinterpret_cast<uint4 const*>(in)[i]; });
    for_each_word<Words, Threads>(share, count,
                                  [&](unsigned k, std::size_t i) { reinterpret_cast<uint4*>(out)[i] = read[k]; });
}

template <unsigned Words, unsigned Threads>
__global__ void __launch_bounds__(Threads) flat_copy(std::byte const* in, std::byte* out, std::size_t count)
{
    copy_flat_share<Words, Threads>(in, out, blockIdx.x, count);
}

template <unsigned Words, unsigned Threads>
__global__ void __launch_bounds__(Threads)
    flat_copy_in_rounds(std::byte const* in, std::byte* out, round_trip trip, std::size_t count)
{
    for_each_share(trip, blockIdx.x, gridDim.x,
                   [&](std::size_t share) { copy_flat_share<Words, Threads>(in, out, share, count); });
}

// The fastest combination on an H200, by up to 8 %, of 1, 2 and 4 words per thread with 256, 512 and 1024 threads per
// block.
inline constexpr unsigned limit_threads = 512, words_of_copy = 2, words_of_round = 4;

inline void add_limits(std::string const& label, std::size_t element_bytes)
{
    std::size_t const words = flat_words(element_bytes, l2_array_bytes());
    add_l2<flat_word>(name_of("l2_copy", "limit", label), words, launches_of_graph, [=] {
        return graph_of(launches_of_graph, flat_copy<words_of_copy, limit_threads>,
                        blocks_of(words, words_of_copy * limit_threads), limit_threads, 0, arrays().in, arrays().out,
                        words);
    });
    round_trip const trip = trip_of(blocks_of(words, words_of_round * limit_threads), rounds_of_kernel);
    add_l2<flat_word>(name_of("l2_round", "limit", label), words, rounds_of_kernel, [=] {
        return persistent(flat_copy_in_rounds<words_of_round, limit_threads>, limit_threads, arrays().in, arrays().out,
                          trip, words);
    });
}

// ---- the structs ----

template <class Element, class Way>
__global__ void __launch_bounds__(l2_threads) copy_in_rounds(std::byte const* in, std::byte* out, round_trip trip)
{
    for_each_share(trip, blockIdx.x, gridDim.x, [&](std::size_t share) {
        std::size_t const i = share * l2_threads + threadIdx.x;
        Element const v = Way::load(reinterpret_cast<Element const*>(in), i);
        Way::store(reinterpret_cast<Element*>(out), i, v);
    });
}

template <class Element>
void add_copy(char const* variant, move_kernel<in_order> kernel, block_share block = l2_share)
{
    std::size_t const count = element_count(sizeof(Element), l2_array_bytes());
    auto const make = [=] {
        return graph_of(launches_of_graph, kernel, blocks_of(count, block.elements), block.threads, 0, arrays().in,
                        arrays().out, places_of<in_order>(count));
    };
    add_l2<Element>(name_of("l2_copy", variant, label_of<Element>()), count, launches_of_graph, make);
}

template <class Element, class Way>
void add_both(char const* variant)
{
    add_copy<Element>(variant, move<Element, in_order, Way, Way, l2_threads>);
    std::size_t const count = element_count(sizeof(Element), l2_array_bytes());
    round_trip const trip = trip_of(blocks_of(count, l2_threads), rounds_of_kernel);
    auto const make = [=] {
        return persistent(copy_in_rounds<Element, Way>, l2_threads, arrays().in, arrays().out, trip);
    };
    add_l2<Element>(name_of("l2_round", variant, label_of<Element>()), count, rounds_of_kernel, make);
}

//! The variant `rows` uses only shuffles, as trove does: a warp moves structs of every size in rows of words.
template <class Element>
void add()
{
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element>;
    add_limits(label_of<Element>(), sizeof(Element));
    add_both<Element, plainly>("plain");
    add_both<Element, coalesced>("coalesced");
    add_both<Element, through<l2_scratch_ptr>>("scratch");
    if constexpr (moves(p, access_kind::load, true, route::rows) && moves(p, access_kind::store, true, route::rows)) {
        add_both<Element, by_route<route::rows>>("rows");
    }
    using whole_warps = through<whole_warps_ptr>;
    add_copy<Element>("whole_warps", move<Element, in_order, whole_warps, whole_warps, l2_threads>);
    add_copy<Element>("tile", move<Element, in_order, by_warp, by_warp, l2_threads>);
    add_copy<Element>("block_tile", copy_block_tile<Element>, one_tile<Element>);
}

}  // namespace heddle_bench::l2
