// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Every route that can move a struct, whatever the ladders would do: loads and stores of consecutive structs,
// gathers and scatters of a random permutation (route_load/rows/28 and so on). docs/routes.md says what each
// earns.
#pragma once

#include "../harness.cuh"
#include "by_route.cuh"

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle_bench {

// ---- kernels; `count` is a multiple of the block ----

template <class Element, route Route>
__global__ void __launch_bounds__(block_threads)
    load_kernel_by(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t)
{
    std::size_t const i = element_index();
    filter.write(xor_of_words(load_by<Route>(reinterpret_cast<Element const*>(in) + i)), sums + i);
}

template <class Element, route Route>
__global__ void __launch_bounds__(block_threads) store_kernel_by(std::byte* out, std::size_t)
{
    std::size_t const i = element_index();
    store_by<Route>(reinterpret_cast<Element*>(out) + i, stored_element<Element>(i));
}

//! The other side of gathers and scatters is a coalesced_ptr's.
template <class Element, route Route>
__global__ void __launch_bounds__(block_threads)
    gather_kernel_by(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t)
{
    coalesced_ptr<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    q[i] = load_by<Route>(reinterpret_cast<Element const*>(in) + index[i]);
}

template <class Element, route Route>
__global__ void __launch_bounds__(block_threads)
    scatter_kernel_by(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t)
{
    coalesced_ptr<Element const> const p(reinterpret_cast<Element const*>(in));
    std::size_t const i = element_index();
    Element const value = p[i];
    store_by<Route>(reinterpret_cast<Element*>(out) + index[i], value);
}

// ---- registration ----

inline std::string name_of(route taken)
{
    std::string name = heddle::detail::to_string(taken);
    for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
    return name;
}

template <class Element, route Route>
void add_route(benchmark_kind kind)
{
    constexpr heddle::plan p = heddle::plan_of<Element>();
    element_shape const shape = shape_of<Element>();
    std::string const name = name_of(Route);
    if constexpr (moves(p, access_kind::load, true, Route)) {
        if (kind == benchmark_kind::load) {
            add_load(name.c_str(), shape, load_kernel_by<Element, Route>);
        }
    }
    if constexpr (moves(p, access_kind::store, true, Route)) {
        if (kind == benchmark_kind::store) {
            add_store(name.c_str(), shape, store_kernel_by<Element, Route>);
        }
    }
    if constexpr (moves(p, access_kind::load, false, Route)) {
        if (kind == benchmark_kind::gather) {
            add_indexed(indexed_kind::gather, name.c_str(), shape,
                        gather_kernel_by<Element, Route>);
        }
    }
    if constexpr (moves(p, access_kind::store, false, Route)) {
        if (kind == benchmark_kind::scatter) {
            add_indexed(indexed_kind::scatter, name.c_str(), shape,
                        scatter_kernel_by<Element, Route>);
        }
    }
}

template <class Element>
void add_routes(benchmark_kind kind)
{
    add_route<Element, route::plain>(kind);
    add_route<Element, route::per_thread>(kind);
    add_route<Element, route::rows>(kind);
    add_route<Element, route::dense_rows>(kind);
    add_route<Element, route::sector_rows>(kind);
    add_route<Element, route::staged>(kind);
}

}  // namespace heddle_bench
