// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// route_load, route_store, route_gather, route_scatter: every route that can move a struct (route_load/rows/28), even
// if the library would not choose it for the struct. docs/routes.md says which routes are kept and why.
#pragma once

#include "../access/moves.cuh"

#include <heddle/detail/plan/route.hpp>

namespace heddle_bench {

using heddle::detail::access_kind;
using heddle::detail::route;

//! Returns whether the functions of a route can move a struct with this plan, even if the library would not use them.
constexpr bool moves(heddle::plan const& p, access_kind kind, bool consecutive, route taken)
{
    if (taken == route::plain) return true;
    bool const stores_sectors = kind == access_kind::store && p.stores_sectors();
    bool const can_move = taken == route::per_thread || (taken == route::rows && p.cooperates()) ||
                          (taken == route::dense_rows && consecutive && stores_sectors) ||
                          (taken == route::sector_rows && stores_sectors) ||
                          (taken == route::staged && consecutive && p.cooperates());
    return p.moves_words() && can_move;
}

//! Returns the shared memory of the calling thread's warp.
template <class Element>
__device__ __forceinline__ auto stage_of_warp()
{
    __shared__ heddle::warp_scratch<Element> scratch[block_threads / lane_count];
    return scratch[threadIdx.x / lane_count].stage();
}

//! Loads an element through the given route. Every lane of the warp has an element. Detects consecutive elements.
template <route Route, class Element>
__device__ __forceinline__ Element load_by(Element const* pointer)
{
    using namespace heddle::detail;
    constexpr heddle::plan p = heddle::plan_of<Element>();
    if constexpr (Route == route::plain) {
        return *pointer;
    } else {
        full_warp const group;
        every_lane const valid;
        auto const* const own = opaque(reinterpret_cast<std::byte const*>(pointer));
        auto const places = indexed_at<Element>{}.find(group, own, valid);
        memory_word<p.word_bytes> words[p.held_words()];
        if constexpr (Route == route::per_thread) {
            auto const range =
                places.consecutive ? range_of<Element>(places.first, p.lane_count) : range_of<Element>(own);
            load_own<Element>(group, own, range, true, words);
        } else if constexpr (Route == route::staged) {
            load_staged(stage_of_warp<Element>(), group, own, valid, places.first, words);
        } else {
            bool const whole_words = begin_with_words<Element>(group, places, valid);
            load_rows<Element>(group, own, valid,
                               {{places.first, places.consecutive && whole_words, false}, whole_words}, words);
        }
        if constexpr (p.is_unaligned() && Route != route::staged) {
            move_start<false>(words, offset_in_word(own, p.word_bytes));
        }
        return element_from_words<Element>(words);
    }
}

template <route Route, class Element>
__device__ __forceinline__ void store_by(Element* pointer, Element const& value)
{
    using namespace heddle::detail;
    constexpr heddle::plan p = heddle::plan_of<Element>();
    if constexpr (Route == route::plain) {
        *pointer = value;
    } else {
        full_warp const group;
        every_lane const valid;
        auto* const own = opaque(reinterpret_cast<std::byte*>(pointer));
        memory_word<p.word_bytes> words[held_store_words<Element, lane_count>];
        words_from_element(words, value);
        if constexpr (Route == route::per_thread) {
            store_own<Element>(group, own, true, words);
        } else {
            auto const places = indexed_at<Element>{}.find(group, own, valid);
            bool const whole_words = begin_with_words<Element>(group, places, valid);
            row_addresses<std::byte> const rows = {{places.first, places.consecutive && whole_words, false},
                                                   whole_words};
            if constexpr (Route == route::staged) {
                store_staged(stage_of_warp<Element>(), group, own, valid, places.first, words);
            } else if constexpr (Route == route::dense_rows) {
                store_dense_rows<Element>(group, places.first, own, words);
            } else if constexpr (Route == route::sector_rows) {
                store_sector_rows<Element>(group, valid, rows, words);
            } else {
                store_rows<Element>(group, own, valid, rows, words);
            }
            group.sync();
        }
    }
}

template <route Route>
struct by_route {
    static constexpr bool is_collective = true;
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        return load_by<Route>(array + i);
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
        store_by<Route>(array + i, value);
    }
};

}  // namespace heddle_bench

namespace heddle_bench::routes {

//! Returns a name such as "per_thread".
inline std::string variant_of(route taken)
{
    std::string name = heddle::detail::to_string(taken);
    for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
    return name;
}

//! Adds the benchmarks of one route. In gathers and scatters, a coalesced_ptr accesses the other array.
template <class Element, route Route>
void add_route()
{
    constexpr heddle::plan p = heddle::plan_of<Element>();
    using way = by_route<Route>;
    if constexpr (moves(p, access_kind::load, true, Route)) {
        add_measurement<Element>("route_load", variant_of(Route),
                                 measure_load<Element>(load<Element, way>, element_count(sizeof(Element))));
    }
    if constexpr (moves(p, access_kind::store, true, Route)) {
        add_measurement<Element>("route_store", variant_of(Route),
                                 measure_store<Element>(store<Element, way>, element_count(sizeof(Element))));
    }
    if constexpr (moves(p, access_kind::load, false, Route)) {
        add_move<Element>("route_gather", variant_of(Route), move<Element, gathers, way, coalesced>);
    }
    if constexpr (moves(p, access_kind::store, false, Route)) {
        add_move<Element>("route_scatter", variant_of(Route), move<Element, scatters, coalesced, way>);
    }
}

template <class Element>
void add()
{
    add_route<Element, route::plain>();
    add_route<Element, route::per_thread>();
    add_route<Element, route::rows>();
    add_route<Element, route::dense_rows>();
    add_route<Element, route::sector_rows>();
    add_route<Element, route::staged>();
}

}  // namespace heddle_bench::routes
