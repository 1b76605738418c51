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
constexpr bool moves(heddle::detail::plan const& p, access_kind kind, bool consecutive, route taken)
{
    if (taken == route::plain) return true;
    bool const stores_sectors = kind == access_kind::store && p.stores_sectors;
    bool const can_move = taken == route::per_thread || (taken == route::rows && p.cooperates) ||
                          (taken == route::dense_rows && consecutive && stores_sectors) ||
                          (taken == route::sector_rows && stores_sectors) ||
                          (taken == route::staged && consecutive && p.cooperates);
    return p.moves_words && can_move;
}

//! Returns the shared memory of the calling thread's warp.
template <class Element>
__device__ __forceinline__ auto stage_of_warp()
{
    __shared__ heddle::warp_scratch<Element> scratch[block_threads / lane_count];
    return scratch[threadIdx.x / lane_count].stage();
}

//! The access of a full warp, for any route: rows are dense even where the library would take another route.
template <class Element, class Scratch>
using warp_access =
    heddle::detail::access<Element, heddle::detail::full_warp, heddle::detail::indexed_at<std::remove_const_t<Element>>,
                           heddle::detail::every_lane, Scratch, heddle::detail::separate_lanes>;
template <class Element, class Scratch>
struct any_route : warp_access<Element, Scratch> {
    __device__ __forceinline__ any_route(Element* pointer, Scratch const& scratch)
        : warp_access<Element, Scratch>({}, true, pointer, {}, {}, scratch, {})
    {
    }
    __device__ __forceinline__ bool words_are_consecutive()
    {
        return this->is_consecutive() && this->begins_with_words();
    }
};

template <route Route, class Element>
__device__ __forceinline__ auto access_by(Element* pointer)
{
    if constexpr (Route == route::staged) {
        return any_route(pointer, stage_of_warp<std::remove_const_t<Element>>());
    } else {
        return any_route(pointer, heddle::detail::no_scratch{});
    }
}

//! Loads an element through the given route. Every lane of the warp has an element. Detects consecutive elements.
template <route Route, class Element>
__device__ __forceinline__ Element load_by(Element const* pointer)
{
    using namespace heddle::detail;
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element>;
    if constexpr (Route == route::plain) {
        return *pointer;
    } else {
        auto it = access_by<Route>(pointer);
        it.is_consecutive();
        memory_word<p.word_bytes> words[p.held_words];
        mover<Route>::load(it, words);
        if constexpr (p.is_unaligned && !mover<Route>::loads_from_byte_0) {
            move_start<direction::down>(words, offset_in_word(it.own, p.word_bytes));
        }
        return element_from_words<Element>(words);
    }
}

template <route Route, class Element>
__device__ __forceinline__ void store_by(Element* pointer, Element const& value)
{
    using namespace heddle::detail;
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element>;
    if constexpr (Route == route::plain) {
        *pointer = value;
    } else {
        memory_word<p.word_bytes> words[words_to_store<Element, lane_count, false>()];
        words_from_element(words, value);
        auto it = access_by<Route>(pointer);
        mover<Route>::store(it, words);
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
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element>;
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
